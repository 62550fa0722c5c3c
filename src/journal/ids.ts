// Ids of entries: unique on one machine, and in the order of time.

const TIME_DIGITS = 9;
const MOST_A_MOMENT = 36 ** 2;

const digits = (value: number, length: number): string => value.toString(36).padStart(length, '0');

/** Makes ids: nine digits of time, two that count within a millisecond, four that tell processes apart. */
export class Ids {
  readonly #clock: () => number;
  readonly #process = digits(Math.floor(Math.random() * 36 ** 4), 4);
  #last = 0;
  #count = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  next(): string {
    const now = Math.floor(this.#clock());
    if (now > this.#last) this.#count = 0;
    else this.#count += 1;
    // A clock that is put back does not disturb the order within this process.
    this.#last = Math.max(now, this.#last);
    if (this.#count === MOST_A_MOMENT) {
      this.#last += 1;
      this.#count = 0;
    }
    return `${digits(this.#last, TIME_DIGITS)}${digits(this.#count, 2)}${this.#process}`;
  }
}

/** When an id was made. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, TIME_DIGITS), 36);
