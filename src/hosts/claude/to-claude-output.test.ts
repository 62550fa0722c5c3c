import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answers, play } from '../../decide/testing/runs.js';
import { EVENT_NAMES, type EventName, eventRow } from '../../events/index.js';
import type { Decision, Outcome } from '../../nouns.js';
import { exited } from '../../testing/index.js';
import { verdictOf } from '../agents/verdict.js';
import { toClaudeOutput } from './to-claude-output.js';

/** What Claude Code would make of the engine's own answer. */
const heardAgain = (decision: Decision): Decision => {
  const { exitCode, stdout, stderr } = toClaudeOutput(decision);
  return play({ event: decision.event, outcomes: [exited(exitCode, stdout, stderr)] });
};

const texts = (said: readonly { value: string }[]) => said.map(({ value }) => value).join('\n');

const essence = (decision: Decision) => ({
  permission: decision.permission,
  blocked: decision.blocked,
  continues: decision.continues,
  reason: decision.permission === 'allow' ? null : decision.reason,
  context: texts(decision.context),
  feedback: texts(decision.feedback),
  systemMessages: texts(decision.systemMessages),
  updatedInput: decision.updatedInput?.value,
  updatedOutput: decision.updatedOutput?.value,
  stop: decision.stop?.value,
  output: Object.fromEntries(Object.entries(decision.output).map(([name, { value }]) => [name, value])),
});

