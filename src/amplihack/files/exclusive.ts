// One at a time: a lock file around a short piece of work, between processes and within one.
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hasCode } from '../../text/index.js';
import { HookError } from '../context.js';
import { inDirectory } from './write.js';

/** After this long the holder is looked for; the work under a lock takes milliseconds. */
const SUSPECT_MS = 2000;
/** After this long the holder's process id may belong to somebody else. */
const ABANDONED_MS = 60_000;

/** Runs `work` while no other holder of the same lock does. Throws when the lock is not free within the limit. */
export async function exclusively<T>(path: string, limitMs: number, work: () => T): Promise<T> {
  const lock = `${path}.lock`;
  const start = performance.now();
  while (!take(lock)) {
    if (performance.now() - start >= limitMs) throw new HookError(`a lock was not free within ${limitMs} ms`);
    breakIfAbandoned(lock);
    await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 8));
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    const handle = inDirectory(lock, () => openSync(lock, 'wx'));
    try {
      writeSync(handle, String(process.pid));
    } finally {
      closeSync(handle);
    }
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A holder that died leaves its lock behind. Moving it away first keeps two waiters from breaking two locks. */
function breakIfAbandoned(lock: string): void {
  try {
    const { ino, mtimeMs } = statSync(lock);
    const age = Date.now() - mtimeMs;
    if (age < SUSPECT_MS || (age < ABANDONED_MS && isAlive(readFileSync(lock, 'utf8')))) return;
    const aside = `${lock}.${process.pid}-${ino}`;
    const still = statSync(lock);
    if (still.ino === ino && still.mtimeMs === mtimeMs) renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster, or it cannot be broken: the wait goes on.
  }
}

function isAlive(holder: string): boolean {
  const id = Number(holder);
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
