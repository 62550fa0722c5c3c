import { describe, expect, it } from 'vitest';
import { jsonReport, textReport } from './report.js';
import type { Outcome, Problem, Result } from './result.js';

const result = (name: string, outcome: Outcome): Result => ({
  subject: {
    name,
    group: name.split('/')[0] ?? '',
    title: `Title of ${name}`,
    file: `conformance/${name}.json`,
  },
  outcome,
  durationMs: 5,
});

const problems: Problem[] = [
  { kind: 'differs', step: 2, key: 'reason', expected: 'NO', got: null },
  { kind: 'broke', step: null, message: 'the engine is gone' },
];
const RESULTS: readonly Result[] = [
  result('async/a', { kind: 'passed' }),
  result('decisions/a', { kind: 'failed', problems }),
  result('decisions/b', { kind: 'passed' }),
  result('decisions/c', { kind: 'diverged', reason: 'it is safer', problems: problems.slice(0, 1) }),
  result('http/a', { kind: 'skipped', reason: 'handler type http comes later' }),
  result('http/b', { kind: 'skipped', reason: 'handler type http comes later' }),
];

describe('textReport', () => {
  it('says what differed, what was skipped and why, and closes with the counts alone', () => {
    expect(textReport(RESULTS)).toMatchInlineSnapshot(`
      "async      1/1
      decisions  2/3
      http       0/2  (2 skipped)

      FAILED decisions/a: Title of decisions/a
        in conformance/decisions/a.json
        step 2: reason: expected "NO", got null
        the engine is gone

      DOCUMENTED DIVERGENCE decisions/c: it is safer
        step 2: reason: expected "NO", got null

      SKIPPED 2 of http: handler type http comes later

      3 passed, 1 failed, 2 skipped"
    `);
  });

  it('leaves out what there is none of', () => {
    expect(textReport(RESULTS.slice(0, 1))).toBe('async  1/1\n\n1 passed, 0 failed');
  });

  it('shortens what would fill the screen', () => {
    const long: Problem = {
      kind: 'differs',
      step: 1,
      key: 'context',
      expected: [],
      got: ['x'.repeat(100_000)],
    };
    const text = textReport([result('robustness/a', { kind: 'failed', problems: [long] })]);
    expect(text.length).toBeLessThan(700);
    expect(text).toContain('… (100004 characters)');
  });
});

describe('jsonReport', () => {
  it('is one object with a version, the counts and every vector', () => {
    const report: unknown = JSON.parse(jsonReport(RESULTS));
    expect(report).toMatchObject({
      version: 1,
      passed: 3,
      failed: 1,
      skipped: 2,
      diverged: 1,
      total: 6,
      groups: { decisions: { passed: 2, failed: 1, skipped: 0, diverged: 1, total: 3 } },
    });
    expect(report).toHaveProperty('vectors.1', {
      name: 'decisions/a',
      group: 'decisions',
      title: 'Title of decisions/a',
      file: 'conformance/decisions/a.json',
      result: 'failed',
      problems,
      durationMs: 5,
    });
  });
});
