// Who starts when. A few at a time, because each start blocks the event loop for a fork; and only so many beside each
// other as the machine has room for. Whoever was declared first starts first.
import { mostAtOnce } from './room.js';

const STARTS_PER_TURN = 4;

interface Waiting {
  readonly counts: boolean;
  /** The turn in which it came. */
  readonly since: number;
  /** `free` gives the place to the next; it may be called more than once. `waited`: others had their turn before it. */
  start(free: () => void, waited: boolean): void;
}

export class LaunchQueue {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #turn = 0;
  #scheduled = false;

  /**
   * `start` runs after the current code, so that all hooks of an event are known before the first starts.
   *
   * @param counts `false`: it takes nobody's place, because somebody else sees to it that there are not too many
   */
  add(start: Waiting['start'], counts: boolean): void {
    this.#waiting.push({ start, counts, since: this.#turn });
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Not by `queueMicrotask`, for which Node makes and runs a scope of its own.
    void Promise.resolve().then(this.#startSome);
  }

  readonly #startSome = (): void => {
    const turn = this.#turn;
    this.#turn += 1;
    for (let started = 0; started < STARTS_PER_TURN; started += 1) {
      const [next] = this.#waiting;
      if (next === undefined || (next.counts && this.#running >= mostAtOnce(this.#running))) {
        this.#scheduled = false;
        return;
      }
      this.#waiting.shift();
      next.start(next.counts ? this.#place() : ignore, next.since !== turn);
    }
    setImmediate(this.#startLater);
  };

  /** Whoever came meanwhile has waited, too. */
  readonly #startLater = (): void => {
    this.#turn += 1;
    this.#startSome();
  };

  #place(): () => void {
    this.#running += 1;
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#running -= 1;
      if (this.#scheduled || this.#waiting.length === 0) return;
      this.#scheduled = true;
      setImmediate(this.#startLater);
    };
  }
}

const ignore = (): void => undefined;
