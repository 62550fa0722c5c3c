// Cursor's payloads as its documents have them, and answers that count by its documents. Nothing of it was measured.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields, Payload } from '../agents/agent.js';
import { denials } from '../agents/testing/denials.js';
import { answerTo, callsOf, readBy } from '../agents/testing/judged.js';
import { lost, payloadOf } from '../agents/testing/recorded.js';
import { cursor } from './index.js';
import { reads } from './reads.js';

const event = (name: string, fields: Fields = {}): Payload =>
  payloadOf({
    hook_event_name: name,
    conversation_id: 'c1',
    generation_id: 'g1',
    model: 'm',
    cursor_version: '3.7.21',
    workspace_roots: ['/work'],
    ...fields,
  });

const tool = (name: string, input: unknown): Payload =>
  event('preToolUse', { tool_name: name, tool_input: input, tool_use_id: 't1', cwd: '/work/sub' });

it.each<readonly [Payload, readonly unknown[]]>([
  [tool('Shell', { command: 'ls' }), [['Bash', { command: 'ls' }]]],
  [tool('Write', { path: 'a', contents: 'x' }), [['Write', { file_path: '/work/sub/a', content: 'x' }]]],
  [tool('Write', { file_path: 'a', content: 'x' }), [['Write', { file_path: '/work/sub/a', content: 'x' }]]],
  [
    tool('StrReplace', { path: '/a', old_string: 'x', new_string: 'y' }),
    [['Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }]],
  ],
  [tool('Task', { prompt: 'x' }), [['Agent', { prompt: 'x' }]]],
  [event('beforeShellExecution', { command: 'ls', cwd: '' }), [['Bash', { command: 'ls' }]]],
  [event('beforeMCPExecution', { tool_name: 'q', tool_input: '{"a":1}' }), [['q', { a: 1 }]]],
  [event('beforeReadFile', { file_path: '/a', content: 'x' }), [['Read', { file_path: '/a', content: 'x' }]]],
  [
    event('afterFileEdit', { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] }),
    [['Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }]],
  ],
])('%j', (payload, calls) => {
  expect(callsOf(cursor, payload)).toEqual(calls);
});

it.each<readonly [Payload, string, Fields]>([
  [event('sessionStart'), 'SessionStart', { session_id: 'c1', cwd: '/work', source: 'startup' }],
  [event('sessionEnd', { reason: 'completed' }), 'SessionEnd', { reason: 'completed' }],
  [event('beforeSubmitPrompt', { prompt: 'hi' }), 'UserPromptSubmit', { prompt: 'hi' }],
  [
    event('postToolUse', {
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
      tool_output: '{"exitCode":0}',
    }),
    'PostToolUse',
    { tool_response: { exitCode: 0 } },
  ],
  [
    event('postToolUseFailure', { tool_name: 'Shell', tool_input: {}, error_message: 'no' }),
    'PostToolUseFailure',
    { error: 'no' },
  ],
  [event('stop', { status: 'completed', loop_count: 1 }), 'Stop', { stop_hook_active: true }],
  [event('preCompact', { trigger: 'auto' }), 'PreCompact', { trigger: 'auto' }],
])('%j is %s', (payload, name, fields) => {
  const read = readBy(cursor, payload);
  expect(read).toMatchObject({ event: name, inputs: [{ fields }] });
  expect(cursor.recognise(payload)).toBe(true);
  const renamed = /^hook_event_name$|^tool_name$|^tool_output$/;
  expect(lost(payload.fields, cursor.read(payload)).filter((path) => !renamed.test(path))).toEqual([]);
});

it('what no hook can be attached to is nothing', () => {
  expect(cursor.read(event('afterAgentThought', { text: 'x' }))).toEqual({ kind: 'nothing' });
});

const by = 'h1';
const ls = tool('Shell', { command: 'ls' });
const shell = event('beforeShellExecution', { command: 'ls' });
const prompt = event('beforeSubmitPrompt', { prompt: 'hi' });

describe('an answer', () => {
  it.each<readonly [string, Payload, Partial<Decision>, Fields]>([
    ['nothing', ls, {}, {}],
    [
      'a deny',
      ls,
      { blocked: true, reason: 'no' },
      { permission: 'deny', user_message: 'no', agent_message: 'no' },
    ],
    [
      'a question',
      shell,
      { permission: 'ask', reason: 'sure?' },
      { permission: 'ask', user_message: 'sure?' },
    ],
    [
      'a question that Cursor does not put',
      ls,
      { permission: 'ask', reason: 'sure?' },
      { permission: 'deny' },
    ],
    ['an allow', ls, { permission: 'allow' }, { permission: 'allow' }],
    [
      'a rewritten input',
      tool('Write', { path: 'a', contents: 'x' }),
      { updatedInput: { value: { file_path: '/work/sub/a', content: 'y' }, by } },
      { updated_input: { path: 'a', contents: 'y' } },
    ],
    [
      'a rewritten input that Cursor does not take',
      shell,
      { updatedInput: { value: { command: 'x' }, by } },
      { permission: 'deny' },
    ],
    ['a prompt', prompt, {}, { continue: true }],
    ['a blocked prompt', prompt, { blocked: true, reason: 'no' }, { continue: false, user_message: 'no' }],
    [
      'context of a start',
      event('sessionStart'),
      { context: [{ value: 'c', by }] },
      { additional_context: 'c' },
    ],
    ['a block of the end', event('stop'), { blocked: true, reason: 'go on' }, { followup_message: 'go on' }],
  ])('%s', (_, payload, changes, said) => {
    expect(answerTo(cursor, payload, changes)).toMatchObject({ exitCode: 0, said });
  });
});

it.each([ls, shell, tool('Write', { path: 'a' }), event('beforeReadFile', { file_path: '/a' }), prompt])(
  'any deny blocks: %j',
  (payload) => {
    const { event, inputs } = readBy(cursor, payload);
    fc.assert(
      fc.property(denials(event, payload, inputs), (judged) => {
        const own = String(payload.fields['hook_event_name']);
        expect(reads(own, cursor.answer(judged))).toMatchObject({ happens: false, asks: false });
      }),
    );
  },
);
