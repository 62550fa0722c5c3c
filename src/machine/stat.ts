// What the system says of one process.
import { readFileSync } from 'node:fs';

/** What `/proc` says of a process, from its state on (state, parent, group …); `null`: nothing. */
export function processStat(pid: number | string): readonly string[] | null {
  // Node has a fast way for UTF-8 alone, and every process that answers an event reads this.
  const stat = readQuietly(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may itself hold spaces and parentheses.
  const end = stat.lastIndexOf(')');
  return end === -1 ? null : stat.slice(end + 2).split(' ');
}

/** Empty where it cannot be read. */
export function readQuietly(path: string, encoding: 'utf8' | 'latin1'): string {
  try {
    return readFileSync(path, encoding);
  } catch {
    // It ended, or belongs to somebody else, or there is no `/proc`.
    return '';
  }
}
