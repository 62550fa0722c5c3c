// Parts of long files, read where they lie.
import { type FileHandle, open } from 'node:fs/promises';
import { assertRegular, HOW } from './open.js';

/** Opens a regular file for reading; `more`: further flags, `O_NOFOLLOW` say. Throws `Unfit`, or what the system says. */
export async function openHandle(path: string, more = 0): Promise<FileHandle> {
  const handle = await open(path, HOW | more);
  try {
    assertRegular(path, await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Fills a buffer from a place in a file; how much of it, where the file ends before. */
export async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

export interface End {
  readonly bytes: Buffer;
  /** Nothing stands before it. */
  readonly isWhole: boolean;
}

/** The end of a regular file, at most so many bytes. Throws `Unfit`, or what the system says. */
export async function readEnd(path: string, maxBytes: number): Promise<End> {
  const file = await openHandle(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - maxBytes);
    const bytes = Buffer.alloc(size - start);
    return { bytes: bytes.subarray(0, await fill(file, bytes, start)), isWhole: start === 0 };
  } finally {
    await file.close();
  }
}
