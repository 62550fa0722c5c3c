// What one key of `expect` is: the shape of its value, and the rule by which it is compared.
import { isDeepStrictEqual } from 'node:util';
import type { Observed } from '../observed.js';
import type { Expect } from '../vector.js';

/** What was expected and what came instead. */
export interface Mismatch {
  readonly expected: unknown;
  readonly got: unknown;
}

export interface Expectation {
  /** The shape of the value in words. */
  readonly wants: string;
  fits(value: unknown): boolean;
  /** `null`: as expected. */
  compare(value: unknown, seen: Observed, all: Expect): Mismatch | null;
}

/** One row of the table of expectations. */
export function expectation<T>(
  wants: string,
  is: (value: unknown) => value is T,
  differs: (expected: T, seen: Observed, all: Expect) => Mismatch | null,
): Expectation {
  return {
    wants,
    fits: is,
    compare: (value, seen, all) => (is(value) ? differs(value, seen, all) : { expected: wants, got: value }),
  };
}

/** Whether two values are the same JSON. */
export const equal = (expected: unknown, got: unknown): Mismatch | null =>
  isDeepStrictEqual(expected, got) ? null : { expected, got };

/** Whether a value is one of several. */
export const oneOf = (choices: readonly unknown[], got: unknown): Mismatch | null =>
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
