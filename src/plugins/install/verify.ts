// Whether what is installed still is what was installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Locked, readLock } from './lock-file.js';
import type { InstallPlace } from './place.js';
import { type FileFacts, factsIn, isByproduct, sameFact } from './tree.js';

/** How a plugin's folder differs from the lock file; paths below it. */
export interface FolderState {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
  /** Nothing is changed and nothing is missing; what was added does not count. */
  readonly intact: boolean;
}

export interface Verified extends FolderState {
  readonly name: string;
  readonly place: InstallPlace;
  readonly folder: string;
  readonly locked: Locked;
}

/** Looks at every plugin that the lock file of a place names. Throws `bad-lock-file`. */
export const verifyInstalled = (place: InstallPlace): readonly Verified[] =>
  [...readLock(place)].map(([name, locked]) => {
    const folder = join(place.hooksDir, name);
    return { name, place, folder, locked, ...stateOf(locked, folder) };
  });

export function stateOf({ files }: Pick<Locked, 'files'>, folder: string): FolderState {
  const now: FileFacts = existsSync(folder) ? factsIn(folder) : new Map();
  const changed = [...files].filter(([path, fact]) => now.has(path) && !sameFact(now.get(path), fact));
  const missing = [...files.keys()].filter((path) => !now.has(path));
  const added = [...now.keys()].filter((path) => !files.has(path) && !isByproduct(path));
  return {
    changed: changed.map(([path]) => path),
    missing,
    added,
    intact: changed.length + missing.length === 0,
  };
}
