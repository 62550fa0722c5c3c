// The lines of a file, from either end, a piece at a time: memory does not grow with the file.
import type { FileHandle } from 'node:fs/promises';
import { hasCode } from '../text/index.js';
import { fill, openHandle } from './pieces.js';

const NEW_LINE = 0x0a;
const PIECE = 512 * 1024;
/** A longer line is none; it is passed over. */
const LONGEST = 16 * 1024 * 1024;

export interface Span {
  readonly start: number;
  /** Where reading ends, for a file that grows. */
  readonly end: number;
}

/** Some lines that follow each other. */
export interface Piece {
  /** Valid until the next piece is asked for. */
  readonly lines: readonly Buffer[];
  /** The place behind the last of them. */
  readonly behind: number;
  /** Where a line begins in the file. */
  readonly startOf: (line: Buffer) => number;
}

/**
 * Ended lines in order. What follows the last line end is torn or still being written and is left out.
 */
export async function* linesForwards(
  path: string,
  { start, end }: Span = { start: 0, end: Number.POSITIVE_INFINITY },
): AsyncGenerator<Piece> {
  const file = await opened(path);
  if (file === null) return;
  try {
    let buffer = Buffer.allocUnsafe(PIECE);
    let [kept, position, tooLong] = [0, start, false];
    for (;;) {
      if (kept === buffer.length) {
        if (kept >= LONGEST) [kept, tooLong] = [0, true];
        else buffer = Buffer.concat([buffer], buffer.length * 2);
      }
      const room = Math.min(buffer.length - kept, end - position);
      const { bytesRead } = await file.read(buffer, kept, room, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      const filled = kept + bytesRead;
      const { lines, used } = split(buffer.subarray(0, filled));
      if (used > 0) {
        const before = position - filled - buffer.byteOffset;
        yield {
          lines: tooLong ? lines.slice(1) : lines,
          behind: position - (filled - used),
          startOf: ({ byteOffset }) => before + byteOffset,
        };
        tooLong = false;
      }
      buffer.copyWithin(0, used, filled);
      kept = filled - used;
    }
  } finally {
    await file.close();
  }
}

/** Ended lines, the last one first. */
export async function* linesBackwards(path: string, end: number): AsyncGenerator<readonly Buffer[]> {
  const file = await opened(path);
  if (file === null) return;
  try {
    let position = Math.min(end, (await file.stat()).size);
    // The end of a line that begins further ahead, with its line end.
    let rest = Buffer.alloc(0);
    while (position > 0 && rest.length < LONGEST) {
      const size = Math.min(PIECE, position);
      const piece = Buffer.allocUnsafe(size + rest.length);
      position -= size;
      await whole(file, piece.subarray(0, size), position);
      rest.copy(piece, size);
      const first = position === 0 ? 0 : piece.indexOf(NEW_LINE) + 1;
      yield split(piece.subarray(first)).lines.reverse();
      rest = piece.subarray(0, first);
    }
  } finally {
    await file.close();
  }
}

/** The lines that have an end, and how far they reach. */
function split(piece: Buffer): { lines: Buffer[]; used: number } {
  const lines: Buffer[] = [];
  let used = 0;
  for (let at = piece.indexOf(NEW_LINE); at >= 0; at = piece.indexOf(NEW_LINE, used)) {
    if (at > used) lines.push(piece.subarray(used, at));
    used = at + 1;
  }
  return { lines, used };
}

async function whole(file: FileHandle, piece: Buffer, position: number): Promise<void> {
  if ((await fill(file, piece, position)) < piece.length)
    throw new Error('the file became shorter while it was read');
}

/** `null`: there is no such file, or no longer. */
async function opened(path: string): Promise<FileHandle | null> {
  try {
    return await openHandle(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The place behind the last line end before `end`. */
export async function endOfLines(path: string, end: number): Promise<number> {
  const file = await opened(path);
  if (file === null) return 0;
  try {
    let position = end;
    while (position > 0) {
      const piece = Buffer.allocUnsafe(Math.min(4096, position));
      position -= piece.length;
      await whole(file, piece, position);
      const found = piece.lastIndexOf(NEW_LINE);
      if (found >= 0) return position + found + 1;
    }
    return 0;
  } finally {
    await file.close();
  }
}
