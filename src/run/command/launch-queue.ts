// Starts hooks a few at a time: each start blocks the event loop for a fork, and sixteen in a row would freeze the host.

const STARTS_PER_TURN = 4;

export class LaunchQueue {
  #waiting: (() => void)[] = [];
  #scheduled = false;

  /** `start` runs after the current code, so that all hooks of an event are known before the first starts. */
  add(start: () => void): void {
    this.#waiting.push(start);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#startSome);
  }

  readonly #startSome = (): void => {
    const now = this.#waiting.splice(0, STARTS_PER_TURN);
    for (const start of now) start();
    this.#scheduled = now.length > 0;
    if (this.#scheduled) setImmediate(this.#startSome);
  };
}
