// Folders are made when something is first written to them.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../text/index.js';

/** Does something that makes `path`; where its folder is missing, that is made and it is done again. */
export function inFolder<T>(path: string, make: () => T, mode = 0o777): T {
  try {
    return make();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    mkdirSync(dirname(path), { recursive: true, mode });
    return make();
  }
}
