// What our plugin sends as events, and answers that make opencode do it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields, Judged, Payload } from '../agents/agent.js';
import { denials } from '../agents/testing/denials.js';
import { answerTo, callsOf, readBy } from '../agents/testing/judged.js';
import { lost, NO_RECORDINGS, payloadOf, recorded } from '../agents/testing/recorded.js';
import { opencode } from './index.js';
import { readAnswer } from './plugin/asking.js';
import { hooksWith } from './plugin/hooks.js';
import { callTool, submit } from './testing/session.js';

const recordings = recorded('opencode');

const calling = (tool: string, args: unknown, more: Fields = {}): Payload =>
  payloadOf({
    opencode_hook: 'tool.execute.before',
    directory: '/work',
    input: { tool, sessionID: 'ses_1', callID: 'call_1' },
    output: { args },
    ...more,
  });

const hook = (name: string, input: unknown, output?: unknown, more: Fields = {}): Payload =>
  payloadOf({ opencode_hook: name, directory: '/work', input, output, ...more });

/** Recorded hooks that are events, in their order. */
const EVENTS: readonly (readonly [string, string])[] = [
  ['event:session.created', 'SessionStart'],
  ['chat.message', 'UserPromptSubmit'],
  ['tool.execute.before', 'PreToolUse'],
  ['tool.execute.after', 'PostToolUse'],
  ['tool.execute.before', 'PreToolUse'],
  ['tool.execute.after', 'PostToolUse'],
  ['tool.execute.before', 'PreToolUse'],
  ['event:message.part.updated', 'PostToolUseFailure'],
  ['event:session.idle', 'Stop'],
  ['dispose', 'SessionEnd'],
  ['event:permission.asked', 'PermissionRequest'],
];

describe.skipIf(recordings.length === 0)(`recorded hooks (left out where ${NO_RECORDINGS})`, () => {
  const read = recordings.map(({ event, stdin }) => {
    const payload = payloadOf({ opencode_hook: event, ...stdin });
    return { event, stdin, payload, read: opencode.read(payload) };
  });

  it('are the events that hooks are written for, and nothing else', () => {
    const events = read.flatMap(({ event, read }) => (read.kind === 'event' ? [[event, read.event]] : []));
    expect(events).toEqual(EVENTS);
    expect(read.filter(({ read }) => read.kind === 'refused')).toEqual([]);
  });

  const told = read.filter(({ read }) => read.kind === 'event');
  it.each(told.map((entry) => [entry.event, entry] as const))('%s', (_, { payload, stdin, read }) => {
    expect(opencode.recognise(payload)).toBe(true);
    readBy(opencode, payload);
    // Events and tools have other names for hooks; the id and kind of a notice say which it is and nothing about it.
    const renamed = /\.tool$|\.permission$|^input\.event\.(?:id|type)$|part\.(?:type|state\.status)$/;
    expect(lost(stdin, read).filter((path) => !renamed.test(path))).toEqual([]);
  });
});

describe('a call', () => {
  it.each<readonly [string, unknown, readonly unknown[]]>([
    ['bash', { command: 'ls', workdir: '/x' }, [['Bash', { command: 'ls', workdir: '/x' }]]],
    ['write', { filePath: 'a', content: 'x' }, [['Write', { file_path: '/work/a', content: 'x' }]]],
    [
      'edit',
      { filePath: '/a', oldString: 'x', newString: 'y', replaceAll: true },
      [['Edit', { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true }]],
    ],
    ['grep', { pattern: 'x', include: '*.ts' }, [['Grep', { pattern: 'x', glob: '*.ts' }]]],
    ['task', { prompt: 'x', subagent_type: 'y' }, [['Agent', { prompt: 'x', subagent_type: 'y' }]]],
    ['skill', { name: 'x' }, [['Skill', { skill: 'x' }]]],
    [
      'batch',
      {
        tool_calls: [
          { tool: 'read', parameters: { filePath: 'a' } },
          { tool: 'bash', parameters: { command: 'rm x' } },
        ],
      },
      [
        ['Read', { file_path: '/work/a' }],
        ['Bash', { command: 'rm x' }],
      ],
    ],
    ['batch', { tool_calls: [] }, [['batch', { tool_calls: [] }]]],
  ])('of %s %j', (tool, args, calls) => {
    expect(callsOf(opencode, calling(tool, args))).toEqual(calls);
  });

  it('of a subagent is one of its session, with its id', () => {
    expect(
      readBy(opencode, calling('bash', { command: 'ls' }, { parentID: 'ses_0', agent: 'general' })).inputs[0],
    ).toMatchObject({
      sessionId: 'ses_0',
      agentId: 'ses_1',
      agentType: 'general',
    });
  });

  it('that ended with an exit code has failed', () => {
    const input = { tool: 'bash', sessionID: 's', callID: 'c', args: { command: 'false' } };
    const payload = hook('tool.execute.after', input, { output: 'no', metadata: { exit: 3 } });
    expect(readBy(opencode, payload)).toMatchObject({
      event: 'PostToolUseFailure',
      inputs: [{ fields: { error: 'no', tool_response: { stdout: 'no', metadata: { exit: 3 } } } }],
    });
  });
});

