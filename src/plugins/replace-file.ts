// Replaces the content of a file in one step: whoever reads it sees the old or the new, never a part.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Throws where it cannot be done, and then the file is as it was. */
export function replaceFile(file: string, text: string, mode: number): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}-${randomUUID().slice(0, 8)}`);
  try {
    const handle = openSync(temporary, 'wx', mode);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    // The umask takes bits away from a new file.
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
