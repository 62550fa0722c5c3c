// What a process inherits from this one without being told: it must be the same at the event as it was at the start.
import { closeSync, openSync, readdirSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { getPriority } from 'node:os';

/** Room for all limits of a process, and more. */
const SPACE = Buffer.allocUnsafeSlow(8192);

/** Limits, mask of modes, priority, user and groups at one moment. */
export interface Inherited {
  readonly limits: Uint8Array;
  readonly numbers: readonly number[];
}

/** Knows at which moments two processes would begin in the same surroundings. */
export class Surroundings {
  /** Kept open: reading it again costs a fifth of opening it. */
  #limits: number | null = null;
  #now: Inherited | null = null;
  #isFresh = false;

  /** The same object as long as all is the same; `null`: the system does not say, so nothing is kept ready. */
  now(): Inherited | null {
    if (this.#isFresh) return this.#now;
    const limits = this.#readLimits();
    if (limits === null) return null;
    const known = this.#now;
    if (known === null || !limits.equals(known.limits) || !areNow(known.numbers))
      this.#now = { limits: Uint8Array.from(limits), numbers: numbersNow() };
    // Hooks that start together start in one go, and nobody changes anything between them.
    this.#isFresh = true;
    void Promise.resolve().then(this.#age);
    return this.#now;
  }

  readonly #age = (): void => {
    this.#isFresh = false;
  };

  close(): void {
    if (this.#limits !== null) closeSync(this.#limits);
    this.#limits = null;
  }

  /** Valid until the next call. */
  #readLimits(): Buffer | null {
    try {
      this.#limits ??= openSync('/proc/self/limits', 'r');
      return SPACE.subarray(0, readSync(this.#limits, SPACE, 0, SPACE.length, 0));
    } catch {
      return null;
    }
  }
}

/** One by one, so that comparing them makes nothing new. */
const NUMBERS: readonly (() => number)[] = [
  () => process.umask(),
  () => getPriority(),
  () => process.getuid?.() ?? -1,
  () => process.geteuid?.() ?? -1,
  () => process.getgid?.() ?? -1,
  () => process.getegid?.() ?? -1,
];

const groups = (): readonly number[] => process.getgroups?.() ?? [];

const numbersNow = (): readonly number[] => [...NUMBERS.map((ask) => ask()), ...groups()];

function areNow(numbers: readonly number[]): boolean {
  if (!NUMBERS.every((ask, at) => ask() === numbers[at])) return false;
  const found = groups();
  return (
    NUMBERS.length + found.length === numbers.length &&
    found.every((group, at) => group === numbers[NUMBERS.length + at])
  );
}

/** What stands at a path at the moment; links are followed. `null`: nothing that can be seen. */
export function lookAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** A path without links; `null`: nothing stands there. */
export function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Whether it is the same file, and nobody changed it. */
export const isUnchanged = (a: Stats | null, b: Stats | null): boolean =>
  isSamePlace(a, b) && a?.size === b?.size && a?.mtimeMs === b?.mtimeMs && a?.ctimeMs === b?.ctimeMs;

/** Whether it is the same folder: what lies in it may come and go. */
export const isSamePlace = (a: Stats | null, b: Stats | null): boolean =>
  a?.dev === b?.dev && a?.ino === b?.ino && a?.mode === b?.mode;

/** Which file stands at a path, and in which state, as a text. */
export function identityOf(path: string): string {
  const found = lookAt(path);
  return found === null
    ? 'none'
    : `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

/** The state of a file as a text, for a process that is not ours to compare with what it sees itself. */
export function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return 'none';
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = found;
  return [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ');
}

/** The same of a folder, whatever lies in it. */
export function placeOf(path: string): string {
  const { dev, ino, mode } = statSync(path, { bigint: true });
  return [dev, ino, mode].join(' ');
}

/** The names in a folder that Python would take for modules; those of a package are looked for in the package. */
export function modulesIn(folder: string): string {
  try {
    return readdirSync(folder)
      .filter((name) => /^[A-Za-z_]\w*(?:\.(?:pyc?|.*so))?$/.test(name))
      .sort()
      .join('/');
  } catch {
    return 'none';
  }
}
