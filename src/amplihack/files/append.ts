// Lines appended to a file, each by one call.
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { inFolder, openToAppendWithin } from '../../files/index.js';

// A pipe in the place of the file is an error instead of a wait for its reader.
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends one JSON line to a file of the user. Throws where it cannot be done. */
export const appendLine = (path: string, value: unknown, mode: number): void =>
  writeLine(
    inFolder(path, () => openSync(path, APPEND, mode)),
    path,
    value,
  );

/** The same below a folder that no link may lead out of. */
export const appendLineWithin = (root: string, path: string, value: unknown): void =>
  writeLine(openToAppendWithin(root, path), path, value);

function writeLine(handle: number, path: string, value: unknown): void {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  try {
    const written = writeSync(handle, line);
    if (written < line.length) throw new Error(`${path}: only a part of the line could be written`);
  } finally {
    closeSync(handle);
  }
}
