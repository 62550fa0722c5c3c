import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged, judgedThat } from '../agents/testing/decisions.js';
import { payloadOf, recording } from '../agents/testing/payloads.js';
import { lostValues } from '../agents/testing/values.js';
import { kimiCode } from './index.js';
import { reads } from './reads.js';

const said = <T>(value: T) => ({ value, by: 'h1' });
const event = (name: string, fields: Fields = {}) =>
  payloadOf({
    hook_event_name: name,
    session_id: 'session_1',
    cwd: '/home/user/project',
    client_type: 'kimi_code_cli',
    ...fields,
  });
const call = (tool: string, input: Fields) =>
  event('PreToolUse', { tool_name: tool, tool_input: input, tool_call_id: 'call_1' });
const bash = call('Bash', { command: 'ls' });
const prompt = event('UserPromptSubmit', { prompt: [{ type: 'text', text: 'hi' }] });
const stop = event('Stop', { stop_hook_active: false });
const firstOf = (payload: ReturnType<typeof event>) => {
  const read = kimiCode.read(payload);
  return read.kind === 'event' ? read.inputs[0] : read;
};

describe('what Kimi Code sends', () => {
  const { payloads, missing } = recording('kimi-code');
  it.skipIf(missing !== null)('is what was recorded', () => expect(payloads.length).toBeGreaterThan(10));
  it.each(payloads)('$title is read without loss, and recognised', ({ payload }) => {
    // The kind of a part of a prompt is no value of its own.
    const lost = lostValues(kimiCode, payload).filter((what) => what !== 'prompt.0.type is lost');
    expect(lost).toEqual([]);
    expect(kimiCode.recognise(payload)).toBe(true);
  });

  it('has the names that hooks know', () => {
    expect(firstOf(call('Read', { path: 'a.txt', line_offset: 2, n_lines: 3 }))).toMatchObject({
      tool_name: 'Read',
      tool_input: { file_path: '/home/user/project/a.txt', offset: 2, limit: 3 },
      tool_use_id: 'call_1',
    });
    const failed = {
      tool_name: 'Bash',
      tool_input: { command: 'x' },
      error: { code: 'internal', message: 'M' },
    };
    expect(firstOf(event('PostToolUseFailure', failed))).toMatchObject({
      error: 'M',
      error_info: { code: 'internal' },
    });
    const ran = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_output: 'out' };
    expect(firstOf(event('PostToolUse', ran))).toMatchObject({ tool_response: { stdout: 'out' } });
  });

  it('has the agent and its last word where hooks look for them', () => {
    expect(firstOf(event('SubagentStop', { agent_name: 'explore', response: 'done' }))).toMatchObject({
      agent_type: 'explore',
      last_assistant_message: 'done',
    });
    const started = { agent_name: 'explore', prompt: 'look' };
    expect(firstOf(event('SubagentStart', started))).toMatchObject({ agent_type: 'explore', prompt: 'look' });
  });

  it('is a prompt in parts, of which all that is not text stands beside it', () => {
    const image = { type: 'image_url', image_url: { url: 'data:' } };
    const parts = [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }];
    expect(firstOf(event('UserPromptSubmit', { prompt: parts }))).toMatchObject({
      prompt: 'a\nb',
      prompt_parts: parts,
    });
    expect(firstOf(event('UserPromptSubmit', { prompt: 'plain' }))).toMatchObject({ prompt: 'plain' });
  });

  it('a field that a tool does not read hides none that it does', () => {
    for (const input of [
      { path: '/etc/passwd', file_path: '/tmp/x' },
      { file_path: '/tmp/x', path: '/etc/passwd' },
    ]) {
      expect(firstOf(call('Write', input))).toMatchObject({ tool_input: { file_path: '/etc/passwd' } });
    }
  });
});

describe('Kimi CLI', () => {
  const { payloads, missing } = recording('kimi-cli');
  const calls = payloads.filter(({ payload }) => 'tool_name' in payload.fields);
  it.skipIf(missing !== null)('is what was recorded', () => expect(calls.length).toBeGreaterThan(5));
  it.each(calls)('$title is refused under its name, and is not taken for Kimi Code', ({ payload }) => {
    expect(kimiCode.recognise(payload)).toBe(false);
    expect(kimiCode.read(payload)).toMatchObject({
      kind: 'refused',
      event: payload.fields['hook_event_name'],
      why: expect.stringContaining('Kimi CLI'),
    });
  });
});

