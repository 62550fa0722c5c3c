// One at a time: a lock file beside the file that is changed.
import { Busy, whileLocked } from '../../files/index.js';
import { HookError } from '../context.js';

/** The work under a lock takes milliseconds: whoever seems to hold it this long has died. */
const ABANDONED_MS = 60_000;

/** Runs `work` while no other holder of the same lock does. Throws when the lock is not free within the limit. */
export async function exclusively<T>(path: string, limitMs: number, work: () => T): Promise<T> {
  try {
    return await whileLocked(`${path}.lock`, { patienceMs: limitMs, abandonedMs: ABANDONED_MS }, work);
  } catch (error) {
    if (error instanceof Busy) throw new HookError(`a lock was not free within ${limitMs} ms`);
    throw error;
  }
}
