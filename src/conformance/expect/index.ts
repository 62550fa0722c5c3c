// The table of expectations: every key of `expect` with its shape and its rule.
import { described, narrowed, object, optional, type Shape } from '../../text/shapes/index.js';
import type { Observed } from '../run-step.js';
import type { Expect } from '../vector.js';
import { type Expectation, expectation, filesByName, type Mismatch } from './expectation.js';
import { REPLACEMENTS } from './replacements.js';
import { TALK } from './talk.js';
import { TEXTS } from './texts.js';
import { TRACES } from './traces.js';
import { VERDICT } from './verdict.js';

export { type Expectation, expectation, filesByName };

/** One key of `expect` that was not met. */
export interface Difference extends Mismatch {
  readonly key: string;
  /** Why it cannot be otherwise, where that is known. */
  readonly why?: string;
}

export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...VERDICT,
  ...TEXTS,
  ...REPLACEMENTS,
  ...TRACES,
  ...TALK,
};

type Rules = Readonly<Record<string, Expectation>>;

/** The shape of an `expect` with these keys. */
export function expectShape(rules: Rules): Shape<Expect> {
  const keys = Object.entries(rules).map(([key, { shape }]) => [
    key,
    optional(described(shape.words, shape)),
  ]);
  const isAny = (expect: Expect): boolean => Object.keys(expect).length > 0;
  return narrowed<Expect>(object(Object.fromEntries(keys)), isAny, 'an object with at least one key', {
    minProperties: 1,
  });
}

/** Compares everything a step expects with what was seen. A key without a rule is a difference, never ignored. */
export function differences(
  expect: Expect,
  seen: Observed,
  rules: Rules = EXPECTATIONS,
): readonly Difference[] {
  return Object.entries(expect).flatMap(([key, value]) => {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) return [{ key, expected: value, got: 'there is no rule for this key' }];
    const mismatch = rule.compare(value, seen, expect);
    return mismatch === null ? [] : [{ key, ...mismatch }];
  });
}
