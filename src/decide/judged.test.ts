import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, eventRow } from '../events/index.js';
import type { Decision, ModelHandler, Outcome } from '../nouns.js';
import { play } from './testing/runs.js';

const handler = (type: 'prompt' | 'agent', continueOnBlock = false): ModelHandler => ({
  type,
  prompt: 'p',
  model: null,
  continueOnBlock,
});
const PROMPT = handler('prompt');
const GOING_ON = handler('prompt', true);
const AGENT = handler('agent');

const judged = (ok: boolean, reason: string | null = null, impossible = false): Outcome => ({
  kind: 'judged',
  verdict: { ok, reason, impossible },
});

const playOne = (event: EventName, by: ModelHandler, outcome: Outcome) =>
  play({ event, outcomes: [outcome], more: { handler: by }, fields: FIELDS });

/** Enough for every event that has required fields. */
const FIELDS = { prompt: 'p', task_id: 't', task_subject: 's' };

type Seen = Partial<Pick<Decision, 'permission' | 'blocked' | 'continues' | 'reason'>> & {
  readonly feedback?: readonly string[];
  readonly stop?: string;
};

const NOTHING = { permission: null, blocked: false, continues: true, reason: null, feedback: [], stop: null };

const seen = (decision: Decision) => ({
  permission: decision.permission,
  blocked: decision.blocked,
  continues: decision.continues,
  reason: decision.reason,
  feedback: decision.feedback.map(({ value }) => value),
  stop: decision.stop?.value ?? null,
});

const ENDS: Seen = { stop: 'R', continues: false };
const MET = 'Agent hook condition was not met: R';

const ROWS: readonly (readonly [EventName, ModelHandler, Seen])[] = [
  ['PreToolUse', PROMPT, { permission: 'deny', blocked: true, reason: 'R', ...ENDS }],
  ['PreToolUse', GOING_ON, { permission: 'deny', blocked: true, reason: 'R' }],
  ['PreToolUse', AGENT, { permission: 'deny', blocked: true, reason: MET }],
  ['PostToolUse', PROMPT, ENDS],
  ['PostToolUse', GOING_ON, { feedback: ['R'] }],
  ['PostToolUse', AGENT, { feedback: [MET] }],
  ['PostToolUseFailure', PROMPT, { feedback: ['R'] }],
  ['PostToolBatch', PROMPT, ENDS],
  ['PostToolBatch', GOING_ON, ENDS],
  ['UserPromptSubmit', PROMPT, ENDS],
  ['UserPromptSubmit', GOING_ON, ENDS],
  ['UserPromptSubmit', AGENT, { ...ENDS, stop: MET }],
  ['UserPromptExpansion', PROMPT, ENDS],
  ['Stop', PROMPT, { blocked: true, reason: 'R' }],
  ['Stop', AGENT, { blocked: true, reason: MET }],
  ['SubagentStop', PROMPT, { blocked: true, reason: 'R' }],
  ['TeammateIdle', PROMPT, ENDS],
  ['TeammateIdle', GOING_ON, { blocked: true, reason: 'R' }],
  ['TaskCreated', PROMPT, { blocked: true, reason: 'R' }],
  ['TaskCompleted', PROMPT, { blocked: true, reason: 'R' }],
  ['PermissionRequest', PROMPT, {}],
  ['PermissionDenied', AGENT, {}],
];

