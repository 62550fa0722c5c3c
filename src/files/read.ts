// Reading a file that others made, whole: a regular one, and no more of it than a limit.
import { existsSync, fstatSync, readSync } from 'node:fs';
import { hasCode } from '../text/index.js';
import { Unfit, withRegular } from './open.js';

/** More than any file that people write by hand. */
export const LARGEST = 16 * 1024 * 1024;
const PIECE = 64 * 1024;

/** Throws `Unfit`, or what the system says. */
export const readBytes = (path: string, maxBytes = LARGEST): Buffer =>
  withRegular(path, (handle) => readAll(path, handle, maxBytes));

export interface Content {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** The same, and whether the file that was read may be executed. */
export const readContent = (path: string, maxBytes = LARGEST): Content =>
  withRegular(path, (handle) => ({
    bytes: readAll(path, handle, maxBytes),
    isExecutable: (fstatSync(handle).mode & 0o111) !== 0,
  }));

/** A file that is open, piece by piece. A piece is gone with the next one. */
export function* piecesOf(handle: number): Generator<Buffer> {
  // One byte more than it says it has, so that a small file takes one read and one that finds its end.
  const buffer = Buffer.allocUnsafe(Math.min(fstatSync(handle).size + 1, PIECE));
  for (;;) {
    const count = readSync(handle, buffer, 0, buffer.length, null);
    if (count === 0) return;
    yield buffer.subarray(0, count);
  }
}

/** The text of a file, whatever its bytes are; `null`: there is none that can be read. */
export function textIn(path: string, maxBytes = LARGEST): string | null {
  // Often there is none, and looking is ten times faster than to be thrown at.
  if (!existsSync(path)) return null;
  try {
    return readBytes(path, maxBytes).toString('utf8');
  } catch {
    return null;
  }
}

/** The text of a file; `null`: there is none. Throws `Unfit`, or what the system says. */
export function textIfThere(path: string, maxBytes = LARGEST): string | null {
  try {
    return readBytes(path, maxBytes).toString('utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The bytes at the beginning, where there is a file; without one none. */
export function startOf(path: string, bytes: number): Buffer {
  const start = Buffer.alloc(bytes);
  try {
    return withRegular(path, (handle) => start.subarray(0, readSync(handle, start, 0, bytes, 0)));
  } catch {
    return start.subarray(0, 0);
  }
}

/** All of an open file. Its size is a first guess: it may grow meanwhile, and files of the system say they are empty. */
export function readAll(path: string, handle: number, maxBytes: number): Buffer {
  const { size } = fstatSync(handle);
  if (size > maxBytes) throw tooLarge(path, size, maxBytes);
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(handle, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maxBytes) throw tooLarge(path, length, maxBytes);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length + 4096, maxBytes + 1));
  }
}

const tooLarge = (path: string, size: number, maxBytes: number): Unfit =>
  new Unfit('file-too-large', `${path} has ${size} bytes; at most ${maxBytes} are read`);
