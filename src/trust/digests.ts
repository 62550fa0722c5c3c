// What is in a file, as a digest. A file that the system says is the same one, untouched, is not read again.
import { realpathSync, type Stats, statSync } from 'node:fs';
import { liesIn, readBytes } from '../files/index.js';
import { hasCode, reasonOf, sha256 } from '../text/index.js';

/** A file whose content counts. */
export interface Counted {
  readonly path: string;
  /** It may not lead out of this folder by a link; `null`: it belongs to nobody's. */
  readonly root: string | null;
}

/** The digest of a file; `null`: there is none; a problem: it is nothing that can be compared. */
export type FileDigest = string | null | { readonly problem: string };

/** By which the system tells that a file is the same one, untouched. */
export interface Stamp {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  /** When it last changed. */
  readonly ctimeMs: number;
}

/** A file that was looked at. */
export interface Remembered extends Counted {
  /** The digest of what was in it; `null`: it was not there. */
  readonly content: string | null;
  /** What it had when that was in it; `null`: it changed so shortly before that this would prove nothing. */
  stamp: Stamp | null;
}

interface Known extends Stamp {
  readonly digest: string;
}

/** A file that changed this shortly before it was read may change again without a new time. */
const TICK_MS = 100;
/** The same where times have whole seconds. */
const COARSE_TICK_MS = 2500;

const IF_THERE = { throwIfNoEntry: false } as const;

export class Digests {
  /** By path. */
  readonly #known = new Map<string, Known>();
  /** Something was learned that is worth keeping. */
  learned = false;

  /** Whether in a file is what was in it. Asked for every file at every load and before every start. */
  isStill(file: Remembered): boolean {
    try {
      const stats = statSync(file.path, IF_THERE);
      if (stats === undefined) return file.content === null;
      if (file.stamp !== null && isSame(file.stamp, stats)) return true;
    } catch {
      // What cannot be looked at cannot be read.
    }
    if (this.of(file) !== file.content) return false;
    file.stamp = this.stampOf(file.path, file.content);
    return true;
  }

  of({ path, root }: Counted): FileDigest {
    try {
      const stats = statSync(path, IF_THERE);
      if (stats === undefined) return null;
      const known = this.#known.get(path);
      if (known !== undefined && isSame(known, stats)) return known.digest;
      return this.#read(path, root, stats);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      return { problem: reasonOf(error) };
    }
  }

  #read(path: string, root: string | null, before: Stats): FileDigest {
    const begun = Date.now();
    if (root !== null && !liesIn(realpathSync.native(root), realpathSync.native(path)))
      return { problem: `${path} is a link that leads out of ${root}` };
    const digest = sha256(readBytes(path));
    const tick = before.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
    const { dev, ino, size, ctimeMs } = before;
    const still = isSame(before, statSync(path));
    if (still && begun - ctimeMs > tick) {
      this.#known.set(path, { dev, ino, size, ctimeMs, digest });
      this.learned = true;
    } else this.#known.delete(path);
    return digest;
  }

  /** What a file had when this was last found in it; `null`: it changed too shortly before, or was not there. */
  stampOf(path: string, content: string | null): Stamp | null {
    const known = this.#known.get(path);
    return known === undefined || known.digest !== content ? null : known;
  }
}

const isSame = (one: Stamp, other: Stamp): boolean =>
  one.ctimeMs === other.ctimeMs && one.ino === other.ino && one.size === other.size && one.dev === other.dev;
