// Whether a process is still there, and still the same.
import { readFileSync } from 'node:fs';
import { hasCode } from '../text/index.js';

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
export function beginningOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the name of the program, in brackets, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
