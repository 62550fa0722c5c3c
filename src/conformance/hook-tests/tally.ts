// Counts results of tests.
import type { TestResult } from './run.js';

export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
}

/** A malformed test counts as failed. */
export function tallyTests(results: readonly TestResult[]): TestTally {
  const count = (...kinds: readonly TestResult['outcome']['kind'][]): number =>
    results.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  return {
    passed: count('passed'),
    failed: count('failed', 'malformed'),
    skipped: count('skipped'),
    total: results.length,
  };
}
