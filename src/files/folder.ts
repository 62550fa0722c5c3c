// Folders are made when something is first written to them.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../text/index.js';

/** Does something that makes `path`; where its folder is missing, that is made and it is done again. */
export function inFolder<T>(path: string, make: () => T, mode = 0o777): T {
  try {
    return make();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    makeFolders(dirname(path), mode);
    return make();
  }
}

/**
 * Makes a folder and those above it that are missing; gives the first one that it made, or `null`. Each is tried once: where the
 * system says that a folder is missing while the one above it is there (below /proc), Node's own way never comes to an end.
 */
export function makeFolders(path: string, mode = 0o777): string | null {
  // Most often it is there, and asking is faster than being told so by an error.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return null;
  const missing: string[] = [];
  for (let folder = resolve(path); statSync(folder, { throwIfNoEntry: false }) === undefined; ) {
    missing.unshift(folder);
    folder = dirname(folder);
  }
  // What is there but no folder is refused by the system, in its words.
  if (missing.length === 0) makeOne(path, mode);
  for (const folder of missing) makeOne(folder, mode);
  return missing[0] ?? null;
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const isThere = hasCode(error, 'EEXIST') && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
    if (isThere !== true) throw error;
  }
}
