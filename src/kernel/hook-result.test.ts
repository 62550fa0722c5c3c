import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HookResult, hookResult, parseHookResult } from './hook-result.js';
import { anyHookResult } from './testing/arbitraries.js';

const DEFAULTS: HookResult = {
  action: 'continue',
  data: null,
  reason: null,
  context_injection: null,
  context_injection_role: 'system',
  ephemeral: false,
  approval_prompt: null,
  approval_options: null,
  approval_timeout: 300,
  approval_default: 'deny',
  suppress_output: false,
  user_message: null,
  user_message_level: 'info',
  user_message_source: null,
  append_to_last_tool_result: false,
  context_injections: [],
};

describe('defaults', () => {
  test.each([[undefined], [null], [{}]])('%j is continue', (answer) => {
    expect(parseHookResult(answer)).toEqual({ ok: true, result: DEFAULTS });
  });

  test('a field that is undefined counts as left out', () => {
    expect(parseHookResult({ action: undefined, data: undefined })).toMatchObject({
      ok: true,
      result: { action: 'continue', data: null },
    });
  });

  test('an injection of a list gets its own defaults', () => {
    expect(hookResult({ context_injections: [{ content: 'c' }] }).context_injections).toEqual([
      {
        content: 'c',
        role: 'system',
        ephemeral: false,
        append_to_last_tool_result: false,
        hook_name: 'unknown',
        event: '',
      },
    ]);
  });
});

describe('unknown keys', () => {
  test('survive', () => {
    expect(parseHookResult({ action: 'deny', trace: { id: 7 } })).toEqual({
      ok: true,
      result: { ...DEFAULTS, action: 'deny', trace: { id: 7 } },
    });
  });

  test('even __proto__, without touching the prototype', () => {
    const parsed = parseHookResult(JSON.parse('{"__proto__": {"action": "deny"}}'));
    expect(parsed).toMatchObject({ ok: true, result: { action: 'continue' } });
    expect(JSON.stringify(parsed)).toContain('"__proto__":{"action":"deny"}');
  });
});

describe('what is wrong is said', () => {
  test.each([
    ['deny', 'a hook result must be an object, not "deny"'],
    [5, 'a hook result must be an object, not 5'],
    [[], 'a hook result must be an object, not a list'],
    [() => {}, 'a hook result must be an object, not a function'],
    [
      { action: 'block' },
      'action must be one of continue, deny, modify, inject_context, ask_user, not "block"',
    ],
    [
      { action: 'x'.repeat(41) },
      'action must be one of continue, deny, modify, inject_context, ask_user, not a long string',
    ],
    [{ action: null }, 'action must be one of continue, deny, modify, inject_context, ask_user, not null'],
    [{ data: [] }, 'data must be an object or null, not a list'],
    [{ reason: {} }, 'reason must be a string or null, not an object'],
    [{ ephemeral: 'no' }, 'ephemeral must be true or false, not "no"'],
    [{ approval_timeout: Number.NaN }, 'approval_timeout must be a number of seconds, not NaN'],
    [{ approval_options: ['a', 1] }, 'approval_options must be a list of strings or null, not a list'],
    [{ context_injections: ['c'] }, 'context_injections must be a list of objects, not a list'],
    [
      { context_injections: [{ content: 'c' }, {}] },
      'context_injections[1].content must be a string, not missing',
    ],
    [
      { context_injections: [{ content: 'c', role: 'tool' }] },
      'context_injections[0].role must be one of system, user, assistant, not "tool"',
    ],
  ])('%j', (answer, problem) => {
    expect(parseHookResult(answer)).toEqual({ ok: false, problem });
  });

  test('the maker throws it', () => {
    expect(() => hookResult(JSON.parse('{"action": "allow"}'))).toThrow(
      new TypeError(
        'Not a hook result: action must be one of continue, deny, modify, inject_context, ask_user, not "allow".',
      ),
    );
  });
});

describe('properties', () => {
  test('a result survives JSON', () => {
    fc.assert(
      fc.property(anyHookResult, (result) => {
        expect(parseHookResult(JSON.parse(JSON.stringify(result)))).toEqual({ ok: true, result });
      }),
    );
  });

  test('reading twice changes nothing', () => {
    fc.assert(
      fc.property(fc.object(), (answer) => {
        const once = parseHookResult(answer);
        if (once.ok) expect(parseHookResult(once.result)).toEqual(once);
      }),
    );
  });

  test('anything at all can be read', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const parsed = parseHookResult(answer);
        expect(parsed.ok ? parsed.result.action : parsed.problem).toBeTypeOf('string');
      }),
    );
  });
});
