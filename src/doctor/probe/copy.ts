// A copy of a folder that stays small: the important first, the heavy last, and what does not fit is named.
import { constants, copyFileSync, type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';

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
  #bytes = 0;
  #files = 0;

  constructor(limits: CopyLimits = COPY_LIMITS) {
    this.#limits = limits;
  }

  /** Copies a file or folder; links are followed. `without` names what directly in it is never copied. */
  copy(source: string, target: string, without: readonly string[] = []): void {
    const why = this.#attempt(source, target, without);
    if (why !== null) this.leftOut.push({ path: source, why });
  }

  /** Why it was not copied; `null`: it was. */
  #attempt(source: string, target: string, without: readonly string[]): string | null {
    try {
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
        else this.copy(path, join(target, name));
      }
      return null;
    } finally {
      this.#open.delete(real);
    }
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

function ordered(entries: readonly Dirent[]): readonly Dirent[] {
  const rank = ({ name }: Dirent): number => (FIRST.includes(name) ? 0 : LAST.includes(name) ? 2 : 1);
  return [...entries].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

const inMegabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024 ** 2))} MB`;
