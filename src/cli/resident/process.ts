// The process of the resident engine.
import { complain, EXIT, type Io } from '../io.js';
import { leaveSignals } from '../signals.js';
import { beResident } from './resident.js';

/** Ends the process when the engine has ended. */
export async function runResident(io: Io): Promise<number> {
  // What a command does at signals and faults is not for who answers many.
  leaveSignals();
  process.removeAllListeners('uncaughtException');
  const why = await beResident(process.env);
  if (why !== null) complain(io, [`amplifier-hooks: no resident engine was started: ${why}`]);
  return EXIT.fine;
}
