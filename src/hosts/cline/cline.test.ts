// Cline's payloads as events, and answers that Cline hears.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { denials } from '../agents/testing/denials.js';
import { answerTo, callsOf, readBy } from '../agents/testing/judged.js';
import { lost, NO_RECORDINGS, payloadOf, recorded } from '../agents/testing/recorded.js';
import { cline } from './index.js';
import { reads } from './reads.js';

const recordings = recorded('cline');

/** A payload of a call, as Cline sends it. */
const call = (name: string, input: unknown, more: Fields = {}) =>
  payloadOf({
    clineVersion: '',
    hookName: 'tool_call',
    taskId: 'conv_1',
    sessionContext: { rootSessionId: 's1' },
    workspaceRoots: ['/work'],
    workspaceInfo: { rootPath: '/work', hint: 'project' },
    agent_id: 'agent_1',
    parent_agent_id: null,
    tool_call: { id: 'call_1', name, input },
    ...more,
  });

describe.skipIf(recordings.length === 0)(`recorded payloads (left out where ${NO_RECORDINGS})`, () => {
  it.each(recordings.map(({ event, stdin }) => [event, stdin] as const))('%s', (_, stdin) => {
    const payload = payloadOf(stdin);
    expect(cline.recognise(payload)).toBe(true);
    const read = cline.read(payload);
    expect(read).toMatchObject({ kind: 'event' });
    // Events and tools have other names for hooks, and what Cline says twice they read once.
    const renamed = /^hookName$|^tool_(?:call|result)\.name$|^(?:preToolUse|postToolUse)\./;
    expect(lost(stdin, read).filter((path) => !renamed.test(path))).toEqual([]);
    readBy(cline, payload);
  });

  it('is what hooks are written for', () => {
    const inputs = recordings.map(({ stdin }) => readBy(cline, payloadOf(stdin)).inputs[0].fields);
    expect(inputs.map((input) => input['hook_event_name'])).toEqual([
      'SessionStart',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ]);
    expect(inputs[1]).toMatchObject({
      session_id: '1794742734263_ft4gl',
      cwd: '@PROJECT@',
      tool_name: 'Bash',
      tool_input: { command: 'echo hi > ran.txt; cat ran.txt' },
      tool_use_id: 'call_1_0',
    });
    expect(inputs[1]).not.toHaveProperty('agent_id');
    expect(inputs[2]).toMatchObject({ tool_response: { stdout: 'hi\n', success: true }, duration_ms: 49 });
    expect(inputs[3]).toMatchObject({ last_assistant_message: 'All done.' });
  });
});

describe('a call', () => {
  // Every form that the tool takes.
  it.each<readonly [unknown, readonly string[]]>([
    [{ commands: ['ls', 'rm -rf x'] }, ['ls', 'rm -rf x']],
    [{ commands: 'rm -rf x' }, ['rm -rf x']],
    [{ commands: [{ command: 'rm', args: ['-rf', 'a b'] }] }, ["rm -rf 'a b'"]],
    [{ commands: { command: 'rm', args: ['-rf', 'x'] } }, ['rm -rf x']],
    [{ command: 'rm', args: ['-rf', 'x'] }, ['rm -rf x']],
    [{ command: 'rm -rf x' }, ['rm -rf x']],
    [{ cmd: 'rm -rf x' }, ['rm -rf x']],
    [{ commands: ['ls'], command: 'rm -rf x' }, ['ls', 'rm -rf x']],
    [[{ command: 'rm', args: ['x'] }], ['rm x']],
    [
      ['ls', 'rm x'],
      ['ls', 'rm x'],
    ],
    ['rm -rf x', ['rm -rf x']],
  ])('of commands %j', (input, commands) => {
    expect(callsOf(cline, call('run_commands', input))).toEqual(
      commands.map((command) => ['Bash', { command }]),
    );
  });

  it.each<readonly [string, unknown, readonly unknown[]]>([
    ['editor', { path: 'a.ts', new_text: 'x' }, [['Write', { file_path: '/work/a.ts', content: 'x' }]]],
    [
      'editor',
      { path: 'a.ts', old_text: null, new_text: 'x' },
      [['Write', { file_path: '/work/a.ts', old_text: null, content: 'x' }]],
    ],
    [
      'editor',
      { path: '/b/a.ts', old_text: 'y', new_text: 'x' },
      [['Edit', { file_path: '/b/a.ts', old_string: 'y', new_string: 'x' }]],
    ],
    [
      'editor',
      { path: 'a.ts', insert_line: 1, new_text: 'x' },
      [['Edit', { file_path: '/work/a.ts', insert_line: 1, new_string: 'x' }]],
    ],
    [
      'read_files',
      { files: [{ path: 'a', start_line: 2 }, { path: 'b' }] },
      [
        ['Read', { file_path: '/work/a', start_line: 2 }],
        ['Read', { file_path: '/work/b' }],
      ],
    ],
    ['read_files', { paths: 'a' }, [['Read', { file_path: '/work/a' }]]],
    ['read_files', ['a'], [['Read', { file_path: '/work/a' }]]],
    [
      'search_codebase',
      { queries: ['x', 'y'] },
      [
        ['Grep', { pattern: 'x' }],
        ['Grep', { pattern: 'y' }],
      ],
    ],
    [
      'fetch_web_content',
      { requests: [{ url: 'https://a.example', prompt: 'p' }] },
      [['WebFetch', { url: 'https://a.example', prompt: 'p' }]],
    ],
    ['spawn_agent', { systemPrompt: 's', task: 't' }, [['Agent', { systemPrompt: 's', prompt: 't' }]]],
    ['mcp__a__b', { x: 1 }, [['mcp__a__b', { x: 1 }]]],
  ])('of %s %j', (name, input, calls) => {
    expect(callsOf(cline, call(name, input))).toEqual(calls);
  });

  it('of a patch is one for each of its files', () => {
    const input = '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch';
    expect(callsOf(cline, call('apply_patch', input))).toMatchObject([
      ['Write', { file_path: '/work/a', content: 'x' }],
      ['Edit', { file_path: '/work/b' }],
    ]);
  });

  it('of a subagent has its id', () => {
    const payload = call('run_commands', 'ls', { agent_id: 'a2', parent_agent_id: 'a1' });
    expect(readBy(cline, payload).inputs[0].fields).toMatchObject({ agent_id: 'a2', parent_agent_id: 'a1' });
  });

  it('that comes as texts only is read too', () => {
    const payload = payloadOf({
      clineVersion: '3.36.0',
      hookName: 'PreToolUse',
      taskId: 't',
      workspaceRoots: ['/work'],
      preToolUse: { toolName: 'run_commands', parameters: { commands: '["rm x"]' } },
    });
    expect(callsOf(cline, payload)).toEqual([['Bash', { command: 'rm x' }]]);
  });

  const result = (output: unknown, success = true) =>
    call('run_commands', 'ls', {
      hookName: 'tool_result',
      tool_call: undefined,
      tool_result: { id: 'c', name: 'run_commands', input: { commands: ['ls', 'false'] }, output },
      postToolUse: { toolName: 'run_commands', result: 'it broke', success },
    });
  const worked = { query: 'ls', result: 'a\n', success: true };
  const failed = { query: 'false', result: '', error: 'Command exited with code 1', success: false };

  it.each([
    ['it broke', result(null, false)],
    ['Command exited with code 1', result([failed])],
  ])('that failed is told as a failure: %s', (error, payload) => {
    expect(readBy(cline, payload)).toMatchObject({
      event: 'PostToolUseFailure',
      inputs: [{ fields: { hook_event_name: 'PostToolUseFailure', error } }, {}],
    });
  });

  it('of which only a part failed is told with the result of each part', () => {
    expect(readBy(cline, result([worked, failed]))).toMatchObject({
      event: 'PostToolUse',
      inputs: [{ fields: { tool_response: { stdout: 'a\n' } } }, { fields: { tool_response: failed } }],
    });
  });
});

