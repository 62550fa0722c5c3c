// Folders and files for this user alone.
import { lstatSync, writeFileSync } from 'node:fs';
import { hasModes } from '../machine/index.js';
import { makeFolders } from './folder.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './modes.js';

export { PRIVATE_FILE, PRIVATE_FOLDER };

/** Makes a folder that only this user may enter, and those above it that are missing. */
export function privateFolder(path: string): void {
  makeFolders(path, PRIVATE_FOLDER);
}

/** Writes a new file that only this user may read; what is there already is never touched. */
export function newPrivateFile(path: string, content: string): void {
  writeFileSync(path, content, { mode: PRIVATE_FILE, flag: 'wx' });
}

/** The same in a place that others can reach too. Throws where they could swap the folder for another one. */
export function ownFolder(path: string): void {
  privateFolder(path);
  const found = lstatSync(path);
  const own = !hasModes() || (found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0);
  const sticky = (found.mode & 0o1000) !== 0;
  if (!found.isDirectory() || !(own || sticky))
    throw new Error(`${path} is not a directory that only this user can write to`);
}

/** Whether a path is a regular file of this user that nobody else may read or write; a checkout never makes such files. */
export function isPrivateFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return false;
  if (!hasModes()) return true;
  return found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
