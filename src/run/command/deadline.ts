// A timer for any number of milliseconds: `setTimeout` turns more than 2^31 - 1 into 1.

const LONGEST = 2_147_483_647;

export class Deadline {
  readonly #due: number;
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout;

  constructor(ms: number, onDue: () => void) {
    this.#due = performance.now() + ms;
    this.#onDue = onDue;
    this.#timer = this.#arm(ms);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): NodeJS.Timeout {
    if (ms <= LONGEST) return setTimeout(this.#onDue, ms);
    return setTimeout(() => {
      this.#timer = this.#arm(this.#due - performance.now());
    }, LONGEST);
  }
}
