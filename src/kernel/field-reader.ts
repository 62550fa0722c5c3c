/** Reads typed fields out of an unknown object and remembers what was wrong with them. */

/** A type check that can say what it wants. */
export interface Check<T> {
  is(value: unknown): value is T;
  wants: string;
}
