// One budget of time for many pieces of work.
import { cpuMs, type Timed, withinTime } from './within-time.js';

export class TimeBudget {
  #left: number;

  /** @param milliseconds of CPU time */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Runs work for so many milliseconds at most, and no longer than is left. */
  run<T>(milliseconds: number, work: () => T): Timed<T> {
    if (this.isSpent) return { finished: false };
    const start = cpuMs();
    try {
      return withinTime(Math.min(milliseconds, Math.ceil(this.#left)), work);
    } finally {
      this.#left -= cpuMs() - start;
    }
  }
}
