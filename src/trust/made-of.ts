// What was made of a file, for whoever asks again in this process: one host has many sessions, and each of them has an engine.
import { statSync } from 'node:fs';

/** Times of files are not finer than this everywhere. */
const COARSE_TICK_MS = 2500;
const MOST_FILES = 32;

export class MadeOf<T> {
  readonly #known = new Map<string, { readonly stamp: string; readonly made: T }>();
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Made once as long as the file is the same. `key`: what else it depends on. */
  get(path: string, key: string, make: () => T): T {
    const name = JSON.stringify([path, key]);
    const [stamp, known] = [stampOf(path, this.#clock()), this.#known.get(name)];
    if (stamp !== null && known?.stamp === stamp) return known.made;
    const made = make();
    this.#known.delete(name);
    if (stamp !== null) this.#known.set(name, { stamp, made });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_FILES && oldest !== undefined) this.#known.delete(oldest);
    return made;
  }
}

/** `null`: there is no file, or it changed so shortly ago that it may change again without a trace. Throws what the system says. */
function stampOf(path: string, now: number): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || now - stats.ctimeMs < COARSE_TICK_MS) return null;
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mode}:${stats.ctimeMs}`;
}
