// The private folder of one runner for what hooks read and write through: short-lived, and for this user only.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beginningOf, isRunning, ownFolder, PRIVATE_FOLDER } from '../../files/index.js';
import { madeOnce } from '../../text/index.js';

/** Process, the numbering of processes it is counted in, and when it began. */
const FOLDER_OF_A_PROCESS = /^run-(\d+)-(?:(\d+)-(\d+)-)?/;
/** A folder of a process that seems dead may belong to another numbering: then only old ones are removed. */
const STALE_MS = 3_600_000;

/** A folder that may vanish (temp cleaners) and is then made again. */
export class TempFolder {
  readonly #base: string;
  readonly #isBrief: boolean;
  #path: string | null = null;
  #counter = 0;

  /** @param isBrief for a process that ends soon, which takes a name by the time: less of Node is compiled for it */
  constructor(base: string, isBrief = false) {
    this.#base = base;
    this.#isBrief = isBrief;
  }

  /** A name nobody else uses; throws where the folder cannot be had. */
  newName(): string {
    this.#path ??= createPrivate(this.#base, this.#isBrief);
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

function createPrivate(base: string, isBrief: boolean): string {
  // Where others may rename entries, output could be forged.
  ownFolder(base);
  if (isBrief) setImmediate(removeStaleQuietly, base);
  else removeStale(base);
  const name = join(base, `run-${process.pid}-${ownBeginning()}`);
  if (!isBrief) return mkdtempSync(name);
  const path = `${name}${process.hrtime.bigint().toString(36)}`;
  mkdirSync(path, { mode: PRIVATE_FOLDER });
  return path;
}

function ownBeginning(): string {
  const [began, numbering] = [beginningOf(process.pid), numberingOfProcesses()];
  return began === null || numbering === null ? '' : `${numbering}-${began}-`;
}

/** While the hook runs that the folder is for. */
function removeStaleQuietly(base: string): void {
  try {
    removeStale(base);
  } catch {
    // Whoever comes next removes it.
  }
}

/** What hosts that were killed left behind. */
function removeStale(base: string): void {
  for (const name of readdirSync(base)) {
    if (!name.startsWith('run-')) continue;
    const [, pid, numbering, began] = FOLDER_OF_A_PROCESS.exec(name) ?? [];
    if (pid === undefined) continue;
    const folder = join(base, name);
    const isHere = numbering !== undefined && numbering === numberingOfProcesses();
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