const by = 'h1';
const ls = call('run_commands', { commands: ['ls'] });

describe('an answer', () => {
  it.each<readonly [string, Partial<Decision>, unknown]>([
    ['nothing', {}, null],
    ['a deny', { permission: 'deny', blocked: true, reason: 'no' }, { cancel: true, errorMessage: 'no' }],
    ['a question', { permission: 'ask', reason: 'sure?' }, { cancel: true, errorMessage: 'sure?' }],
    ['the end', { stop: { value: 'enough', by } }, { cancel: true, errorMessage: 'enough' }],
    ['an allow', { permission: 'allow' }, null],
    ['context', { context: [{ value: 'c', by }] }, { contextModification: 'c' }],
    [
      'a rewritten input',
      { updatedInput: { value: { command: 'ls -l' }, by } },
      { overrideInput: { commands: ['ls -l'] } },
    ],
  ])('%s', (_, changes, said) => {
    expect(answerTo(cline, ls, changes)).toMatchObject({ exitCode: 0, said });
  });

  it('says in words what does not work here', () => {
    expect(answerTo(cline, ls, { permission: 'ask', reason: 'sure?' }).untold).toEqual([
      'Cline CLI: a question to the user of PreToolUse: the call is denied, because Cline runs what a hook wants asked',
    ]);
    const end = payloadOf({
      clineVersion: '',
      hookName: 'agent_end',
      taskId: 't',
      turn: { status: 'completed' },
    });
    const { said, untold } = answerTo(cline, end, { blocked: true, reason: 'go on' });
    expect(said).toBeNull();
    expect(untold).toEqual([
      'Cline CLI: a block of Stop has no effect: Cline throws away what a hook of this event answers',
    ]);
  });

  it.each([{ commands: ['ls', 'ls -a'] }, 'apply_patch'])(
    'one rewritten of %j cannot be given, so nothing runs',
    (input) => {
      const payload =
        typeof input === 'string'
          ? call('apply_patch', { input: '*** Add File: a\n+x' })
          : call('run_commands', input);
      const changed = { updatedInput: { value: { command: 'x', file_path: '/other' }, by } };
      expect(answerTo(cline, payload, changed).said).toMatchObject({ cancel: true });
    },
  );

  it('keeps the form of a file that is read', () => {
    const payload = call('read_files', { files: [{ path: 'a', start_line: 2 }] });
    const value = { file_path: '/work/a', start_line: 3 };
    expect(answerTo(cline, payload, { updatedInput: { value, by } }).said).toEqual({
      overrideInput: { files: [{ path: 'a', start_line: 3 }] },
    });
  });
});

describe('any deny blocks', () => {
  it.each([
    ['of one command', ls],
    ['of one among several', call('run_commands', { commands: ['ls', 'rm x'] })],
    ['of a file', call('editor', { path: 'a', new_text: 'x' })],
  ])('%s', (_, payload) => {
    const { event, inputs } = readBy(cline, payload);
    fc.assert(
      fc.property(denials(event, payload, inputs), (all) => {
        const answer = cline.answer(all);
        expect(reads('PreToolUse', answer)).toMatchObject({ happens: false, ends: true });
        expect(JSON.parse(answer.stdout).errorMessage).not.toBe('');
      }),
    );
  });
});
