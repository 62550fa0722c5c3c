import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hookResult } from './hook-result.js';
import {
  type ContextMessage,
  createResultProcessor,
  InjectionTooLargeError,
  type ResultProcessorOptions,
} from './processor.js';
import { type Clock, type LogEntry, systemClock } from './system.js';
import { anyHookResult } from './testing/arbitraries.js';

/** A processor with a conversation and a log to look into. */
function recording(options: ResultProcessorOptions = {}) {
  const messages: ContextMessage[] = [];
  const entries: LogEntry[] = [];
  const processor = createResultProcessor({
    context: { addMessage: (message) => void messages.push(message) },
    clock: { ...systemClock, now: () => new Date('2030-01-01T12:00:00Z') },
    log: (entry) => entries.push(entry),
    ...options,
  });
  const codes = () => entries.map(({ level, code }) => `${level} ${code}`);
  return { ...processor, messages, entries, codes };
}

const injecting = (text: string) => hookResult({ action: 'inject_context', context_injection: text });

describe('limits', () => {
  test('10,240 characters when nothing is said', async () => {
    const { process, messages } = recording();
    await process(injecting('x'.repeat(10_240)), 'tool:post', 'linter');
    expect(messages).toHaveLength(1);
    await expect(process(injecting('x'.repeat(10_241)), 'tool:post', 'linter')).rejects.toThrow(
      InjectionTooLargeError,
    );
  });

  test('the error says what to do', async () => {
    const { process, codes, turnTokens } = recording({ injectionSizeLimit: 5 });
    const error = await process(injecting('too long'), 'tool:post', 'linter').catch((thrown) => thrown);
    expect(error).toMatchObject({
      name: 'InjectionTooLargeError',
      size: 8,
      limit: 5,
      message:
        'Context injection exceeds 5 characters: hook "linter" on tool:post sent 8. ' +
        'Shorten what the hook injects, or raise injectionSizeLimit (null for no limit).',
    });
    expect(codes()).toEqual(['error injection_too_large']);
    expect(turnTokens()).toBe(0);
  });

  test('10,000 tokens a turn when nothing is said; a new turn starts again', async () => {
    const { process, codes, messages, resetTurn, turnTokens } = recording();
    const warnings = () => codes().filter((code) => code === 'warning budget_exceeded').length;
    for (let round = 0; round < 4; round++) await process(injecting('x'.repeat(10_000)), 'e', 'h');
    expect([turnTokens(), warnings()]).toEqual([10_000, 0]);
    await process(injecting('four'), 'e', 'h');
    expect([turnTokens(), warnings(), messages.length]).toEqual([10_001, 1, 5]);
    resetTurn();
    await process(injecting('four'), 'e', 'h');
    expect([turnTokens(), warnings()]).toEqual([1, 1]);
  });

  test('null is no limit', async () => {
    const { process, codes } = recording({ injectionSizeLimit: null, injectionBudgetPerTurn: null });
    await process(injecting('x'.repeat(100_000)), 'e', 'h');
    expect(codes()).toEqual(['info context_injected']);
  });

  test.each([[-1], [Number.NaN]])('%d is no limit one can keep', (limit) => {
    expect(() => createResultProcessor({ injectionSizeLimit: limit })).toThrow(
      new RangeError(`injectionSizeLimit must be a number from 0 up, or null for no limit, not ${limit}.`),
    );
    expect(() => createResultProcessor({ injectionBudgetPerTurn: limit })).toThrow(/^injectionBudgetPerTurn/);
  });
});

describe('injections', () => {
  test('carry their provenance and are on record', async () => {
    const { process, messages, entries } = recording();
    await process(injecting('2 errors'), 'tool:post', 'linter');
    expect(messages).toEqual([
      {
        role: 'system',
        content: '2 errors',
        metadata: {
          source: 'hook',
          hook_name: 'linter',
          event: 'tool:post',
          timestamp: '2030-01-01T12:00:00.000+00:00',
          requested_role: 'system',
          ephemeral: false,
          persisted: true,
        },
      },
    ]);
    expect(entries).toEqual([
      {
        level: 'info',
        code: 'context_injected',
        event: 'tool:post',
        hook: 'linter',
        message: 'Hook "linter" on tool:post injects 8 characters as system',
        details: { characters: 8, tokens: 2, role: 'system', ephemeral: false },
      },
    ]);
  });

  test('ephemeral ones are on record too', async () => {
    const { process, codes, messages } = recording();
    await process({ ...injecting('c'), ephemeral: true }, 'e', 'h');
    expect([codes(), messages]).toEqual([['info context_injected'], []]);
  });

  test('without a context the log says that they are lost', async () => {
    const { process, codes } = recording({ context: undefined });
    await process(injecting('c'), 'e', 'h');
    expect(codes()).toEqual(['info context_injected', 'warning context_missing']);
  });

  test('a hook without a name is unknown', async () => {
    const { process, messages } = recording();
    await process(injecting('c'), 'e');
    expect(messages[0]?.metadata.hook_name).toBe('unknown');
  });
});

