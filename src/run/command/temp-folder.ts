// The private folder of one runner for what hooks read and write through: short-lived, and for this user only.
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, ownFolder } from '../../files/index.js';

const FOLDER_OF_A_PROCESS = /^run-(\d+)-/;
/** A folder of a process that seems dead may belong to another PID namespace: only old ones are removed. */
const STALE_MS = 3_600_000;

/** A folder that may vanish (temp cleaners) and is then made again. */
export class TempFolder {
  readonly #base: string;
  #path: string | null = null;
  #counter = 0;

  constructor(base: string) {
    this.#base = base;
  }

  /** A name nobody else uses; throws where the folder cannot be had. */
  newName(): string {
    this.#path ??= createPrivate(this.#base);
    this.#counter += 1;
    return join(this.#path, this.#counter.toString(36));
  }

  /** The next name comes from a new folder. What cannot be removed now is removed as stale one day. */
  remove(): void {
    const path = this.#path;
    this.#path = null;
    if (path === null) return;
    try {
      // Again, when somebody was still making files in it.
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 5 });
    } catch {
      // Left for later.
    }
  }
}

function createPrivate(base: string): string {
  // Where others may rename entries, output could be forged.
  ownFolder(base);
  removeStale(base);
  return mkdtempSync(join(base, `run-${process.pid}-`));
}

/** What hosts that were killed left behind. */
function removeStale(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = Number(FOLDER_OF_A_PROCESS.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const folder = join(base, name);
    const changed = lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > STALE_MS) rmSync(folder, { recursive: true, force: true });
  }
}
