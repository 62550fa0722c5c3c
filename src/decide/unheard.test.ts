// What a hook says where nobody listens is named.
import { describe, expect, it } from 'vitest';
import type { EventName } from '../events/index.js';
import type { Outcome } from '../nouns.js';
import { exited } from '../testing/index.js';
import { answers, play } from './testing/runs.js';

const CONTEXT = {
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'use tabs' },
};

describe.each(['amplifier', 'claude-code'] as const)('in the profile %s', (profileName) => {
  it.each<[string, EventName, Outcome, string, string]>([
    [
      'an answer after text',
      'SessionStart',
      exited(0, `ready\n${JSON.stringify(CONTEXT)}`),
      'answer-not-alone',
      'ready',
    ],
    [
      'an answer before text',
      'PostToolUse',
      exited(0, '{"systemMessage":"hi"}\nDone.'),
      'answer-not-alone',
      'systemMessage',
    ],
    ['exit 2 with invalid JSON', 'PreToolUse', exited(2, '{"reason": no}'), 'reason-not-read', 'JSON'],
    [
      'exit 2 with its reason on stdout',
      'PreToolUse',
      exited(2, 'too risky'),
      'reason-not-read',
      'too risky',
    ],
    [
      'JSON as the path of a work tree',
      'WorktreeCreate',
      answers({ hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: '/w' } }),
      'path-is-json',
      'worktreePath',
    ],
    ['text that nobody is shown', 'PostToolUse', exited(0, '✓ Formatted\n'), 'stdout-unheard', '✓ Formatted'],
    [
      'a field in the wrong place',
      'SessionStart',
      answers({ additionalContext: 'x' }),
      'field-ignored',
      'outside',
    ],
    [
      'a field of another event',
      'PostToolUse',
      answers({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedInput: {} } }),
      'field-ignored',
      'updatedInput',
    ],
  ])('%s', (_, event, outcome, code, says) => {
    const { diagnostics } = play({ event, outcomes: [outcome], profileName });
    expect(diagnostics).toMatchObject([{ code, message: expect.stringContaining(says) }]);
  });

  it.each<[string, EventName, Outcome]>([
    ['text that the model reads', 'SessionStart', exited(0, 'use tabs')],
    ['text with braces', 'SessionStart', exited(0, 'use {a} and {b}')],
    ['a reason on stderr', 'PreToolUse', exited(2, 'checking…', 'no')],
    ['a path', 'WorktreeCreate', exited(0, '/work/tree')],
    ['nothing', 'PostToolUse', exited(0, ' \n')],
    ['its own input', 'PostToolUse', answers({ tool_name: 'Bash', tool_input: {} })],
  ])('%s is heard, or says nothing', (_, event, outcome) => {
    expect(play({ event, outcomes: [outcome], profileName }).diagnostics).toEqual([]);
  });
});

describe('newContent', () => {
  const write = { tool_name: 'Write', tool_input: { file_path: '/f', content: 'a' } };
  const multi = { tool_name: 'MultiEdit', tool_input: { file_path: '/f', edits: [] } };
  const codes = (event: EventName, fields: Record<string, unknown>, answer: Record<string, unknown> = {}) =>
    play({
      event,
      fields,
      outcomes: [answers({ newContent: 'b', ...answer })],
      profileName: 'amplifier',
    }).diagnostics.map(({ code }) => code);

  it.each<[EventName, Record<string, unknown>]>([
    ['PreToolUse', {}],
    ['PreToolUse', multi],
    ['UserPromptSubmit', {}],
    ['SessionStart', {}],
    ['Stop', {}],
  ])('is named on %s where there is nothing that it replaces', (event, fields) => {
    expect(codes(event, fields)).toEqual(['field-ignored']);
  });

  it('is named where updatedInput says the same thing otherwise, and not where it counts', () => {
    const hookSpecificOutput = { hookEventName: 'PreToolUse', updatedInput: {} };
    expect(codes('PreToolUse', write, { hookSpecificOutput })).toEqual(['field-ignored']);
    expect(codes('PreToolUse', write)).toEqual([]);
    expect(codes('PostToolUse', {})).toEqual([]);
  });
});