describe('ok: false', () => {
  it.each(ROWS)('%s, %j', (event, by, expected) => {
    expect(seen(playOne(event, by, judged(false, 'R')))).toEqual({ ...NOTHING, ...expected });
  });

  it('has a row for every event that a model may judge', () => {
    const judgeable = EVENT_NAMES.filter((name) => eventRow(name).handlers.includes('prompt'));
    expect(new Set(ROWS.map(([event]) => event))).toEqual(new Set(judgeable));
  });

  it.each(['PermissionRequest', 'PermissionDenied'] as const)(
    '%s: it says that it has no effect',
    (event) => {
      expect(playOne(event, PROMPT, judged(false, 'R')).diagnostics).toMatchObject([
        { code: 'field-ignored', message: expect.stringContaining(`no effect on ${event}`) },
      ]);
    },
  );

  it.each([null, '', '  '])('without a reason it still counts: %j', (reason) => {
    const decision = playOne('PreToolUse', PROMPT, judged(false, reason));
    expect(decision).toMatchObject({ permission: 'deny', reason: 'the model gave no reason' });
  });

  it('all reasons are given, and the turn ends if one of them ends it', () => {
    const outcomes = [judged(true), judged(false, 'A'), judged(false, 'B')];
    const decision = play({ event: 'PreToolUse', outcomes, more: { handler: PROMPT } });
    expect(decision).toMatchObject({
      reason: 'A\nB',
      decidedBy: ['h1', 'h2'],
      stop: { value: 'A', by: 'h1' },
    });
  });
});

describe('ok: true', () => {
  it.each(ROWS)('%s, %j: nothing, and no permission', (event, by) => {
    const nothing = event === 'Stop' || event === 'SubagentStop' || event === 'TeammateIdle';
    expect(seen(playOne(event, by, judged(true, 'fine', true)))).toEqual({
      ...NOTHING,
      continues: !nothing,
    });
  });
});

describe('impossible', () => {
  it.each(['Stop', 'SubagentStop'] as const)('%s: the agent may stop, and it is said why', (event) => {
    const decision = playOne(event, PROMPT, judged(false, 'no such file', true));
    expect(seen(decision)).toEqual({ ...NOTHING, continues: false });
    expect(decision.diagnostics).toMatchObject([
      { code: 'condition-impossible', message: expect.stringContaining('no such file') },
    ]);
  });

  it('is for prompt hooks and for stopping only', () => {
    expect(playOne('Stop', AGENT, judged(false, 'R', true)).blocked).toBe(true);
    expect(playOne('PreToolUse', PROMPT, judged(false, 'R', true)).permission).toBe('deny');
    expect(playOne('TaskCreated', PROMPT, judged(false, 'R', true)).blocked).toBe(true);
  });
});

describe('no verdict', () => {
  const printed = { stdout: '', stderr: '', truncated: false };
  const failures: readonly Outcome[] = [
    { kind: 'launchFailed', problem: 'no-model', path: '', message: 'no key', exitCode: null, stderr: '' },
    {
      kind: 'launchFailed',
      problem: 'unreachable',
      path: 'u',
      message: 'refused',
      exitCode: null,
      stderr: '',
    },
    { kind: 'launchFailed', problem: 'call-failed', path: 'u', message: '400', exitCode: null, stderr: '' },
    { kind: 'badOutput', message: 'prose', exitCode: 0, stdout: 'prose', stderr: '' },
    { kind: 'timedOut', timeoutMs: 30_000, ...printed },
  ];

  it.each(failures)('$kind $problem: goes ahead, as a failure', (outcome) => {
    const decision = playOne('PreToolUse', PROMPT, outcome);
    expect(seen(decision)).toEqual(NOTHING);
    expect(decision.failures).toMatchObject([{ kind: outcome.kind, blocked: false }]);
  });

  it.each(failures)('$kind $problem: blocks where onFailure says so', (outcome) => {
    const more = { handler: PROMPT, onFailure: 'block' } as const;
    const decision = play({ event: 'PreToolUse', outcomes: [outcome], more });
    expect(decision).toMatchObject({ permission: 'deny', blocked: true, failures: [{ blocked: true }] });
    expect(decision.reason).toContain('blocking because onFailure is "block"');
    const dialog = play({ event: 'PermissionRequest', outcomes: [outcome], more });
    expect(dialog.permission).toBe('deny');
  });

  it('a cancelled run is no failure', () => {
    const decision = playOne('PreToolUse', PROMPT, { kind: 'cancelled', why: 'aborted' });
    expect({ ...seen(decision), failures: decision.failures }).toEqual({ ...NOTHING, failures: [] });
  });
});
