// Writing files: lines appended by one call, whole files replaced in one step.
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '../../text/index.js';

// A pipe in the place of the file is an error instead of a wait for its reader.
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends one JSON line. Throws where it cannot be done. */
export function appendLine(path: string, value: unknown, mode = 0o666): void {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  const handle = inDirectory(path, () => openSync(path, APPEND, mode));
  try {
    const written = writeSync(handle, line);
    if (written < line.length) throw new Error(`${path}: only a part of the line could be written`);
  } finally {
    closeSync(handle);
  }
}

let made = 0;

export interface Replacing {
  readonly mode?: number;
  /** Flushed to disk before it takes the place of the old file. */
  readonly durable?: boolean;
}

/** Replaces a file; who reads it sees the old or the new content, never a part. Throws where it cannot be done. */
export function replaceFile(path: string, content: string, options: Replacing = {}): void {
  replaceBy(path, options, (handle) => writeFileSync(handle, content));
}

/** Like `replaceFile`, with content that `fill` writes. */
export function replaceBy(path: string, options: Replacing, fill: (handle: number) => void): void {
  made += 1;
  const temporary = join(dirname(path), `.tmp-${process.pid}-${process.hrtime.bigint()}-${made}`);
  const handle = inDirectory(path, () => openSync(temporary, 'wx', options.mode ?? 0o666));
  try {
    try {
      fill(handle);
      // The umask takes bits away from a new file.
      if (options.mode !== undefined) fchmodSync(handle, options.mode);
      if (options.durable === true) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Directories are made when something is first written to them. */
export function inDirectory<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    mkdirSync(dirname(path), { recursive: true });
    return open();
  }
}
