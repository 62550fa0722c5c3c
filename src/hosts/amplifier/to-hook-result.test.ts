import { describe, expect, it } from 'vitest';
import { answers, play } from '../../decide/testing/runs.js';
import type { EventName } from '../../events/index.js';
import type { HookResult } from '../../kernel/index.js';
import type { Outcome } from '../../nouns.js';
import { exited } from '../../testing/index.js';
import { toHookResult } from './to-hook-result.js';

const said = (
  event: EventName,
  outcome: Outcome,
  data: Record<string, unknown> = {},
  fields = {},
): HookResult => toHookResult(play({ event, outcomes: [outcome], profileName: 'amplifier', fields }), data);

describe('a decision as a HookResult', () => {
  it.each<[string, EventName, Outcome, Partial<HookResult>]>([
    [
      'decision block → deny',
      'PreToolUse',
      answers({ decision: 'block', reason: 'R', systemMessage: 'S' }),
      { action: 'deny', reason: 'R', user_message: 'S', user_message_level: 'info' },
    ],
    ['exit code 2 → deny with stderr', 'PreToolUse', exited(2, '', 'E'), { action: 'deny', reason: 'E' }],
    ['exit code 0 → continue', 'PreToolUse', exited(0), { action: 'continue', user_message: null }],
    [
      'decision approve → continue',
      'PreToolUse',
      answers({ decision: 'approve', systemMessage: 'S' }),
      { action: 'continue', user_message: 'S' },
    ],
    [
      'contextInjection → inject_context',
      'PostToolUse',
      answers({ decision: 'approve', contextInjection: 'C', systemMessage: 'S' }),
      {
        action: 'inject_context',
        context_injection: 'C',
        user_message: 'S',
        ephemeral: true,
        append_to_last_tool_result: true,
      },
    ],
    [
      'a block after the tool → feedback, never a deny',
      'PostToolUse',
      answers({ decision: 'block', reason: 'lint' }),
      {
        action: 'inject_context',
        context_injection: 'lint',
        ephemeral: true,
        append_to_last_tool_result: true,
      },
    ],
    [
      'context of a prompt → inject_context that stays',
      'UserPromptSubmit',
      exited(0, 'C'),
      { action: 'inject_context', context_injection: 'C', ephemeral: false },
    ],
    ['a blocked prompt → deny', 'UserPromptSubmit', exited(2, '', 'no'), { action: 'deny', reason: 'no' }],
    ['a Stop block → deny', 'Stop', exited(2, '', 'more'), { action: 'deny', reason: 'more' }],
    [
      'continue false → deny',
      'UserPromptSubmit',
      answers({ continue: false, stopReason: 'S' }),
      { action: 'deny', reason: 'S' },
    ],
    [
      'any other exit code → continue with a warning',
      'PreToolUse',
      exited(1, '', 'oops'),
      {
        action: 'continue',
        user_message: expect.stringMatching(
          /^The PreToolUse hook at .*:\d+ failed: exited with code 1: oops$/,
        ),
        user_message_level: 'warning',
      },
    ],
    [
      'suppressOutput',
      'PreToolUse',
      answers({ suppressOutput: true }),
      { action: 'continue', suppress_output: true },
    ],
  ])('%s', (_, event, outcome, expected) => {
    expect(said(event, outcome)).toMatchObject(expected);
  });

  it('ask → ask_user with prompt, options, timeout and default', () => {
    const ask = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'It is Friday.',
      },
    };
    expect(said('PreToolUse', answers(ask), { tool_name: 'bash' })).toMatchObject({
      action: 'ask_user',
      reason: 'It is Friday.',
      approval_prompt: 'Allow bash? It is Friday.',
      approval_options: ['Allow once', 'Allow always', 'Deny'],
      approval_timeout: 300,
      approval_default: 'deny',
    });
  });

  it('newContent → modify with the whole data', () => {
    const fields = { tool_name: 'Write', tool_input: { file_path: '/a', content: 'O' } };
    const data = { session_id: 's', ...fields };
    expect(said('PreToolUse', answers({ newContent: 'N' }), data, fields)).toMatchObject({
      action: 'modify',
      data: { session_id: 's', tool_name: 'Write', tool_input: { file_path: '/a', content: 'N' } },
    });
    const result = { success: true, output: 'O' };
    expect(said('PostToolUse', answers({ newContent: 'N' }), { ...data, result }, fields)).toMatchObject({
      action: 'modify',
      data: { result: { success: true, output: 'N' }, session_id: 's' },
    });
  });

  it('a rewrite that comes with context is not lost', () => {
    const answer = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { command: 'b' },
        additionalContext: 'C',
      },
    };
    expect(said('PreToolUse', answers(answer), { tool_input: { command: 'a' } })).toMatchObject({
      action: 'inject_context',
      context_injection: 'C',
      data: { tool_input: { command: 'b' } },
    });
  });
});
