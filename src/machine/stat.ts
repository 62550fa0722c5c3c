// What the system says of one process.
import { readFileSync } from 'node:fs';

/** What `/proc` says of a process, from its state on (state, parent, group …); `null`: nothing. */
export function processStat(pid: number | string): readonly string[] | null {
  const stat = readQuietly(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses.
  const end = stat.lastIndexOf(')');
  return end === -1 ? null : stat.slice(end + 2).split(' ');
}

/** Empty where it cannot be read. */
export function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended, or belongs to somebody else, or there is no `/proc`.
    return '';
  }
}
