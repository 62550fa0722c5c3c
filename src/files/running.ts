// Which processes are there.
import { processStat } from '../machine/index.js';
import { hasCode, madeOnce } from '../text/index.js';

/** A process of somebody else is there too. */
export function isRunning(pid: number): boolean {
  // Numbers that no process has; some of them mean many processes.
  if (!Number.isInteger(pid) || pid <= 0 || pid > 0x7fffffff) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** When a process began, as the system counts; `null`: the system does not say. */
export const beginningOf = (pid: number): string | null =>
  pid === process.pid ? ownBeginning() : readBeginning(pid);

const readBeginning = (pid: number): string | null => processStat(pid)?.[19] ?? null;

/** Asked for several times in every process that answers an event. */
const ownBeginning = madeOnce(() => readBeginning(process.pid));
