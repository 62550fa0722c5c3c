// Folders are made when something is first written to them.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
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
 * Makes a folder and those above it that are missing, one after the other: Node's own way never ends where the system
 * says of a folder that it cannot make that there is none above it, as below /proc.
 */
export function makeFolders(path: string, mode: number): void {
  const missing: string[] = [];
  for (let folder = path; statSync(folder, { throwIfNoEntry: false }) === undefined; folder = dirname(folder))
    missing.unshift(folder);
  for (const folder of missing)
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      // Somebody else was quicker.
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  // A file in the way is named as such.
  if (missing.length === 0 && !statSync(path).isDirectory()) mkdirSync(path, mode);
}
