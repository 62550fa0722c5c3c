// What a process inherits from this one without being told: it must be the same at the event as it was at the start.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { getPriority } from 'node:os';

/** Room for all limits of a process, and more. */
const SPACE = Buffer.allocUnsafeSlow(8192);

/** Knows at which moment two processes would begin in the same surroundings. */
export class Surroundings {
  /** Kept open: reading it again costs a fifth of opening it. */
  #limits: number | null = null;
  #now: string | null = null;

  /** Limits, mask of modes, user and groups, as one text; `null`: the system does not say, so nothing is kept ready. */
  now(): string | null {
    if (this.#now !== null) return this.#now;
    const limits = this.#readLimits();
    if (limits === null) return null;
    const user = [process.getuid?.(), process.geteuid?.(), process.getgid?.(), process.getegid?.()];
    const who = [...user, ...(process.getgroups?.() ?? [])].join(' ');
    this.#now = `${process.umask()} ${getPriority()} ${who}\n${limits}`;
    // All hooks of an event start in one turn, and nobody changes anything between them.
    setImmediate(() => {
      this.#now = null;
    });
    return this.#now;
  }

  close(): void {
    if (this.#limits !== null) closeSync(this.#limits);
    this.#limits = null;
  }

  #readLimits(): string | null {
    try {
      this.#limits ??= openSync('/proc/self/limits', 'r');
      return SPACE.toString('latin1', 0, readSync(this.#limits, SPACE, 0, SPACE.length, 0));
    } catch {
      return null;
    }
  }
}

/** Which file or folder stands at a path at the moment, and in which state; links are followed. */
export function identityOf(path: string): string {
  try {
    const { dev, ino, mode, size, mtimeMs, ctimeMs } = statSync(path);
    return `${dev} ${ino} ${mode} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return 'none';
  }
}

/** Which folder stands at a path: what lies in it may come and go. */
export function placeOf(path: string): string {
  try {
    const { dev, ino, mode } = statSync(path);
    return `${dev} ${ino} ${mode}`;
  } catch {
    return 'none';
  }
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
