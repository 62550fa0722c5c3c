// The table of expectations: every key of `expect` with its shape and its rule.
import type { Observed } from '../observed.js';
import type { Expect } from '../vector.js';
import { type Expectation, expectation, type Mismatch } from './expectation.js';
import { REPLACEMENTS } from './replacements.js';
import { TALK } from './talk.js';
import { TEXTS } from './texts.js';
import { TRACES } from './traces.js';
import { VERDICT } from './verdict.js';

export { type Expectation, expectation };

/** One key of `expect` that was not met. */
export interface Difference extends Mismatch {
  readonly key: string;
}

export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...VERDICT,
  ...TEXTS,
  ...REPLACEMENTS,
  ...TRACES,
  ...TALK,
};

type Rules = Readonly<Record<string, Expectation>>;

/** The rule for a key; `undefined`: there is no such key. */
export const findExpectation = (key: string, rules: Rules = EXPECTATIONS): Expectation | undefined =>
  Object.hasOwn(rules, key) ? rules[key] : undefined;

/** Compares everything a step expects with what was seen. A key without a rule is a difference, never ignored. */
export function differences(
  expect: Expect,
  seen: Observed,
  rules: Rules = EXPECTATIONS,
): readonly Difference[] {
  return Object.entries(expect).flatMap(([key, value]) => {
    const rule = findExpectation(key, rules);
    if (rule === undefined) return [{ key, expected: value, got: 'there is no rule for this key' }];
    const mismatch = rule.compare(value, seen, expect);
    return mismatch === null ? [] : [{ key, ...mismatch }];
  });
}
