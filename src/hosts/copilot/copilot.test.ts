import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields, Payload } from '../agents/agent.js';
import { judged, judgedThat } from '../agents/testing/decisions.js';
import { copilot } from './index.js';
import { type Family, reads } from './reads.js';
import { bash, camel, families, pascal, prompt, ran, request, stop } from './testing/events.js';

const said = <T>(value: T) => ({ value, by: 'h1' });

describe('a patch', () => {
  const text = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** Delete File: o.txt\n*** End Patch';

  it('that hooks rewrote does not run: it may change files that none was asked about', () => {
    const payload = pascal('PreToolUse', { tool_name: 'Edit', tool_input: { input: text } });
    const as = (input: string) => ({ updatedInput: said({ input }) });
    const runs = (...changes: readonly Partial<Decision>[]) =>
      reads('PreToolUse', copilot.answer(judged(copilot, payload, ...changes)), 'Pascal').happens;
    expect(runs(as('one'), {})).toBe(false);
    expect(runs(as(text), as('one'))).toBe(false);
    expect(runs(as(text), {})).toBe(true);
  });

  it('that a hook rewrote as another file does not run', () => {
    const payload = pascal('PreToolUse', { tool_name: 'Edit', tool_input: { input: text } });
    const asked = judged(copilot, payload, { updatedInput: said({ file_path: '/tmp/x', content: 'x' }) });
    expect(reads('PreToolUse', copilot.answer(asked), 'Pascal').happens).toBe(false);
  });
});

