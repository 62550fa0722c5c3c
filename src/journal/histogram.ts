// Durations in few numbers: percentiles within 2.5 %, whatever the count.
import { type Infer, listOf, narrowed, number } from '../text/shapes/index.js';

const GROWTH = 1.05;
const SMALLEST = 0.05;
const LOG_GROWTH = Math.log(GROWTH);

/** `[bucket, count]` pairs, as they are stored in roll-ups. */
export const buckets = listOf(
  narrowed(
    listOf(number),
    (list): list is readonly [number, number] => list.length === 2,
    'a bucket and its count',
  ),
);
type Buckets = Infer<typeof buckets>;

/** Buckets that grow by 5 %; from 0.05 ms to ten minutes there are 335 of them. */
export class Histogram {
  readonly #buckets = new Map<number, number>();
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  get max(): number {
    return this.#max;
  }

  add(ms: number): void {
    const bucket = ms <= SMALLEST ? 0 : Math.ceil(Math.log(ms / SMALLEST) / LOG_GROWTH);
    this.#put(bucket, 1);
    if (ms > this.#max) this.#max = ms;
  }

  merge(buckets: Buckets, max: number): void {
    for (const [bucket, count] of buckets) this.#put(bucket, count);
    this.#max = Math.max(this.#max, max);
  }

  /** The value that a share of all values does not exceed; `null` without values. */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    const wanted = Math.max(1, Math.ceil(this.#count * share));
    let passed = 0;
    for (const [bucket, count] of this.buckets()) {
      passed += count;
      if (passed >= wanted) return Math.min(this.#max, middle(bucket));
    }
    return this.#max;
  }

  /** How many values were at most so many milliseconds, and more than the one before. */
  steps(): readonly { readonly upTo: number; readonly count: number }[] {
    return this.buckets().map(([bucket, count]) => ({ upTo: SMALLEST * GROWTH ** bucket, count }));
  }

  buckets(): Buckets {
    return [...this.#buckets].sort(([a], [b]) => a - b);
  }

  #put(bucket: number, count: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + count);
    this.#count += count;
  }
}

const middle = (bucket: number): number =>
  bucket === 0 ? SMALLEST : SMALLEST * GROWTH ** bucket * (2 / (1 + GROWTH));
