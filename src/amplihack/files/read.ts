// Reading files that others made: only regular ones, and opening never waits.
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

/** Calls `use` with an open regular file; `null`: there is none, or it cannot be read. */
export function withRegularFile<T>(path: string, use: (handle: number) => T): T | null {
  const handle = openRegular(path);
  if (handle === null) return null;
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

function openRegular(path: string): number | null {
  try {
    if (!statSync(path).isFile()) return null;
    // It may have become a pipe since; O_NONBLOCK keeps that from waiting for a writer.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (fstatSync(handle).isFile()) return handle;
    closeSync(handle);
    return null;
  } catch {
    return null;
  }
}

/** The text of a regular file; `null`: there is none, or it cannot be read. */
export function readText(path: string): string | null {
  try {
    return withRegularFile(path, (handle) => readFileSync(handle, 'utf8'));
  } catch {
    return null;
  }
}

export function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
