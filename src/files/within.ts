// Files below a folder that somebody else filled. No link on the way to them may lead out of it.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../text/index.js';
import { liesIn } from './lies-in.js';
import { assertRegular, HOW } from './open.js';
import { LARGEST, readAll } from './read.js';

/** A link leads out of the folder, or nowhere. */
export class Outside extends Error {
  constructor(path: string, root: string) {
    super(`${path} leads out of ${root} through a link`);
    this.name = 'Outside';
  }
}

/** The real path of something that is there. Throws `Outside`, or what the system says. */
export function realWithin(root: string, path: string): string {
  const real = realpathSync.native(path);
  if (!liesIn(realpathSync.native(root), real)) throw new Outside(path, root);
  return real;
}

/** Where a file is to be written: its folder, which is made where it is missing, by its real path. */
export const placeWithin = (root: string, path: string): string =>
  join(folderWithin(root, dirname(path)), basename(path));

/** Throws `Outside` where something that is there leads out; what is missing can only be made inside. */
export function assertWithin(root: string, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (dirname(path) !== path) assertWithin(root, dirname(path));
    return;
  }
  try {
    realWithin(root, path);
  } catch (error) {
    throw found.isSymbolicLink() && hasCode(error, 'ENOENT') ? new Outside(path, root) : error;
  }
}

/** What stands at a path, a link for itself; `null`: nothing. Throws `Outside` where its folder leads out. */
export function foundWithin(root: string, path: string): Stats | null {
  try {
    return lstatSync(join(realWithin(root, dirname(path)), basename(path)));
  } catch (error) {
    if (error instanceof Outside) throw error;
    return null;
  }
}

/** The bytes of a regular file. Throws `Outside`, `Unfit`, or what the system says. */
export function readWithin(root: string, path: string, maxBytes = LARGEST): Buffer {
  const handle = openWithin(root, path);
  try {
    return readAll(path, handle, maxBytes);
  } finally {
    closeSync(handle);
  }
}

/** Opens a regular file for reading; a link to another file of the same folder is fine. */
export const openWithin = (root: string, path: string): number =>
  opened(root, () => realWithin(root, path), HOW);

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file, or makes it, to write behind its end. What is no file but a link is not written through. */
export const openToAppendWithin = (root: string, path: string): number =>
  opened(root, () => placeWithin(root, path), APPEND);

/** Removes a file, or a link but not what it leads to. */
export function removeWithin(root: string, path: string): void {
  if (foundWithin(root, path) === null) return;
  rmSync(join(realWithin(root, dirname(path)), basename(path)), { force: true });
}

/** Somebody may replace the file in just this moment. */
const ATTEMPTS = 5;

/** What was opened is what stands at the path, with no link on the way: asked again when it is open. */
function opened(root: string, find: () => string, flags: number): number {
  for (let attempt = 1; ; attempt += 1) {
    const path = find();
    // Asked before opening too: to be opened is already something to a device.
    const before = lstatSync(path, { throwIfNoEntry: false });
    if (before?.isSymbolicLink() === true) throw new Outside(path, root);
    if (before !== undefined) assertRegular(path, before);
    const handle = openSync(path, flags | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = fstatSync(handle);
      assertRegular(path, stats);
      if (isAt(path, stats)) return handle;
      if (attempt === ATTEMPTS) throw new Outside(path, root);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
    closeSync(handle);
  }
}

function isAt(path: string, { dev, ino }: Stats): boolean {
  const now = lstatSync(path, { throwIfNoEntry: false });
  const folder = dirname(path);
  return now?.dev === dev && now.ino === ino && realpathSync.native(folder) === folder;
}

function folderWithin(root: string, folder: string): string {
  try {
    return realWithin(root, folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(folder) === folder) throw error;
  }
  const made = placeWithin(root, folder);
  try {
    mkdirSync(made);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // Made by another process in this moment, or a link that leads nowhere.
    if (lstatSync(made).isSymbolicLink()) throw new Outside(folder, root);
  }
  return realWithin(root, made);
}
