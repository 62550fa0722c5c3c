// Runs a piece of synchronous work that may never end, such as a regular expression, for a bounded time.
import { type Context, createContext, Script } from 'node:vm';

export type Timed<T> = { readonly finished: true; readonly value: T } | { readonly finished: false };

interface Cell {
  work: () => void;
}

const idle = () => {};
let guard: { readonly cell: Cell; readonly context: Context; readonly script: Script } | null = null;

/** Somebody waits: on a machine that is never free, work is begun no more often than this. */
const MOST_TRIES = 5;

/** The CPU time of this process in milliseconds: what counts is work, not how long others kept the machine busy. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The result of `work`, or word that it was cut off after so many milliseconds of CPU time. What `work` throws is thrown on. Work that
 * had less of the CPU than that is begun again, so it must be of a kind that can be.
 * The context isolates nothing; it is there because only a script run by `node:vm` can be stopped from outside.
 */
export function withinTime<T>(milliseconds: number, work: () => T): Timed<T> {
  const start = cpuMs();
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const left = Math.ceil(milliseconds - (cpuMs() - start));
    if (left <= 0 && tries > 1) break;
    const timed = tryFor(Math.max(1, left), work);
    if (timed.finished) return timed;
  }
  return { finished: false };
}

function tryFor<T>(milliseconds: number, work: () => T): Timed<T> {
  if (guard === null) {
    const cell: Cell = { work: idle };
    guard = { cell, context: createContext(cell), script: new Script('work()') };
  }
  const results: T[] = [];
  guard.cell.work = () => {
    results.push(work());
  };
  try {
    guard.script.runInContext(guard.context, { timeout: milliseconds });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    guard.cell.work = idle;
  }
  for (const value of results) return { finished: true, value };
  return { finished: false };
}

/** The error comes from another realm, so it is known by its code only. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
