import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields, Payload } from '../agents/agent.js';
import { judged, judgedThat } from '../agents/testing/decisions.js';
import { payloadOf, recording } from '../agents/testing/payloads.js';
import { lostValues } from '../agents/testing/values.js';
import { copilot } from './index.js';
import { type Family, reads } from './testing/reads.js';

const said = <T>(value: T) => ({ value, by: 'h1' });
const cwd = '/home/user/project';
const pascal = (name: string, fields: Fields = {}): Payload =>
  payloadOf({
    hook_event_name: name,
    session_id: 's1',
    timestamp: '2026-11-15T11:41:46.059Z',
    cwd,
    ...fields,
  });
const camel = (fields: Fields, event: string | null = null): Payload =>
  payloadOf({ sessionId: 's1', timestamp: 1794742910762, cwd, ...fields }, { event });

const bash: Readonly<Record<Family, Payload>> = {
  Pascal: pascal('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } }),
  camel: camel({ toolName: 'bash', toolArgs: { command: 'ls' } }),
};
const request = camel({ hookName: 'permissionRequest', toolName: 'bash', toolInput: { command: 'ls' } });
const ran = pascal('PostToolUse', {
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_result: { result_type: 'success', text_result_for_llm: 'a' },
});
const prompt = pascal('UserPromptSubmit', { prompt: 'hi' });
const stop = pascal('Stop', { stop_hook_active: false });
const families: readonly Family[] = ['Pascal', 'camel'];

const inputsOf = (payload: Payload) => {
  const read = copilot.read(payload);
  return read.kind === 'event' ? read.inputs : read;
};

describe('what Copilot sends', () => {
  const { payloads, missing } = recording('copilot');
  it.skipIf(missing !== null)('is what was recorded', () => expect(payloads.length).toBeGreaterThan(20));
  it.each(payloads)('$title is read without loss, and recognised', ({ title, payload }) => {
    expect(lostValues(copilot, payload)).toEqual([]);
    const read = copilot.read(payload);
    // The title begins with the name of the event, which half of the payloads do not say.
    const name = title.split(' ')[0];
    const row = copilot.facts.events.find(({ theirs, also }) => theirs === name || also === name);
    expect(row).toBeDefined();
    expect(read.kind === 'event' ? read.event : null).toBe(row?.ours);
    const env = { COPILOT_CLI: '1', COPILOT_HOOK_DIR: '/hooks' };
    expect(copilot.recognise({ ...payload, env })).toBe(true);
  });

  it.each(families)('has the names that hooks know (%s)', (family) => {
    const write = { path: 'a.txt', file_text: 'x' };
    const payload =
      family === 'Pascal'
        ? pascal('PreToolUse', { tool_name: 'Write', tool_input: write })
        : camel({ toolName: 'create', toolArgs: write });
    expect(inputsOf(payload)).toMatchObject([
      {
        hook_event_name: 'PreToolUse',
        session_id: 's1',
        tool_name: 'Write',
        tool_input: { file_path: `${cwd}/a.txt`, content: 'x' },
      },
    ]);
  });

  it('has its results where hooks look for them', () => {
    const known = { stdout: 'a', stderr: '', interrupted: false, result_type: 'success' };
    expect(inputsOf(ran)).toMatchObject([{ tool_response: known }]);
    const toolResult = { resultType: 'success', textResultForLlm: 'a' };
    expect(inputsOf(camel({ toolName: 'bash', toolArgs: {}, toolResult }))).toMatchObject([
      { hook_event_name: 'PostToolUse', tool_response: known },
    ]);
  });

  it('has values that matchers know, and beside them its own', () => {
    expect(inputsOf(pascal('SessionStart', { source: 'new' }))).toMatchObject([
      { source: 'startup', native_source: 'new' },
    ]);
    expect(inputsOf(camel({ reason: 'user_exit' }))).toMatchObject([
      { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit', native_reason: 'user_exit' },
    ]);
  });

  it('has the end of an agent that another one started once', () => {
    const agent = { agentId: 'a1', agentType: 'explore', parentAgentId: 's1', stopReason: 'end_turn' };
    expect(copilot.read(camel(agent))).toEqual({ kind: 'nothing' });
    const ended = camel({ ...agent, agentName: 'explore', response: 'done' });
    expect(inputsOf(ended)).toMatchObject([
      {
        hook_event_name: 'SubagentStop',
        agent_id: 'a1',
        agent_type: 'explore',
        last_assistant_message: 'done',
      },
    ]);
    // Also where it is configured as SubagentStart it comes without its name.
    const started = camel({
      agentName: 'explore',
      agent_id: 'a1',
      agent_type: 'explore',
      parent_agent_id: 's1',
    });
    expect(inputsOf(started)).toMatchObject([{ hook_event_name: 'SubagentStart', agent_type: 'explore' }]);
    expect([lostValues(copilot, ended), lostValues(copilot, started)]).toEqual([[], []]);
  });

  it('is the event that the command line names, where nothing else says', () => {
    expect(copilot.read(camel({}))).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('--event'),
    });
    expect(copilot.read(camel({}, 'agentStop'))).toMatchObject({ kind: 'event', event: 'Stop' });
    expect(copilot.read(camel({}, 'Stop'))).toMatchObject({ kind: 'event', event: 'Stop' });
    expect(copilot.read(camel({}, 'errorOccurred'))).toEqual({ kind: 'nothing' });
  });

  it('a field that a tool does not read hides none that it does', () => {
    const input = { path: '/etc/passwd', file_text: 'x', file_path: '/tmp/x', content: 'y' };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Write', tool_input: input }))).toMatchObject([
      { tool_input: { file_path: '/etc/passwd', content: 'x' } },
    ]);
  });
});

describe('a patch', () => {
  const text = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** Delete File: o.txt\n*** End Patch';
  const files = [
    { tool_name: 'Write', tool_input: { file_path: `${cwd}/n.txt` } },
    { tool_name: 'Edit', tool_input: { file_path: `${cwd}/o.txt` } },
  ];
  it.each<[string, Payload]>([
    ['of a field', camel({ toolName: 'apply_patch', toolArgs: { input: text } })],
    ['of any field', camel({ toolName: 'apply_patch', toolArgs: { patch: text } })],
    ['as a bare text', camel({ toolName: 'apply_patch', toolArgs: text })],
    ['in JSON', camel({ toolName: 'apply_patch', toolArgs: JSON.stringify({ input: text }) })],
    ['under the name of an edit', pascal('PreToolUse', { tool_name: 'Edit', tool_input: { input: text } })],
  ])('%s is one question a file', (_, payload) => {
    expect(inputsOf(payload)).toMatchObject(files);
  });

  it('is not hidden by a path beside it, nor made by the text of an edit', () => {
    const both = { path: 'harmless.txt', input: text };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Edit', tool_input: both }))).toMatchObject([
      ...files,
      { tool_name: 'Edit', tool_input: { file_path: `${cwd}/harmless.txt` } },
    ]);
    const edit = { path: 'real.txt', old_str: '', new_str: text };
    expect(inputsOf(pascal('PreToolUse', { tool_name: 'Edit', tool_input: edit }))).toMatchObject([
      { tool_input: { file_path: `${cwd}/real.txt` } },
    ]);
  });

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
