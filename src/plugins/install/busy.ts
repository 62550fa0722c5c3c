// One command at a time changes what is installed in a place, or what is kept about marketplaces.
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Busy, type Lock, lock, lockWhenFree } from '../../files/index.js';
import { systemReasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';

/** Throws `busy` where somebody else is at work. */
export function claim(file: string): Lock {
  try {
    return lock(file);
  } catch (error) {
    throw problemOf(file, error);
  }
}

/** What is done with marketplaces under a lock takes moments, never a download. */
const PATIENCE_MS = 10_000;

/** Does something while no other process does something under the same file; the others wait. */
export async function exclusively<T>(file: string, work: () => T, patienceMs = PATIENCE_MS): Promise<T> {
  const held = await lockWhenFree(file, { patienceMs }).catch((error: unknown) => {
    throw problemOf(file, error);
  });
  try {
    return work();
  } finally {
    held.release();
  }
}

function problemOf(file: string, error: unknown): PluginProblem {
  if (!(error instanceof Busy))
    return new PluginProblem(
      codeOfFileError(error),
      `${dirname(file)} cannot be written to: ${systemReasonOf(error)}`,
      { cause: error },
    );
  if (error.holder === null)
    return new PluginProblem(
      'busy',
      `${error.file} says that somebody is changing what is installed here, but not who`,
      { hint: 'If nobody is, remove that file.', cause: error },
    );
  const { pid, host } = error.holder;
  const where = host === hostname() ? '' : ` on ${host}`;
  return new PluginProblem('busy', `process ${pid}${where} is changing what is installed here`, {
    cause: error,
  });
}
