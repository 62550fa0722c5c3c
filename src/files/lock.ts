// One at a time. Who is at work says so in a file; the dead are noticed, and their place is taken by one alone.
import { fstatSync, linkSync, lstatSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode, isRecord } from '../text/index.js';
import { Busy, type Holder } from './busy.js';
import { inFolder } from './folder.js';
import { withRegular } from './open.js';
import { readAll } from './read.js';
import { beginningOf, isRunning } from './running.js';

/** The word that a place is in use, until it is given back. */
export interface Lock {
  release(): void;
}

export interface LockOptions {
  /** Work that never takes this long: who holds the lock longer has died, whatever else seems so. */
  readonly abandonedMs?: number;
}

export interface Waiting extends LockOptions {
  readonly patienceMs: number;
}

/** Takes the lock at once. Throws `Busy` where somebody else has it. */
export function lock(file: string, { abandonedMs = Number.POSITIVE_INFINITY }: LockOptions = {}): Lock {
  const id = `${process.pid}-${process.hrtime.bigint()}-${Math.random().toString(36).slice(2)}`;
  const own: Holder = { id, pid: process.pid, host: hostname(), started: beginningOf(process.pid) };
  const temporary = `${file}.new-${id}`;
  try {
    inFolder(file, () => write(temporary, own));
    return take(file, { temporary, own, abandonedMs });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Takes the lock as soon as it is free. Throws `Busy` where that is not in time. */
export async function lockWhenFree(file: string, options: Waiting): Promise<Lock> {
  const attempts = attemptsAt(file, options);
  for (;;) {
    const step = attempts.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setTimeout(resolve, step.value));
  }
}

/** Does something while no other holder of the lock does. Throws `Busy` where it is not free in time. */
export async function whileLocked<T>(file: string, options: Waiting, work: () => T): Promise<T> {
  const held = await lockWhenFree(file, options);
  try {
    return work();
  } finally {
    held.release();
  }
}

/** The same for callers that cannot wait otherwise than by standing still. */
export function whileLockedSync<T>(file: string, options: Waiting, work: () => T): T {
  const attempts = attemptsAt(file, options);
  let step = attempts.next();
  while (step.done !== true) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step.value);
    step = attempts.next();
  }
  try {
    return work();
  } finally {
    step.value.release();
  }
}

/** The pauses to make until the lock is had. */
function* attemptsAt(file: string, { patienceMs, ...options }: Waiting): Generator<number, Lock, void> {
  const start = performance.now();
  for (;;) {
    try {
      return lock(file, options);
    } catch (error) {
      if (!(error instanceof Busy) || performance.now() - start >= patienceMs) throw error;
    }
    // Not all at once again.
    yield 2 + Math.random() * 8;
  }
}

interface Attempt {
  readonly temporary: string;
  readonly own: Holder;
  readonly abandonedMs: number;
}

const write = (file: string, own: Holder): void =>
  writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: 'wx' });

function take(file: string, attempt: Attempt): Lock {
  try {
    place(file, attempt);
    return lockOf(file, attempt.own);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const found = holdingOf(file);
  // It was given back at this moment.
  if (found === null) return take(file, attempt);
  if (isHeld(found, attempt)) throw new Busy(file, found.holder);
  return takeOver(file, attempt, found.id);
}

/** A link is made by one process alone, and the file is there with its whole content. */
function place(file: string, { temporary, own }: Attempt): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    // Some file systems know no links; there the file is empty for a moment.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPROTO')) throw error;
    write(file, own);
  }
}

/**
 * Of several that notice the same dead holder, one may take its place: the one that takes the lock named after it. That
 * may have been done and given back in the meantime, so who holds the place is asked again.
 */
function takeOver(file: string, attempt: Attempt, dead: string): Lock {
  const turn = take(`${file}.${dead}`, attempt);
  try {
    const now = holdingOf(file);
    if (now === null) return take(file, attempt);
    if (now.id !== dead) throw new Busy(file, now.holder);
    const copy = `${attempt.temporary}.own`;
    write(copy, attempt.own);
    renameSync(copy, file);
    return lockOf(file, attempt.own);
  } finally {
    turn.release();
  }
}

const lockOf = (file: string, own: Holder): Lock => ({
  release() {
    if (holdingOf(file)?.id === own.id) rmSync(file, { force: true });
  },
});

/** What a lock file says; `holder` is `null` where it cannot be understood. */
interface Holding {
  /** No other holding of the lock has it. */
  readonly id: string;
  readonly holder: Holder | null;
  readonly since: number;
}

const LONGEST = 64 * 1024;

/** `null`: there is no such file. Who it is and since when are read from one and the same file. */
function holdingOf(file: string): Holding | null {
  try {
    return withRegular(file, (handle) => {
      const { unnamed, since } = nameOf(fstatSync(handle));
      const holder = holderIn(readAll(file, handle, LONGEST).toString('utf8'), unnamed);
      return { id: holder?.id ?? unnamed, holder, since };
    });
  } catch {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const { unnamed, since } = nameOf(stats);
    return { id: unnamed, holder: null, since };
  }
}

/** What stands for an id where a file holds none. */
const nameOf = ({ ino, mtimeMs }: Stats) => ({ unnamed: `${ino}-${Math.round(mtimeMs)}`, since: mtimeMs });

/** A bare number is the id of a process of this machine: who writes locks by hand writes them so. */
function holderIn(text: string, unnamed: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number') return { id: unnamed, pid: value, host: hostname(), started: null };
    if (!isRecord(value)) return null;
    const { id, pid, host, started } = value;
    if (typeof id !== 'string' || !/^[\w-]+$/.test(id) || typeof pid !== 'number' || typeof host !== 'string')
      return null;
    return { id, pid, host, started: typeof started === 'string' ? started : null };
  } catch {
    return null;
  }
}

function isHeld({ holder, since }: Holding, { abandonedMs }: Attempt): boolean {
  if (Date.now() - since >= abandonedMs) return false;
  // Nobody can ask about the processes of another machine.
  if (holder === null || holder.host !== hostname()) return true;
  if (!isRunning(holder.pid)) return false;
  // Another process may have got the number of a dead one.
  const now = beginningOf(holder.pid);
  return holder.started === null || now === null || holder.started === now;
}
