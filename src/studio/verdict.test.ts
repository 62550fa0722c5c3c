import { expect, it } from 'vitest';
import type { EventEntry, RunHead } from '../journal/index.js';
import { eventHead, runHead } from './testing/entries.js';
import { stepsOf } from './verdict.js';

const none: EventEntry['detail']['decision'] = {
  permission: null,
  blocked: false,
  continues: true,
  interrupt: false,
  hidePrompt: false,
  reason: null,
  decidedBy: [],
  feedback: [],
  context: [],
  late: [],
  systemMessages: [],
  updatedInput: null,
  updatedOutput: null,
  updatedPermissions: null,
  output: {},
  stop: null,
  failures: [],
  diagnostics: [],
};

function steps(
  verdict: EventEntry['verdict'],
  runs: readonly RunHead[],
  decision: Partial<typeof none> = {},
): readonly string[] {
  const event: EventEntry = {
    ...eventHead('1', 1, { verdict, runs, reason: decision.reason ?? null }),
    detail: { input: {}, told: [], conditions: [], decision: { ...none, ...decision } },
  };
  return stepsOf(event, (hook) => `<${hook}>`).map(
    (step) => `${step.hook ?? 'rule'}: ${step.text} → ${step.verdict}${step.counts ? ' !' : ''}`,
  );
}

it('a deny beats what was said before it and after it', () => {
  expect(
    steps('deny', [runHead({ hook: 'a' }), runHead({ hook: 'b', verdict: 'deny' }), runHead({ hook: 'c' })], {
      permission: 'deny',
      reason: 'no',
      outvoted: [
        { value: 'allow', by: 'a' },
        { value: 'ask', by: 'c' },
      ],
    }),
  ).toEqual([
    'a: allows it, which does not count: a stronger word beats it → allow !',
    'b: denies it: no → deny !',
    'c: wants the user to be asked, which does not count: a stronger word beats it → deny',
    'rule: deny beats defer, defer beats ask, ask beats allow → deny',
  ]);
});

it('failures, the background and silence decide nothing, but a failure can block', () => {
  const failures = [
    { by: 'a', kind: 'finished', message: 'exit 3', blocked: false },
    { by: 'b', kind: 'timedOut', message: 'too late', blocked: true },
  ] as const;
  const runs = [
    runHead({ hook: 'a' }),
    runHead({ hook: 'b', verdict: 'block' }),
    runHead({ hook: 'c', outcome: 'background' }),
    runHead({ hook: 'd' }),
  ];
  expect(steps('block', runs, { blocked: true, failures })).toEqual([
    'a: failed: exit 3; it decides nothing → nothing',
    'b: failed: too late, and that blocks → block !',
    'c: goes on in the background, and cannot decide → block',
    'd: has no objection and no opinion → block',
    'rule: one block is enough → block',
  ]);
});

it('an end of the turn is said as such, and nothing comes to nothing', () => {
  expect(
    steps('stop', [runHead({ hook: 'a', verdict: 'stop' })], { stop: { value: 'enough', by: 'a' } }),
  ).toEqual(['a: ends the turn: enough → stop !', 'rule: "continue": false ends the turn (<a>) → stop']);
  expect(steps('nothing', [])).toEqual(['rule: no hook objected, so the host decides → nothing']);
});