describe('what Copilot is answered', () => {
  const both = (event: string, fields: Fields) => ({
    ...fields,
    hookSpecificOutput: { hookEventName: event, ...fields },
  });
  const denied = (reason: string, more: Fields = {}) =>
    both('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason, ...more });
  const behaves = (decision: Fields) => ({
    ...decision,
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
  });
  it.each<[string, Payload, Partial<Decision>, unknown]>([
    ['nothing', bash.Pascal, {}, null],
    ['a deny', bash.Pascal, { permission: 'deny', blocked: true, reason: 'no' }, denied('no')],
    [
      'a deny with context',
      bash.camel,
      { permission: 'deny', blocked: true, reason: ' ', context: [said('C')] },
      denied('No stderr output', { additionalContext: 'C' }),
    ],
    ['an end', bash.Pascal, { stop: said('over') }, denied('over')],
    [
      'a question',
      bash.camel,
      { permission: 'ask', reason: 'sure?' },
      both('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
    ],
    ['an allow', bash.Pascal, { permission: 'allow' }, both('PreToolUse', { permissionDecision: 'allow' })],
    [
      'a rewritten input, in the names of the tool',
      camel({ toolName: 'create', toolArgs: { path: 'a', file_text: 'x' } }),
      { updatedInput: said({ file_path: '/tmp/a', content: 'y' }) },
      {
        modifiedArgs: { path: '/tmp/a', file_text: 'y' },
        hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { path: '/tmp/a', file_text: 'y' } },
      },
    ],
    [
      'a permission denied',
      request,
      { permission: 'deny', blocked: true, reason: 'no', interrupt: true },
      behaves({ behavior: 'deny', message: 'no', interrupt: true }),
    ],
    ['a permission', request, { permission: 'allow' }, behaves({ behavior: 'allow' })],
    ['no word about a permission', request, {}, null],
    [
      'texts after a tool',
      ran,
      { feedback: [said('F')], context: [said('C')] },
      both('PostToolUse', { additionalContext: 'F\nC' }),
    ],
    [
      'a rewritten result',
      ran,
      { updatedOutput: said({ stdout: 'clean', stderr: '' }) },
      { modifiedResult: { resultType: 'success', textResultForLlm: 'clean' } },
    ],
    ['an end after a tool', ran, { stop: said('over') }, { decision: 'block', reason: 'over' }],
    [
      'context of a prompt',
      prompt,
      { context: [said('C')] },
      both('UserPromptSubmit', { additionalContext: 'C' }),
    ],
    ['a blocked prompt', prompt, { blocked: true, reason: 'no' }, { decision: 'block', reason: 'no' }],
    ['a block of Stop', stop, { blocked: true, reason: 'go on' }, { decision: 'block', reason: 'go on' }],
    [
      'context at the start',
      pascal('SessionStart', { source: 'new' }),
      { context: [said('C')] },
      both('SessionStart', { additionalContext: 'C' }),
    ],
  ])('%s', (_, payload, changes, expected) => {
    const answer = copilot.answer(judged(copilot, payload, changes));
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
    expect(answer.stdout === '' ? null : JSON.parse(answer.stdout)).toEqual(expected);
  });

  it('messages as a warning, where exit code 2 blocks nothing', () => {
    const changes = { systemMessages: [said('M')] };
    const exitCode = (payload: Payload, more: Partial<Decision> = {}) => {
      const answer = copilot.answer(judged(copilot, payload, { ...changes, ...more }));
      expect(answer.stderr).toBe('M');
      return answer.exitCode;
    };
    expect([prompt, ran, stop].map((payload) => exitCode(payload))).toEqual([2, 2, 2]);
    expect([bash.Pascal, bash.camel, request].map((payload) => exitCode(payload))).toEqual([0, 0, 0]);
    expect(exitCode(prompt, { context: [said('C')] })).toBe(2);
  });
});

describe('whatever else hooks say', () => {
  const gates: readonly (readonly [string, Payload, Family])[] = [
    ['PreToolUse', bash.Pascal, 'Pascal'],
    ['preToolUse', bash.camel, 'camel'],
    ['PermissionRequest', request, 'Pascal'],
  ];
  it.each(gates)('a deny of %s keeps the tool from running, with a reason', (_, payload, family) => {
    fc.assert(
      fc.property(judgedThat(copilot, payload, 'deny'), (asked) => {
        const answer = copilot.answer(asked);
        const heard = reads(asked.event, answer, family);
        expect(heard.happens).toBe(false);
        expect(heard.model.trim()).not.toBe('');
        expect(answer.exitCode).toBe(0);
      }),
    );
  });

  it.each(gates)('an end at %s keeps the tool from running', (_, payload, family) => {
    fc.assert(
      fc.property(judgedThat(copilot, payload, 'stop'), (asked) => {
        expect(reads(asked.event, copilot.answer(asked), family).happens).toBe(false);
      }),
    );
  });

  it.each(gates)(
    'a call that hooks rewrote at %s runs as they want it or not at all',
    (_, payload, family) => {
      fc.assert(
        fc.property(judgedThat(copilot, payload, 'rewrite'), (asked) => {
          const heard = reads(asked.event, copilot.answer(asked), family);
          if (heard.happens) expect(heard.input).toEqual({ ...asked.decisions[0].updatedInput?.value });
        }),
      );
    },
  );

  it.each(families)('nobody is passed over where a hook wants to ask (%s)', (family) => {
    fc.assert(
      fc.property(judgedThat(copilot, bash[family], 'ask'), (asked) => {
        expect(reads('PreToolUse', copilot.answer(asked), family).happens).toBe(false);
      }),
    );
  });

  it('a block of a prompt blocks it, and context of others reaches the model', () => {
    fc.assert(
      fc.property(judgedThat(copilot, prompt, 'anything'), (asked) => {
        const [{ blocked, stop, context }] = asked.decisions;
        const heard = reads('UserPromptSubmit', copilot.answer(asked), 'Pascal');
        expect(heard.happens).toBe(!blocked && stop === null);
        if (heard.happens) for (const { value } of context) expect(heard.model).toContain(value);
      }),
    );
  });

  it('a block of Stop keeps the agent going', () => {
    fc.assert(
      fc.property(judgedThat(copilot, stop, 'deny'), (asked) => {
        const heard = reads('Stop', copilot.answer(asked), 'Pascal');
        expect(heard.happens).toBe(asked.decisions[0].stop !== null);
      }),
    );
  });

  it('a rewritten result replaces the tool’s own, and so does a block', () => {
    fc.assert(
      fc.property(judgedThat(copilot, ran, 'anything'), (asked) => {
        const [{ updatedOutput, stop, feedback, blocked }] = asked.decisions;
        const heard = reads('PostToolUse', copilot.answer(asked), 'Pascal');
        expect(heard.replaced).toBe(blocked || updatedOutput !== null || stop !== null);
        for (const { value } of feedback) expect(heard.model).toContain(value);
      }),
    );
  });
});