describe('messages', () => {
  test.each([
    ['without a display', undefined, 'debug message_not_shown'],
    [
      'on a broken one',
      { showMessage: () => Promise.reject(new Error('no screen')) },
      'error message_not_shown',
    ],
  ])('%s they are in the log, and the result stands', async (_name, display, entry) => {
    const { process, codes, entries } = recording({ display });
    const result = hookResult({ action: 'deny', user_message: 'careful' });
    expect(await process(result, 'e', 'h')).toEqual(result);
    expect(codes()).toEqual([entry]);
    expect(entries[0]?.message).toContain('careful');
  });

  test('a wish for silence is on record', async () => {
    const { process, codes } = recording();
    await process(hookResult({ suppress_output: true }), 'e', 'h');
    expect(codes()).toEqual(['debug output_suppressed']);
  });
});

describe('a host that never answers is not waited for without end', () => {
  const never = () => new Promise<void>(() => {});
  /** Whoever is waited for is late. */
  const late = (limits: number[]): Clock => ({
    now: () => new Date(0),
    setTimer: (run, milliseconds) => {
      limits.push(milliseconds);
      queueMicrotask(run);
      return () => {};
    },
  });

  test('a display: the message is in the log, and the result stands', async () => {
    const limits: number[] = [];
    const { process, entries } = recording({ display: { showMessage: never }, clock: late(limits) });
    const result = hookResult({ action: 'deny', user_message: 'careful' });
    expect(await process(result, 'e', 'h')).toEqual(result);
    expect(limits).toEqual([10_000]);
    expect(entries).toMatchObject([{ level: 'error', code: 'message_not_shown' }]);
    expect(entries[0]?.message).toContain('did not answer within 10 s: careful');
  });

  test('a context: the log says so, and what is for the next call only is left', async () => {
    const limits: number[] = [];
    const { process, codes } = recording({ context: { addMessage: never }, clock: late(limits) });
    const both = hookResult({
      action: 'inject_context',
      context_injections: [{ content: 'kept' }, { content: 'now', ephemeral: true }],
    });
    expect(await process(both, 'e', 'h')).toMatchObject({
      action: 'inject_context',
      context_injection: 'now',
    });
    expect(limits).toEqual([60_000]);
    expect(codes()).toEqual(['info context_injected', 'info context_injected', 'error context_timed_out']);
  });

  test('null is a display, a context and an approval system that is not there', async () => {
    const { process, codes } = recording(JSON.parse('{"display":null,"context":null,"approval":null}'));
    await process(hookResult({ user_message: 'm' }), 'e', 'h');
    await process(injecting('c'), 'e', 'h');
    await process(hookResult({ action: 'ask_user' }), 'e', 'h');
    const missing = ['debug message_not_shown', 'warning context_missing', 'error approval_missing'];
    expect(codes()).toEqual(expect.arrayContaining(missing));
  });
});