describe('what Kimi Code is answered', () => {
  const again = 'Make the call again with exactly this input: {"path":"/tmp/a","content":"x"}';
  const write = call('Write', { path: 'a', content: 'x' });
  it.each<[string, ReturnType<typeof event>, Partial<Decision>, number, string, string]>([
    ['nothing', bash, {}, 0, '', ''],
    ['an allow', bash, { permission: 'allow' }, 0, '', ''],
    ['a deny', bash, { permission: 'deny', blocked: true, reason: 'no' }, 2, '', 'no'],
    ['a deny without a reason', bash, { permission: 'deny', blocked: true }, 2, '', 'No stderr output'],
    ['a question', bash, { permission: 'ask', reason: 'sure?' }, 2, '', 'sure?'],
    ['an end', bash, { stop: said('over') }, 2, '', 'over'],
    [
      'an input as it is',
      write,
      { updatedInput: said({ file_path: '/home/user/project/a', content: 'x' }) },
      0,
      '',
      '',
    ],
    ['a rewritten input', write, { updatedInput: said({ file_path: '/tmp/a', content: 'x' }) }, 2, '', again],
    ['context of a prompt', prompt, { context: [said('C'), said('D')] }, 0, 'C\nD', ''],
    [
      'context that looks like an answer',
      prompt,
      { context: [said('{"a":1}')] },
      0,
      '{"message":"{\\"a\\":1}"}',
      '',
    ],
    ['a blocked prompt', prompt, { blocked: true, reason: 'no' }, 2, '', 'no'],
    ['a block of Stop', stop, { blocked: true, reason: 'go on' }, 2, '', 'go on'],
    ['context of Stop', stop, { context: [said('C')] }, 2, '', 'C'],
    ['an end of Stop', stop, { stop: said('over'), continues: false }, 0, '', ''],
    ['a message', bash, { systemMessages: [said('M')] }, 0, '', 'M'],
  ])('%s', (_, payload, changes, exitCode, stdout, stderr) => {
    const answer = kimiCode.answer(judged(kimiCode, payload, changes));
    expect(answer).toMatchObject({ exitCode, stdout, stderr: expect.stringContaining(stderr) });
    if (stderr === '') expect(answer.stderr).toBe('');
  });

  it('in words, what it cannot do', () => {
    const { untold } = kimiCode.answer(judged(kimiCode, bash, { permission: 'ask', context: [said('C')] }));
    expect(untold).toEqual([
      expect.stringContaining('a question to the user of PreToolUse: the call is denied'),
      expect.stringContaining('context of PreToolUse has no effect'),
    ]);
  });
});

describe('whatever else hooks say', () => {
  it.each(['deny', 'ask', 'stop'] as const)('a %s keeps the tool from running, with a reason', (want) => {
    fc.assert(
      fc.property(judgedThat(kimiCode, bash, want), (asked) => {
        const answer = kimiCode.answer(asked);
        expect(reads('PreToolUse', answer).happens).toBe(false);
        expect(answer.stderr.trim()).not.toBe('');
      }),
    );
  });

  it('a call that hooks rewrote does not run as it was', () => {
    fc.assert(
      fc.property(judgedThat(kimiCode, bash, 'rewrite'), (asked) => {
        const written = asked.decisions[0].updatedInput?.value;
        const heard = reads('PreToolUse', kimiCode.answer(asked));
        if (heard.happens) expect(written).toEqual({ command: 'ls' });
      }),
    );
  });

  it('a block of a prompt blocks it, and context of others is all that the model reads', () => {
    fc.assert(
      fc.property(judgedThat(kimiCode, prompt, 'anything'), (asked) => {
        const [{ blocked, stop, context, late }] = asked.decisions;
        const heard = reads('UserPromptSubmit', kimiCode.answer(asked));
        expect(heard.happens).toBe(!blocked && stop === null);
        if (heard.happens)
          expect(heard.model).toBe([...context, ...late].map(({ value }) => value).join('\n'));
      }),
    );
  });

  it('a block of Stop keeps the agent going', () => {
    fc.assert(
      fc.property(judgedThat(kimiCode, stop, 'deny'), (asked) => {
        const heard = reads('Stop', kimiCode.answer(asked));
        expect(heard.happens).toBe(asked.decisions[0].stop !== null);
      }),
    );
  });
});
