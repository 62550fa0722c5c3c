// A copy of a folder that stays small: the important first, the heavy last, and what does not fit is named.
import {
  constants,
  copyFileSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { liesIn, makeFolders } from '../files/index.js';
import { reasonOf } from '../text/index.js';
import { copyRepository } from './repository.js';

export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface CopyLimits {
  readonly bytes: number;
  readonly files: number;
  /** No single file may be larger. */
  readonly fileBytes: number;
}

export const COPY_LIMITS: CopyLimits = { bytes: 64 * 1024 ** 2, files: 20_000, fileBytes: 8 * 1024 ** 2 };

/** Copied before everything else in a folder. */
const FIRST: readonly string[] = ['.amplifier', '.claude', '.claude-plugin', 'hooks', 'scripts'];
/** Copied only if there is room left. */
const LAST: readonly string[] = [
  'node_modules',
  '.git',
  '.venv',
  'venv',
  'target',
  'dist',
  'build',
  '.next',
  '.cache',
];

/** Copies several folders within one budget. */
export class Copier {
  readonly leftOut: LeftOut[] = [];
  readonly #limits: CopyLimits;
  readonly #open = new Set<string>();
  /** What is copied as one; links that stay in it are kept. */
  #whole = '';
  #bytes = 0;
  #files = 0;

  constructor(limits: CopyLimits = COPY_LIMITS) {
    this.#limits = limits;
  }

  /** Copies a file or folder; links that lead out of it are followed. `without` names what directly in it is never copied. */
  copy(source: string, target: string, without: readonly string[] = []): void {
    this.#whole = realpathOf(source);
    this.#part(source, target, without);
  }

  #part(source: string, target: string, without: readonly string[] = []): void {
    const why = this.#attempt(source, target, without);
    if (why !== null) this.leftOut.push({ path: source, why });
  }

  /** Why it was not copied; `null`: it was. */
  #attempt(source: string, target: string, without: readonly string[]): string | null {
    try {
      if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === false) return null;
      if (basename(source) === '.git') {
        copyRepository(source, target, (from, to) => this.#part(from, to));
        return null;
      }
      if (this.#keepsLink(source, target)) return null;
      const stats = statSync(source);
      if (stats.isDirectory()) return this.#copyFolder(source, target, without);
      return stats.isFile() ? this.#copyFile(source, target, stats.size) : 'neither a file nor a folder';
    } catch (error) {
      return reasonOf(error);
    }
  }

  #copyFolder(source: string, target: string, without: readonly string[]): string | null {
    if (this.#isFull()) return this.#tooMuch();
    const real = realpathSync(source);
    if (this.#open.has(real)) return 'a link to a folder it lies in';
    this.#open.add(real);
    try {
      makeFolders(target);
      for (const { name } of ordered(readdirSync(source, { withFileTypes: true }))) {
        const path = join(source, name);
        if (without.includes(name)) this.leftOut.push({ path, why: 'private' });
        else this.#part(path, join(target, name));
      }
      return null;
    } finally {
      this.#open.delete(real);
    }
  }

  /** A link to something that is copied too leads to the copy. */
  #keepsLink(source: string, target: string): boolean {
    if (!lstatSync(source).isSymbolicLink()) return false;
    const folder = realpathSync(dirname(source));
    const named = resolve(folder, readlinkSync(source));
    if (!liesIn(this.#whole, named) || !liesIn(this.#whole, realpathSync(source))) return false;
    makeFolders(dirname(target));
    symlinkSync(relative(folder, named) || '.', target);
    return true;
  }

  #copyFile(source: string, target: string, size: number): string | null {
    if (size > this.#limits.fileBytes) return `a file of ${inMegabytes(size)}`;
    if (this.#isFull() || this.#bytes + size > this.#limits.bytes) return this.#tooMuch();
    makeFolders(dirname(target));
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
    this.#bytes += size;
    this.#files += 1;
    return null;
  }

  #isFull(): boolean {
    return this.#files >= this.#limits.files || this.#bytes >= this.#limits.bytes;
  }

  #tooMuch(): string {
    return `the copy holds at most ${inMegabytes(this.#limits.bytes)} and ${this.#limits.files} files`;
  }
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is told where it is copied.
    return path;
  }
}

function ordered(entries: readonly Dirent[]): readonly Dirent[] {
  const rank = ({ name }: Dirent): number => (FIRST.includes(name) ? 0 : LAST.includes(name) ? 2 : 1);
  return [...entries].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

const inMegabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024 ** 2))} MB`;