describe('approvals', () => {
  const asking = hookResult({ action: 'ask_user', approval_prompt: 'Deploy?' });
  const never = () => new Promise<string>(() => {});
  const denied = (what: string) =>
    hookResult({ action: 'deny', reason: `Approval ${what} - denied by default: Deploy?` });

  test.each([
    ['allow', hookResult()],
    ['deny', denied('timeout')],
  ] as const)(
    'a user who never answers: %s by default, when the time is over',
    async (byDefault, expected) => {
      const timers: { run: () => void; milliseconds: number }[] = [];
      const clock: Clock = {
        now: () => new Date(0),
        setTimer: (run, milliseconds) => {
          timers.push({ run, milliseconds });
          return () => {};
        },
      };
      const { process, codes } = recording({ approval: { requestApproval: never }, clock });
      const asked = { ...asking, approval_timeout: 2.5, approval_default: byDefault };
      const result = process(asked, 'tool:pre', 'gate');
      expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2500]);
      timers[0]?.run();
      expect(await result).toEqual(expected);
      expect(codes()).toEqual(['info approval_requested', 'warning approval_timed_out']);
    },
  );

  test.each([-1, 0, 1e300])('a time limit of %d s is one that a timer can take', async (approval_timeout) => {
    const limits: number[] = [];
    const setTimer: Clock['setTimer'] = (run, milliseconds) => {
      limits.push(milliseconds);
      run();
      return () => {};
    };
    const { process } = recording({
      approval: { requestApproval: never },
      clock: { now: () => new Date(0), setTimer },
    });
    expect(await process({ ...asking, approval_timeout }, 'tool:pre', 'gate')).toEqual(denied('timeout'));
    expect(limits).toEqual([approval_timeout > 0 ? 2_147_483_000 : 0]);
  });

  test('one who answers in time leaves no timer behind', async () => {
    let running = 0;
    const setTimer = () => {
      running += 1;
      return () => {
        running -= 1;
      };
    };
    const clock = { now: () => new Date(0), setTimer };
    const { process } = recording({ approval: { requestApproval: () => 'Allow' }, clock });
    expect(await process({ ...asking, approval_timeout: 0 }, 'tool:pre', 'gate')).toEqual(hookResult());
    expect(running).toBe(0);
  });

  test.each<[string, () => string | Promise<string>]>([
    [
      'throws',
      () => {
        throw new Error('no terminal');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no terminal'))],
    ['rejects with nothing to show', () => Promise.reject(Object.create(null))],
    ['answers with a number', () => JSON.parse('5')],
    ['answers with nothing', () => JSON.parse('null')],
  ])('an approval system that %s leaves it to the default', async (_how, requestApproval) => {
    const { process, codes } = recording({ approval: { requestApproval } });
    expect(await process(asking, 'tool:pre', 'gate')).toEqual(denied('failed'));
    expect(await process({ ...asking, approval_default: 'allow' }, 'tool:pre', 'gate')).toEqual(hookResult());
    const each = ['info approval_requested', 'error approval_failed'];
    expect(codes()).toEqual([...each, ...each]);
  });

  test.each([
    ['Allow', ['info approval_requested', 'info approval_decided']],
    ['Deny', ['info approval_requested', 'info approval_decided']],
    ['Yes', ['info approval_requested', 'info approval_decided', 'warning approval_unexpected']],
  ])('the answer %s is on record', async (choice, expected) => {
    const { process, codes } = recording({ approval: { requestApproval: () => choice } });
    await process(asking, 'tool:pre', 'gate');
    expect(codes()).toEqual(expected);
  });

  test('that nobody can be asked is on record', async () => {
    const { process, codes } = recording();
    expect(await process(asking, 'tool:pre', 'gate')).toMatchObject({ action: 'deny' });
    expect(codes()).toEqual(['info approval_requested', 'error approval_missing']);
  });
});

describe('properties', () => {
  const approval = { requestApproval: () => 'Allow' };
  const unlimited = { injectionSizeLimit: null, injectionBudgetPerTurn: null, approval };

  test('nothing is asked any more, and only ephemeral injections remain', async () => {
    await fc.assert(
      fc.asyncProperty(anyHookResult, async (result) => {
        const left = await recording(unlimited).process(result, 'e', 'h');
        expect(left.action).not.toBe('ask_user');
        if (left.action === 'inject_context') {
          expect(left.context_injections.length).toBeGreaterThan(0);
          expect(left.context_injections.every(({ ephemeral }) => ephemeral)).toBe(true);
        }
      }),
    );
  });

  test('what is injected is clean, and nothing visible is lost', async () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1 });
    const debris = fc.constantFrom('\0', '\x1b[31m', '\ud83d', '\ude00', '\x9f', '\u007f');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyText, debris), { minLength: 1 }), async (parts) => {
        const { process, messages } = recording(unlimited);
        await process(injecting(parts.join('')), 'e', 'h');
        const content = messages[0]?.content ?? '';
        const kept = [...parts.join('')].filter((one) => {
          const code = one.codePointAt(0) ?? 0;
          const control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
          const half = code >= 0xd800 && code <= 0xdfff;
          return !half && (!control || '\t\n\r'.includes(one));
        });
        expect(content).toBe(kept.join(''));
      }),
    );
  });

  test('stored injections are not stored again when the rest is processed', async () => {
    await fc.assert(
      fc.asyncProperty(anyHookResult, async (result) => {
        const { process, messages } = recording(unlimited);
        const left = await process(result, 'e', 'h');
        const stored = messages.length;
        await process(left, 'e', 'h');
        expect(messages).toHaveLength(stored);
      }),
    );
  });
});