it.each<readonly [string, unknown, Fields, string]>([
  ['event:session.created', { sessionID: 's2', info: { parentID: 's1' } }, {}, 'SubagentStart'],
  ['event:session.idle', { sessionID: 's2' }, { parentID: 's1' }, 'SubagentStop'],
  ['event:session.compacted', { sessionID: 's2' }, {}, 'PostCompact'],
  ['event:session.error', { sessionID: 's2', error: { name: 'APIError' } }, {}, 'StopFailure'],
])('%s %j %j is %s', (name, properties, more, event) => {
  expect(readBy(opencode, hook(name, { event: { properties } }, undefined, more)).event).toBe(event);
});

const by = 'h1';
const ls = calling('bash', { command: 'ls', timeout: 5 });
const done = hook('tool.execute.after', { tool: 'bash', sessionID: 's', args: {} }, { output: 'x' });
const prompt = hook('chat.message', { sessionID: 's' }, { parts: [{ type: 'text', text: 'hi' }] });
const start = hook('event:session.created', { event: { properties: { sessionID: 's' } } });

describe('an answer', () => {
  it.each<readonly [string, Payload, Partial<Decision>, Fields | null]>([
    ['nothing', ls, {}, null],
    ['a deny', ls, { permission: 'deny', blocked: true, reason: 'no' }, { deny: 'no' }],
    [
      'a deny with context',
      ls,
      { blocked: true, reason: 'no', context: [{ value: 'c', by }] },
      { deny: 'no\nc' },
    ],
    ['a question', ls, { permission: 'ask', reason: 'sure?' }, { deny: 'sure?' }],
    ['an allow', ls, { permission: 'allow' }, null],
    [
      'a rewritten input',
      ls,
      { updatedInput: { value: { command: 'ls -l' }, by } },
      { args: { command: 'ls -l' } },
    ],
    [
      'a rewritten path that hooks left alone',
      calling('write', { filePath: 'a', content: 'x' }),
      { updatedInput: { value: { file_path: '/work/a', content: 'y' }, by } },
      { args: { filePath: 'a', content: 'y' } },
    ],
    ['a rewritten result', done, { updatedOutput: { value: 'y', by } }, { output: 'y' }],
    [
      'a rewritten result as hooks got it',
      done,
      { updatedOutput: { value: { output: 'y', metadata: {} }, by } },
      { output: 'y' },
    ],
    ['feedback', done, { feedback: [{ value: 'f', by }] }, { text: 'f' }],
    ['a blocked prompt', prompt, { blocked: true, reason: 'no' }, { deny: 'no' }],
    ['context of a prompt', prompt, { context: [{ value: 'c', by }] }, { text: 'c' }],
    ['context of a start', start, { context: [{ value: 'c', by }] }, { system: 'c' }],
    ['a message', start, { systemMessages: [{ value: 'm', by }] }, { message: 'm' }],
  ])('%s', (_, payload, changes, said) => {
    expect(answerTo(opencode, payload, changes)).toMatchObject({ exitCode: 0, said });
  });

  it('is a deny where calls in a batch were rewritten', () => {
    const payload = calling('batch', { tool_calls: [{ tool: 'bash', parameters: { command: 'ls' } }] });
    const changed = { updatedInput: { value: { command: 'ls -l' }, by } };
    expect(answerTo(opencode, payload, changed).said).toMatchObject({ deny: expect.any(String) });
  });

  it('says in words what does not work here', () => {
    const idle = hook('event:session.idle', { event: { properties: { sessionID: 's' } } });
    expect(answerTo(opencode, idle, { blocked: true, reason: 'go on' })).toMatchObject({
      said: null,
      untold: [
        'opencode: a block of Stop has no effect: opencode tells its plugins of it, and asks them nothing',
      ],
    });
  });
});

/** The plugin with an engine that always answers this. */
const answering = (judged: Judged) => {
  const { stdout } = opencode.answer(judged);
  return hooksWith(
    { directory: '/work' },
    { ask: async () => readAnswer(stdout, ''), close: () => undefined },
  );
};

describe('any deny blocks', () => {
  it.each([
    ['a command', 'bash', { command: 'ls' }],
    ['a file', 'write', { filePath: 'a', content: 'x' }],
    ['a patch of several files', 'apply_patch', { patchText: '*** Add File: a\n+x\n*** Delete File: b' }],
  ])('%s', async (_, tool, args) => {
    const payload = calling(tool, args);
    const { event, inputs } = readBy(opencode, payload);
    await fc.assert(
      fc.asyncProperty(denials(event, payload, inputs), async (judged) => {
        const { ranWith, result } = await callTool(answering(judged), tool, { ...args });
        expect(ranWith).toBeNull();
        expect(result).not.toBe('Error');
      }),
    );
  });

  it('a prompt', async () => {
    const { event, inputs } = readBy(opencode, prompt);
    await fc.assert(
      fc.asyncProperty(denials(event, prompt, inputs), async (judged) => {
        expect(await submit(answering(judged), 'hi')).toHaveProperty('error');
      }),
    );
  });
});
