// One at a time: a file that says which process is at work in a folder. Held for moments, never while fetching.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOfFileError, PluginProblem } from '../problem.js';

/** How long one waits for another who is at work. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;
/** Between making the file and writing the number of the process into it lies less than this. */
const UNWRITTEN_MS = 2000;

/** Does something while no other process does something under the same lock. */
export async function withLock<T>(file: string, work: () => T, patienceMs = PATIENCE_MS): Promise<T> {
  const until = Date.now() + patienceMs;
  while (!taken(file)) {
    if (isStale(file)) breakLock(file);
    else if (Date.now() > until) throw busy(file);
    else await sleep(POLL_MS);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function taken(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, `${process.pid}\n`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    const why = error instanceof Error ? error.message : String(error);
    throw new PluginProblem(codeOfFileError(error), `${dirname(file)} cannot be written: ${why}`, {
      cause: error,
    });
  }
}

/** Whether the process that made the lock is gone. */
function isStale(file: string): boolean {
  const text = contentOf(file);
  if (text === null) return false;
  const pid = Number.parseInt(text, 10);
  if (Number.isInteger(pid) && pid > 0) return !isAlive(pid);
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > UNWRITTEN_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Two who find the same stale lock must not both remove it: the second would remove the new lock of the first. */
function breakLock(file: string): void {
  const guard = `${file}.breaking`;
  const old = statSync(guard, { throwIfNoEntry: false })?.mtimeMs;
  if (old !== undefined && Date.now() - old > UNWRITTEN_MS) rmSync(guard, { force: true });
  try {
    closeSync(openSync(guard, 'wx', 0o600));
  } catch {
    return;
  }
  if (isStale(file)) rmSync(file, { force: true });
  rmSync(guard, { force: true });
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

const busy = (file: string): PluginProblem => {
  const pid = contentOf(file)?.trim();
  return new PluginProblem(
    'busy',
    `Another command is at work in ${dirname(file)}${pid ? ` (process ${pid})` : ''}`,
    {
      hint: `Wait until it is done. If there is no such command, remove ${file}.`,
    },
  );
};
