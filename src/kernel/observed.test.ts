/** This kernel answers as the published one did. */

import { describe, expect, test } from 'vitest';
import { type HookAnswer, hookResult, parseHookResult } from './hook-result.js';
import { observed, runProcessing, runRegistry, scenarios } from './testing/scenarios.js';

/** The published kernel's errors under the names they have here. */
const ERRORS: Record<string, string> = { ValueError: 'InjectionTooLargeError', RuntimeError: 'Error' };

/** Where the API document says otherwise and is followed: `approval_default` counts “on timeout or error”. */
const AS_DOCUMENTED: Record<string, HookAnswer[]> = { 'ask: another failure': [{ action: 'continue' }] };

/** The record leaves out what has its default value. */
function completed(recorded: unknown): unknown {
  const parsed = parseHookResult(recorded);
  return parsed.ok ? parsed.result : parsed.problem;
}

test('every scenario was observed', () => {
  const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
  expect(Object.keys(observed.registry).sort()).toEqual(names(scenarios.registry));
  expect(Object.keys(observed.processing).sort()).toEqual(names(scenarios.processing));
});

describe(`registry as in ${observed.kernel}`, () => {
  test.each(scenarios.registry)('$name', async (scenario) => {
    const expected = observed.registry[scenario.name];
    const questions = scenario.steps.filter((step) => 'emit' in step || 'collect' in step || 'list' in step);
    expect(await runRegistry(scenario)).toEqual({
      calls: expected?.calls,
      returned: expected?.returned.map((outcome, index) =>
        'emit' in (questions[index] ?? {}) ? completed(outcome) : outcome,
      ),
    });
  });
});

describe(`result processing as in ${observed.kernel}`, () => {
  test.each(scenarios.processing)('$name', async (scenario) => {
    const { returned, ...expected } = observed.processing[scenario.name] ?? { returned: [] };
    expect(await runProcessing(scenario)).toEqual({
      ...expected,
      returned: (AS_DOCUMENTED[scenario.name] ?? returned).map((outcome) =>
        'error' in outcome ? { error: ERRORS[outcome.error] } : hookResult(outcome),
      ),
    });
  });
});
