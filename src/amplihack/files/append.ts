// Lines appended to a file, each by one call.
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { inFolder } from '../../files/index.js';

// A pipe in the place of the file is an error instead of a wait for its reader.
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Appends one JSON line. Throws where it cannot be done. */
export function appendLine(path: string, value: unknown, mode = 0o666): void {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  const handle = inFolder(path, () => openSync(path, APPEND, mode));
  try {
    const written = writeSync(handle, line);
    if (written < line.length) throw new Error(`${path}: only a part of the line could be written`);
  } finally {
    closeSync(handle);
  }
}
