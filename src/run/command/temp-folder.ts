// The private folder of one runner for what hooks read and write through: short-lived, and for this user only.
import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beginningOf, isRunning, ownFolder } from '../../files/index.js';
import { madeOnce } from '../../text/index.js';

/** Process, the numbering of processes it is counted in, and when it began. */
const FOLDER_OF_A_PROCESS = /^run-(\d+)-(?:(\d+)-(\d+)-)?/;
/** A folder of a process that seems dead may belong to another numbering: then only old ones are removed. */
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
      if (isRemovedEmpty(path)) return;
      // Again, when somebody was still making files in it.
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 5 });
    } catch {
      // Left for later.
    }
  }
}

/** The usual case, for which no general way need be loaded. */
function isRemovedEmpty(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function createPrivate(base: string): string {
  // Where others may rename entries, output could be forged.
  ownFolder(base);
  removeStale(base);
  const began = beginningOf(process.pid);
  const numbering = numberingOfProcesses();
  const known = began === null || numbering === null ? '' : `${numbering}-${began}-`;
  return mkdtempSync(join(base, `run-${process.pid}-${known}`));
}

/** What hosts that were killed left behind. */
function removeStale(base: string): void {
  const here = numberingOfProcesses();
  for (const name of readdirSync(base)) {
    const [, pid, numbering, began] = FOLDER_OF_A_PROCESS.exec(name) ?? [];
    if (pid === undefined) continue;
    const folder = join(base, name);
    const isHere = numbering !== undefined && numbering === here;
    if (isHere ? isGone(Number(pid), began) : !isRunning(Number(pid)) && isOld(folder))
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Another process may have got the number of a dead one. */
const isGone = (pid: number, began: string | undefined): boolean =>
  !isRunning(pid) || (beginningOf(pid) ?? began) !== began;

const isOld = (folder: string): boolean =>
  Date.now() - (lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > STALE_MS;

/** The PID namespace of this process; `null`: the system does not say. */
const numberingOfProcesses = madeOnce((): string | null => {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? null;
  } catch {
    return null;
  }
});
