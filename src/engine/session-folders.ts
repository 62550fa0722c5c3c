// Folders of the state directory with files of one session each. They go with their session; those of sessions that nobody
// ended go when they are old or too many.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders, PRIVATE_FOLDER } from '../files/index.js';
import { fileName } from './names.js';

const OLDEST_MS = 30 * 24 * 60 * 60 * 1000;
const MOST = 500;

export class SessionFolders {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  path(session: string): string {
    return join(this.#base, fileName(session));
  }

  /** Its path; throws where it cannot be made. */
  make(session: string): string {
    const folder = this.path(session);
    const isNew = makeFolders(folder, PRIVATE_FOLDER) !== null;
    if (isNew) this.#tidy(fileName(session));
    return folder;
  }

  remove(session: string): void {
    rmSync(this.path(session), { recursive: true, force: true });
  }

  /** What hosts that were killed left behind. Whatever is in the way of that must not stop a hook. */
  #tidy(own: string): void {
    try {
      const others = byAge(this.#base).filter(({ name }) => name !== own);
      const tooOld = Date.now() - OLDEST_MS;
      const surplus = Math.max(0, others.length + 1 - MOST);
      for (const [index, { path, changed }] of others.entries())
        if (index < surplus || changed < tooOld) rmSync(path, { recursive: true, force: true });
    } catch {
      // The next session tries again.
    }
  }
}

export interface Aged {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** What stands in a folder, the oldest first. */
export function byAge(folder: string): readonly Aged[] {
  return readdirSync(folder)
    .flatMap((name): Aged[] => {
      const path = join(folder, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ name, path, size: found.size, changed: found.mtimeMs }];
    })
    .sort((a, b) => a.changed - b.changed);
}
