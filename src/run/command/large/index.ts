// Where this host is so large that starting a process holds it up: who runs its hooks instead.
import { isHeldUp } from '../spawning.js';
import { type Helper, helperFile, startHelper } from './helper.js';
import type { HelperOptions } from './messages.js';

/** One that ended is started again, but not for ever: something ends it. */
const MOST_STARTS = 5;

export class Beside {
  readonly #options: Omit<HelperOptions, 'token'>;
  #helper: Helper | null = null;
  #starts = 0;
  #closed = false;

  constructor(options: Omit<HelperOptions, 'token'>) {
    this.#options = options;
  }

  /** Who runs the next hook; `null`: this process does. */
  get helper(): Helper | null {
    return this.#helper?.isReady === true ? this.#helper : null;
  }

  /** Looks whether one is needed; nobody waits while it starts. */
  look(): void {
    const there = this.#helper !== null && !this.#helper.isGone;
    if (there || this.#closed || this.#starts >= MOST_STARTS || !isHeldUp()) return;
    const file = helperFile();
    if (file === null) return;
    this.#starts += 1;
    this.#helper = startHelper(file, this.#options);
  }

  async close(why: string): Promise<void> {
    this.#closed = true;
    await this.#helper?.close(why);
  }
}
