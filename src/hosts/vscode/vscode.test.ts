// VS Code's payloads as its documents have them, and answers that count by its documents. Nothing of it was measured.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields, Payload } from '../agents/agent.js';
import { denials } from '../agents/testing/denials.js';
import { answerTo, callsOf, readBy } from '../agents/testing/judged.js';
import { lost, payloadOf } from '../agents/testing/recorded.js';
import { vscode } from './index.js';
import { reads } from './reads.js';

const event = (name: string, fields: Fields = {}): Payload =>
  payloadOf({
    timestamp: '2026-02-09T10:30:00.000Z',
    cwd: '/work',
    sessionId: 's1',
    hookEventName: name,
    transcript_path: '/t.json',
    ...fields,
  });

const tool = (name: string, input: unknown): Payload =>
  event('PreToolUse', { tool_name: name, tool_input: input, tool_use_id: 't1' });

it.each<readonly [string, unknown, readonly unknown[]]>([
  [
    'run_in_terminal',
    { command: 'ls', isBackground: false },
    [['Bash', { command: 'ls', isBackground: false }]],
  ],
  ['create_file', { filePath: 'a', content: 'x' }, [['Write', { file_path: '/work/a', content: 'x' }]]],
  [
    'multi_replace_string_in_file',
    {
      explanation: 'e',
      replacements: [
        { filePath: '/a', oldString: 'x', newString: 'y' },
        { filePath: '/b', oldString: 'x', newString: 'y' },
      ],
    },
    [
      ['Edit', { explanation: 'e', file_path: '/a', old_string: 'x', new_string: 'y' }],
      ['Edit', { explanation: 'e', file_path: '/b', old_string: 'x', new_string: 'y' }],
    ],
  ],
  ['editFiles', { files: ['src/main.ts'] }, [['Edit', { file_path: '/work/src/main.ts' }]]],
  [
    'fetch_webpage',
    { urls: ['https://a.example', 'https://b.example'] },
    [
      ['WebFetch', { url: 'https://a.example' }],
      ['WebFetch', { url: 'https://b.example' }],
    ],
  ],
])('a call of %s %j', (name, input, calls) => {
  expect(callsOf(vscode, tool(name, input))).toEqual(calls);
});

it.each<readonly [Payload, string, Fields]>([
  [event('SessionStart', { source: 'new' }), 'SessionStart', { session_id: 's1', source: 'startup' }],
  [event('UserPromptSubmit', { prompt: 'hi' }), 'UserPromptSubmit', { prompt: 'hi' }],
  [event('Stop', { stop_hook_active: true }), 'Stop', { stop_hook_active: true }],
  [event('SubagentStart', { agent_id: 'a', agent_type: 'Plan' }), 'SubagentStart', { agent_type: 'Plan' }],
  [event('PreCompact', { trigger: 'auto' }), 'PreCompact', { trigger: 'auto' }],
])('%j is %s', (payload, name, fields) => {
  expect(readBy(vscode, payload)).toMatchObject({ event: name, inputs: [{ fields }] });
  expect(vscode.recognise(payload)).toBe(true);
  expect(lost(payload.fields, vscode.read(payload)).filter((path) => path !== 'source')).toEqual([]);
});

const by = 'h1';
const ls = tool('run_in_terminal', { command: 'ls' });
const prompt = event('UserPromptSubmit', { prompt: 'hi' });
const specific = (name: string, fields: Fields) => ({
  hookSpecificOutput: { hookEventName: name, ...fields },
});

describe('an answer', () => {
  it.each<readonly [string, Payload, Partial<Decision>, Fields | null]>([
    ['nothing', ls, {}, null],
    [
      'a deny',
      ls,
      { blocked: true, reason: 'no' },
      specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    ],
    [
      'a question',
      ls,
      { permission: 'ask', reason: '?' },
      specific('PreToolUse', { permissionDecision: 'ask' }),
    ],
    ['an allow', ls, { permission: 'allow' }, specific('PreToolUse', { permissionDecision: 'allow' })],
    [
      'a rewritten input',
      tool('create_file', { filePath: 'a', content: 'x' }),
      { updatedInput: { value: { file_path: '/work/a', content: 'y' }, by } },
      specific('PreToolUse', { updatedInput: { filePath: 'a', content: 'y' } }),
    ],
    [
      'a rewritten entry of a list',
      tool('multi_replace_string_in_file', {
        explanation: 'e',
        replacements: [{ filePath: 'a', oldString: 'x', newString: 'y' }],
      }),
      {
        updatedInput: {
          value: { explanation: 'f', file_path: '/work/a', old_string: 'x', new_string: 'z' },
          by,
        },
      },
      specific('PreToolUse', {
        updatedInput: {
          explanation: 'f',
          replacements: [{ filePath: 'a', oldString: 'x', newString: 'z' }],
        },
      }),
    ],
    ['a blocked prompt', prompt, { blocked: true, reason: 'no' }, { continue: false, stopReason: 'no' }],
    [
      'context of a start',
      event('SessionStart'),
      { context: [{ value: 'c', by }] },
      specific('SessionStart', { additionalContext: 'c' }),
    ],
    [
      'a block of the end',
      event('Stop'),
      { blocked: true, reason: 'go on' },
      { decision: 'block', reason: 'go on', ...specific('Stop', { decision: 'block', reason: 'go on' }) },
    ],
    ['a message', ls, { systemMessages: [{ value: 'm', by }] }, { systemMessage: 'm' }],
  ])('%s', (_, payload, changes, said) => {
    expect(answerTo(vscode, payload, changes)).toMatchObject({ exitCode: 0, said });
  });
});

it.each([ls, tool('editFiles', { files: ['a', 'b'] }), prompt])('any deny blocks: %j', (payload) => {
  const { event, inputs } = readBy(vscode, payload);
  fc.assert(
    fc.property(denials(event, payload, inputs), (judged) => {
      expect(reads(event, vscode.answer(judged)).happens).toBe(false);
    }),
  );
});
