// Named pipes that were made and not used, left by processes that end soon to those that come after them: making one takes a process of
// its own, and that takes longer than most hooks do.
import { lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../../files/index.js';

const FOLDER = 'pipes';
const MOST = 64;

/** The stock of one user. No hook ever had one of these open. */
export class FifoStock {
  readonly #folder: string;

  constructor(base: string) {
    this.#folder = join(base, FOLDER);
  }

  /** Takes at most so many out of it, each to a name of its own. Whoever moves one first has it. */
  take(count: number, newName: () => string): string[] {
    const taken: string[] = [];
    for (const name of this.#names()) {
      if (taken.length === count) break;
      const own = newName();
      try {
        renameSync(join(this.#folder, name), own);
      } catch {
        // Somebody else was faster.
        continue;
      }
      if (isOwnFifo(own)) taken.push(own);
    }
    return taken;
  }

  /** Leaves some in it; the others stay where they are. */
  leave(fifos: readonly string[]): void {
    if (fifos.length === 0) return;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
      if (!isOwnFolder(this.#folder)) return;
      const prefix = `${process.pid}-${process.hrtime.bigint()}`;
      const room = Math.max(0, MOST - this.#names().length);
      for (const [at, fifo] of fifos.slice(0, room).entries())
        renameSync(fifo, join(this.#folder, `${prefix}-${at}`));
    } catch {
      // Then others make their own.
    }
  }

  #names(): readonly string[] {
    try {
      return isOwnFolder(this.#folder) ? readdirSync(this.#folder) : [];
    } catch {
      return [];
    }
  }
}

function isOwnFolder(path: string): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

function isOwnFifo(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFIFO() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
