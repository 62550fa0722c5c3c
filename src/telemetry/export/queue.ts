// Records that wait to be sent: bounded, the newest are left out where there is no room.

/** In one request. */
export const MOST_AT_ONCE = 512;
/** Waiting. */
export const MOST_WAITING = 2048;

export class Queue<Record extends object> {
  #waiting: Record[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Gives how many did not fit. */
  add(records: readonly Record[]): number {
    const fitting = records.slice(0, Math.max(0, MOST_WAITING - this.#waiting.length));
    this.#waiting.push(...fitting);
    return records.length - fitting.length;
  }

  take(): readonly Record[] {
    return this.#waiting.splice(0, MOST_AT_ONCE);
  }
}
