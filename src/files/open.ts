// Opening files that others made: regular ones only, and opening never waits.
import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from 'node:fs';

/** There is something, but nothing to read whole: a folder, a pipe that waits, a device that never ends, too much. */
export class Unfit extends Error {
  readonly code: 'not-a-file' | 'file-too-large';

  constructor(code: Unfit['code'], message: string) {
    super(message);
    this.name = 'Unfit';
    this.code = code;
  }
}

// What was a file a moment ago may be a pipe now; this keeps opening it from waiting for a writer.
export const HOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file for reading; `more`: further flags, `O_NOFOLLOW` say. Throws `Unfit`, or what the system says. */
export function openRegular(path: string, more = 0): number {
  // Asked before opening too: to be opened is already something to a device.
  assertRegular(path, statSync(path));
  const handle = openSync(path, HOW | more);
  try {
    assertRegular(path, fstatSync(handle));
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Calls `use` with an open regular file. Throws `Unfit`, or what the system says. */
export function withRegular<T>(path: string, use: (handle: number) => T): T {
  const handle = openRegular(path);
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

export function isRegular(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

export function assertRegular(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new Unfit('not-a-file', `${path} is ${kindOf(stats)}, not a file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
