// What went wrong with a command, said to the user; gives the exit code.

import { PluginProblem } from '../../plugins/index.js';
import { withoutSecrets } from '../../plugins/sources/index.js';
import { traceOf } from '../../text/index.js';
import { complain, EXIT, type Io, UserError } from '../io.js';
import { systemProblem } from './system-problem.js';

export function explainError(error: unknown, io: Io): number {
  if (error instanceof UserError) {
    complain(io, [`amplifier-hooks: ${error.message}`, ...(error.hint === null ? [] : [error.hint])]);
    return EXIT.problem;
  }
  if (isFolderGone(error))
    return explainError(new UserError('the current folder is not there any more', 'Go to another one.'), io);
  const refused = systemProblem(error, io.env);
  if (refused !== null) return explainError(refused, io);
  io.stderr.text(`amplifier-hooks: this is a fault of amplifier-hooks, not of yours: ${traceOf(error)}\n`);
  return EXIT.fault;
}

/** Something that works in the current folder was asked for, and somebody removed that. */
const isFolderGone = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';

/** Does something; a `PluginProblem` becomes the user's. */
export async function tellProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    throw new UserError(withoutSecrets(error.message), withoutSecrets(error.hint));
  }
}
