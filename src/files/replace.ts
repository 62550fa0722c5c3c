// Replacing what stands at a path in one step: who looks sees the old or the new, never a part.
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inFolder } from './folder.js';
import { placeWithin } from './within.js';

export interface Replacing {
  /** Permissions from now on. Without them a file keeps its own, and of a new one the umask decides. */
  readonly mode?: number;
  /** Flushed to disk before it takes the place of the old file. */
  readonly durable?: boolean;
}

/** Replaces the content of a file, or makes it. Throws where that cannot be done, and then the file is as it was. */
export function replaceFile(path: string, content: string | Uint8Array, options: Replacing = {}): void {
  replaceBy(path, options, (handle) => writeFileSync(handle, content));
}

/** Like `replaceFile`, with content that `fill` writes. */
export function replaceBy(path: string, options: Replacing, fill: (handle: number) => void): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const before = found?.isFile() === true ? found : undefined;
  const mode = options.mode ?? (before === undefined ? undefined : before.mode & 0o777);
  inOneStep(path, (temporary) => {
    // Until it is the file, nobody else needs to read what may be private.
    const handle = inFolder(path, () => openSync(temporary, 'wx', mode === undefined ? 0o666 : 0o600));
    try {
      fill(handle);
      if (before !== undefined) keepOwner(handle, before);
      // Last, because a change of owner takes bits away, as the umask does.
      if (mode !== undefined) fchmodSync(handle, mode);
      if (options.durable === true) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });
}

/** Replaces a file below a folder that somebody else filled. Throws `Outside` where a link leads out of it. */
export function replaceWithin(
  root: string,
  path: string,
  content: string | Uint8Array | ((handle: number) => void),
): void {
  const place = placeWithin(root, path);
  replaceBy(place, {}, (handle) => {
    if (typeof content === 'function') content(handle);
    else writeFileSync(handle, content);
  });
}

let made = 0;

/** Puts what `make` makes beside a path into its place. Nothing is left where that fails. */
export function inOneStep(path: string, make: (temporary: string) => void): void {
  made += 1;
  const temporary = join(dirname(path), `.tmp-${process.pid}-${process.hrtime.bigint()}-${made}`);
  try {
    make(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** A link stays a link: what is replaced is what it leads to. Throws where it leads nowhere. */
export const targetOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(path) : path;

/** Somebody who may give files away keeps their owner; others keep the group where they belong to it. */
function keepOwner(handle: number, { uid, gid }: Stats): void {
  for (const [user, group] of [
    [-1, gid],
    [uid, -1],
  ] as const)
    try {
      fchownSync(handle, user, group);
    } catch {
      // The file is then of whoever replaced it.
    }
}
