// What one key of `expect` is: the shape of its value, and the rule by which it is compared.
import { isDeepStrictEqual } from 'node:util';
import { mapOf, orNull, type Shape, text, worded } from '../../text/shapes/index.js';
import type { Observed } from '../run-step.js';
import type { Expect } from '../vector.js';

/** What was expected and what came instead. */
export interface Mismatch {
  readonly expected: unknown;
  readonly got: unknown;
}

export interface Expectation {
  readonly shape: Shape<unknown>;
  /** `null`: as expected. */
  compare(value: unknown, seen: Observed, all: Expect): Mismatch | null;
}

/** Files by name; `null`: there is none. */
export const filesByName = worded('a string or null for each file', mapOf(orNull(text)));

/** One row of the table of expectations. */
export function expectation<T>(
  shape: Shape<T>,
  differs: (expected: T, seen: Observed, all: Expect) => Mismatch | null,
): Expectation {
  return {
    shape,
    compare: (value, seen, all) =>
      shape.is(value) ? differs(value, seen, all) : { expected: shape.words, got: value },
  };
}

/** Whether two values are the same JSON. */
export const equal = (expected: unknown, got: unknown): Mismatch | null =>
  isDeepStrictEqual(expected, got) ? null : { expected, got };

/** Whether a value is one of several. */
export const among = (choices: readonly unknown[], got: unknown): Mismatch | null =>
  choices.some((choice) => isDeepStrictEqual(choice, got)) ? null : { expected: { anyOf: choices }, got };

/** Whether two lists hold the same strings or numbers, in any order. */
export function sameItems<T extends string | number>(
  expected: readonly T[],
  got: readonly T[],
): Mismatch | null {
  const sorted = (items: readonly T[]) => [...items].sort();
  return isDeepStrictEqual(sorted(expected), sorted(got))
    ? null
    : { expected: { inAnyOrder: expected }, got };
}