describe('the engine as a hook', () => {
  it.each<[string, EventName, readonly Outcome[]]>([
    ['a deny', 'PreToolUse', [exited(2, '', 'no')]],
    [
      'an ask with rewrite',
      'PreToolUse',
      [
        answers({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'ask',
            permissionDecisionReason: 'sure?',
            updatedInput: { command: 'x' },
          },
        }),
      ],
    ],
    ['an allow', 'PreToolUse', [answers({ decision: 'approve' })]],
    ['feedback', 'PostToolUse', [exited(2, '', 'lint'), answers({ decision: 'block', reason: 'B' })]],
    [
      'a replaced output',
      'PostToolUse',
      [answers({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { stdout: 'x' } } })],
    ],
    ['context from two', 'UserPromptSubmit', [exited(0, 'one'), exited(0, 'two')]],
    [
      'a blocked prompt',
      'UserPromptSubmit',
      [answers({ decision: 'block', reason: 'B', systemMessage: 'S' })],
    ],
    ['another round', 'Stop', [exited(2, '', 'more')]],
    ['the end of the turn', 'Stop', [answers({ continue: false, stopReason: 'R' })]],
    [
      'a permission denied',
      'PermissionRequest',
      [
        answers({
          hookSpecificOutput: {
            hookEventName: 'PermissionRequest',
            decision: { behavior: 'deny', message: 'M' },
          },
        }),
      ],
    ],
    [
      'a permission given',
      'PermissionRequest',
      [
        answers({
          hookSpecificOutput: {
            hookEventName: 'PermissionRequest',
            decision: { behavior: 'allow', updatedInput: { a: 1 } },
          },
        }),
      ],
    ],
    ['a blocked compaction', 'PreCompact', [answers({ decision: 'block', reason: 'B' })]],
    ['compaction instructions', 'PreCompact', [exited(0, 'keep names')]],
    ['a declined elicitation', 'Elicitation', [exited(2, '', 'no')]],
    [
      'an answered elicitation',
      'Elicitation',
      [
        answers({
          hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content: { a: 1 } },
        }),
      ],
    ],
    ['a work tree', 'WorktreeCreate', [exited(0, '/tree\n')]],
    ['no work tree', 'WorktreeCreate', [exited(1, '', 'no')]],
    ['a denied switch', 'PreModelSwitch', [exited(2, '', 'no')]],
    [
      'a first message',
      'SessionStart',
      [answers({ hookSpecificOutput: { hookEventName: 'SessionStart', initialUserMessage: 'I' } })],
    ],
  ])('%s is heard again', (_, event, outcomes) => {
    const decision = play({ event, outcomes });
    expect(essence(heardAgain(decision))).toEqual(essence(decision));
  });

  it('says nothing when there is nothing to say', () => {
    expect(toClaudeOutput(play({ event: 'PreToolUse', outcomes: [exited(0)] }))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('tells the user of failed hooks', () => {
    const { exitCode, stdout, stderr } = toClaudeOutput(
      play({ event: 'PreToolUse', outcomes: [exited(1, '', 'oops')] }),
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringMatching(
        /^PreToolUse hook at .*:\d+ \(.+\) failed: exited with code 1: oops$/,
      ),
    });
    expect(stderr).toContain('oops');
  });

  it.each<EventName>(['Stop', 'SubagentStop', 'PreCompact'])(
    'blocks %s with the exit code that its hook used',
    (event) => {
      expect(toClaudeOutput(play({ event, outcomes: [exited(0), exited(2, '', 'more')] }))).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'more',
      });
      const json = answers({ decision: 'block', reason: 'more' });
      for (const outcomes of [
        [json],
        [exited(2, '', 'one'), json],
        [exited(2, '', 'one'), exited(1, '', 'oops')],
      ])
        expect(toClaudeOutput(play({ event, outcomes }))).toMatchObject({
          exitCode: 0,
          stdout: expect.stringContaining('"decision":"block"'),
        });
    },
  );

  it('keeps what a Stop hook said beside one that ends the turn', () => {
    const outcomes = [exited(2, '', 'more'), answers({ continue: false, stopReason: 'R' })];
    expect(JSON.parse(toClaudeOutput(play({ event: 'Stop', outcomes })).stdout)).toEqual({
      continue: false,
      stopReason: 'R',
      decision: 'block',
      reason: 'more',
    });
  });

  it.each<[EventName, Outcome, string]>([
    ['PreCompact', answers({ systemMessage: 'S' }), ''],
    ['PreCompact', exited(0, 'keep names'), 'keep names'],
    ['PostCompact', exited(0, 'done'), 'done'],
  ])('speaks plain text at %s', (event, outcome, stdout) => {
    expect(toClaudeOutput(play({ event, outcomes: [outcome] }))).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it.each<EventName>(['Stop', 'SessionEnd', 'SessionStart', 'PreCompact', 'PostCompact', 'UserPromptSubmit'])(
    'fails at %s as its hook did, and names the command',
    (event) => {
      const { exitCode, stdout, stderr } = toClaudeOutput(play({ event, outcomes: [exited(7, '', 'oops')] }));
      expect([exitCode, stdout]).toEqual([7, '']);
      expect(stderr).toMatch(/hook at .*:\d+ \(.+\) failed: exited with code 7: oops/);
    },
  );

  it('exits 2 only for a block that JSON cannot say, or that its hook said so', () => {
    const code = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        code,
        fc.string(),
        fc.string(),
        (event, exit, stdout, stderr) => {
          const decision = play({ event, outcomes: [exited(exit, stdout, stderr)] });
          const { exitCode } = toClaudeOutput(decision);
          if (exitCode === 2) {
            expect(decision.blocked).toBe(true);
            expect(exit === 2 || eventRow(event).jsonBlock === 'nothing').toBe(true);
          }
          expect(heardAgain(decision).blocked).toBe(decision.blocked);
        },
      ),
    );
  });
});

it.each<[EventName, readonly Outcome[]]>([
  ['Stop', [exited(2, '', 'go on')]],
  ['PostToolUse', [exited(1, '', 'oh')]],
  ['SessionStart', []],
])('what the engine has to tell the user is told, whatever hooks of %s do', (event, outcomes) => {
  const decision = play({ event, outcomes });
  const at = { file: null, line: null, column: null, hint: null };
  const notice = {
    code: 'over-budget',
    severity: 'warning',
    message: 'it takes long',
    tell: true,
    ...at,
  } as const;
  const { stdout } = toClaudeOutput({ ...decision, diagnostics: [notice] });
  expect(JSON.parse(stdout)['systemMessage']).toContain('it takes long');
  expect(verdictOf([{ ...decision, diagnostics: [notice] }]).messages).toContain('it takes long');
});
