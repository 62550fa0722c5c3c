// The process of the resident engine.
import { complain, EXIT, type Io } from '../io.js';
import { leaveSignals } from '../signals.js';
import { IDLE_MS } from './protocol.js';
import { beResident } from './resident.js';

/** Resolves when the engine has ended: after so many milliseconds in which nobody asks, or the usual ones. */
export async function runResident(io: Io, idleMs: number): Promise<number> {
  // What a command does at signals and faults is not for who answers many.
  leaveSignals();
  process.removeAllListeners('uncaughtException');
  const why = await beResident(process.env, idleMs > 1 ? idleMs : IDLE_MS);
  if (why !== null) complain(io, [`amplifier-hooks: no resident engine was started: ${why}`]);
  return EXIT.fine;
}
