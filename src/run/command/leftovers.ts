// Output streams that a helper, left behind on purpose by a hook, still holds after the answer. They are read on
// and thrown away: closing them would kill the helper at its next `echo`.
import type { Reader } from './reader.js';

const MOST = 32;

export class Leftovers {
  readonly #allowance: number;
  #readers: Reader[] = [];

  /** `allowance`: bytes for each stream, after which it is closed all the same. */
  constructor(allowance: number) {
    this.#allowance = allowance;
  }

  add(reader: Reader): void {
    this.#readers = this.#readers.filter((one) => !one.ended);
    reader.discard(this.#allowance);
    this.#readers.push(reader);
    if (this.#readers.length > MOST) this.#readers.shift()?.destroy();
  }

  close(): void {
    for (const reader of this.#readers.splice(0)) reader.destroy();
  }
}
