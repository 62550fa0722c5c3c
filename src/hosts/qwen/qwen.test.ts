import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged } from '../agents/testing/decisions.js';
import { lostOf, PROJECT, payloadOf, recording } from '../agents/testing/payloads.js';
import { blocksWhateverElse, forAny } from '../agents/testing/properties.js';
import { qwen } from './index.js';
import { reads } from './reads.js';

const { payloads, missing } = recording('qwen-code');

const payload = (event: string, fields: Fields = {}) =>
  payloadOf({ session_id: 's1', cwd: PROJECT, hook_event_name: event, ...fields });
const shell = { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'look' } };
const by = (value: string) => [{ value, by: 'h1' }];

describe.skipIf(missing !== null)(`recorded payloads${missing === null ? '' : `: ${missing}`}`, () => {
  it.each(payloads)('$title is recognised, and read without loss', ({ payload }) => {
    expect(qwen.recognise(payload)).toBe(true);
    expect(lostOf(qwen, payload, ['permission_mode'])).toEqual([]);
  });

  it('every event is one that hooks know, but for a prompt that nobody wrote', () => {
    const read = payloads.map(({ payload }) => ({ fields: payload.fields, read: qwen.read(payload) }));
    const nothing = read.filter(({ read }) => read.kind !== 'event').map(({ fields }) => fields);
    expect(nothing).toMatchObject([{ hook_event_name: 'UserPromptSubmit', prompt: '' }]);
    expect(read.map(({ read }) => (read.kind === 'event' ? read.event : null))).toEqual(
      read.map(({ fields }) => (nothing.includes(fields) ? null : fields['hook_event_name'])),
    );
  });
});

describe('reading', () => {
  it.each<[string, Fields, string, Fields]>([
    [
      'run_shell_command',
      { command: 'ls', is_background: false },
      'Bash',
      { command: 'ls', run_in_background: false },
    ],
    [
      'edit',
      { file_path: 'a', old_string: 'x', new_string: 'y' },
      'Edit',
      { file_path: `${PROJECT}/a`, old_string: 'x', new_string: 'y' },
    ],
    ['write_file', { file_path: '/a', content: '' }, 'Write', { file_path: '/a', content: '' }],
    ['grep_search', { pattern: 'x', limit: 3 }, 'Grep', { pattern: 'x', head_limit: 3 }],
    ['notebook_edit', { notebook_path: 'n' }, 'NotebookEdit', { notebook_path: `${PROJECT}/n` }],
    ['agent', { prompt: 'p', subagent_type: 's' }, 'Agent', { prompt: 'p', subagent_type: 's' }],
    [
      'tool_call',
      { name: 'write_file', arguments: { file_path: 'a' } },
      'Write',
      { file_path: `${PROJECT}/a` },
    ],
    ['tool_call', { name: 'run_shell_command', arguments: '{"command":"ls"}' }, 'Bash', { command: 'ls' }],
  ])('%s %j is %s %j', (tool_name, tool_input, name, input) => {
    expect(qwen.read(payload('PreToolUse', { tool_name, tool_input }))).toMatchObject({
      inputs: [{ tool_name: name, tool_input: input }],
    });
  });

  it.each([
    [{ prompt: 'hi', submitted_prompt: 'hi' }, { kind: 'event' }],
    [{ prompt: '' }, { kind: 'nothing' }],
    // The reason of a Stop hook. Other ways in have no field for what was typed, so hooks are asked all the same.
    [{ prompt: 'more' }, { kind: 'event' }],
  ])('a prompt %j is %j', (fields, read) => {
    expect(qwen.read(payload('UserPromptSubmit', fields))).toMatchObject(read);
  });

  it.each([
    ['yolo', 'bypassPermissions'],
    ['auto_edit', 'acceptEdits'],
    ['plan', 'plan'],
    ['__proto__', '__proto__'],
  ])('the permission mode %s is %s', (permission_mode, known) => {
    expect(qwen.read(payload('PreToolUse', { ...shell, permission_mode }))).toMatchObject({
      inputs: [{ permission_mode: known }],
    });
  });

  it('only its own sessions are recognised', () => {
    const started = { session_id: 's1', hook_event_name: 'SessionStart' };
    expect(qwen.recognise(payloadOf(started))).toBe(false);
    expect(qwen.recognise(payloadOf(started, { env: { QWEN_CODE_SESSION_ID: 's0' } }))).toBe(false);
    expect(qwen.recognise(payloadOf(started, { env: { QWEN_CODE_SESSION_ID: 's1' } }))).toBe(true);
  });
});

// As the page of measurements has it.
describe('the model of its reading', () => {
  const specific = (fields: Fields) => JSON.stringify({ hookSpecificOutput: fields });
  it.each<[string, string, number, string, string, Fields]>([
    ['deny', 'PreToolUse', 0, specific({ permissionDecision: 'deny' }), '', { happens: false }],
    ['ask', 'PreToolUse', 0, specific({ permissionDecision: 'ask' }), '', { happens: false }],
    ['a flat deny', 'PreToolUse', 0, '{"decision":"deny"}', '', { happens: false }],
    [
      'a flat deny beside an allow',
      'PreToolUse',
      0,
      '{"decision":"deny","hookSpecificOutput":{"permissionDecision":"allow"}}',
      '',
      { happens: true },
    ],
    ['exit 2', 'PreToolUse', 2, '{"decision":"allow"}', 'R', { happens: false, model: 'R' }],
    ['exit 2 with its reason on stdout', 'PreToolUse', 2, 'R', '', { happens: true }],
    ['exit 3', 'PreToolUse', 3, '', 'R', { happens: true }],
    ['exit 1 with a deny', 'PreToolUse', 1, specific({ permissionDecision: 'deny' }), '', { happens: false }],
    ['a rewrite', 'PreToolUse', 0, specific({ updatedInput: { command: 'x' } }), '', { input: null }],
    ['an end', 'PreToolUse', 0, '{"continue":false,"stopReason":"R"}', '', { happens: false, ends: false }],
    ['a block after a tool', 'PostToolUse', 0, '{"decision":"block","reason":"R"}', '', { replaced: false }],
    ['an end after a tool', 'PostToolUse', 0, '{"continue":false,"stopReason":"R"}', '', { replaced: true }],
    ['an end at the end', 'Stop', 0, '{"continue":false,"stopReason":"R"}', '', { happens: false }],
    ['text at a prompt', 'UserPromptSubmit', 0, 'C', '', { happens: true, model: 'C' }],
  ])('%s of %s', (_, event, exitCode, stdout, stderr, effect) => {
    expect(reads(event, { exitCode, stdout, stderr })).toMatchObject(effect);
  });
});

describe('answers', () => {
  const permission = (decision: string, reason?: unknown) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      ...(reason === undefined ? {} : { permissionDecisionReason: reason }),
    },
  });
  it.each<[string, string, Fields, Partial<Decision>, unknown]>([
    ['nothing', 'PreToolUse', shell, {}, null],
    [
      'a deny, with its context',
      'PreToolUse',
      shell,
      { permission: 'deny', blocked: true, reason: 'no', context: by('C') },
      permission('deny', 'no\nC'),
    ],
    ['an ask', 'PreToolUse', shell, { permission: 'ask', reason: 'sure?' }, permission('ask', 'sure?')],
    ['an allow', 'PreToolUse', shell, { permission: 'allow' }, permission('allow')],
    [
      'a rewritten input',
      'PreToolUse',
      shell,
      { permission: 'allow', updatedInput: { value: { command: 'x' }, by: 'h1' } },
      permission('deny', expect.stringContaining('did not run')),
    ],
    ['an end', 'PreToolUse', shell, { stop: { value: 'enough', by: 'h1' } }, permission('deny', 'enough')],
    [
      'a message',
      'PreToolUse',
      shell,
      { systemMessages: by('M'), permission: 'allow' },
      { systemMessage: 'M', ...permission('allow') },
    ],
    [
      'a permission denied',
      'PermissionRequest',
      shell,
      { permission: 'deny', blocked: true, reason: 'no' },
      {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: 'no' },
        },
      },
    ],
    [
      'a permission with another input, which the user is asked for',
      'PermissionRequest',
      shell,
      { permission: 'allow', updatedInput: { value: { command: 'x' }, by: 'h1' } },
      null,
    ],
    [
      'feedback and context after a tool',
      'PostToolUse',
      shell,
      { feedback: by('F'), context: by('C') },
      { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'F\nC' } },
    ],
    [
      'a rewritten result',
      'PostToolUse',
      shell,
      { updatedOutput: { value: 'x', by: 'h1' }, feedback: by('F') },
      { continue: false, stopReason: 'x\nF' },
    ],
    [
      'a blocked prompt',
      'UserPromptSubmit',
      { prompt: 'x', submitted_prompt: 'x' },
      { blocked: true, reason: 'no' },
      { decision: 'block', reason: 'no' },
    ],
    ['another round', 'Stop', {}, { blocked: true, reason: 'more' }, { decision: 'block', reason: 'more' }],
    ['the end of the turn', 'Stop', {}, { continues: false, stop: { value: 'R', by: 'h1' } }, null],
  ])('%s: %s', (_, event, fields, decided, said) => {
    const { exitCode, stdout, stderr } = qwen.answer(judged(qwen, payload(event, fields), decided));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout === '' ? null : JSON.parse(stdout)).toEqual(said);
  });

  it('the model is told how to make a rewritten call', () => {
    const updatedInput = { value: { command: 'ls -l', run_in_background: true }, by: 'h1' };
    const tool_input = { name: 'run_shell_command', arguments: { command: 'ls' } };
    for (const call of [shell, { tool_name: 'tool_call', tool_input }]) {
      const { stdout } = qwen.answer(judged(qwen, payload('PreToolUse', call), { updatedInput }));
      expect(stdout).toContain(JSON.stringify('{"command":"ls -l","is_background":true}').slice(1, -1));
    }
    const same = { value: { command: 'ls' }, by: 'h1' };
    const again = judged(qwen, payload('PreToolUse', { tool_name: 'tool_call', tool_input }), {
      updatedInput: same,
    });
    expect(qwen.answer(again).stdout).toBe('');
  });

  it('what it does not do is told', () => {
    const untold = (decided: Partial<Decision>) =>
      qwen.answer(judged(qwen, payload('PreToolUse', shell), decided)).untold;
    expect(untold({ context: by('C') })).toEqual([
      'Qwen Code: context of PreToolUse has no effect: Qwen Code takes none before a tool',
    ]);
    expect(untold({ updatedInput: { value: {}, by: 'h1' } })).toEqual([
      'Qwen Code: a rewritten input of PreToolUse: the call is denied, because Qwen Code would run it as it was',
    ]);
  });
});

describe('whatever else a decision carries', () => {
  it.each(['deny', 'ask', 'stop', 'rewrite'] as const)('%s of a tool call is blocked', (want) => {
    blocksWhateverElse(qwen, reads, payload('PreToolUse', shell), want);
  });

  it.each([
    ['UserPromptSubmit', { prompt: 'x', submitted_prompt: 'x' }],
    ['PostToolUse', shell],
    ['Stop', {}],
  ])('a block of %s is one', (event, fields) => {
    blocksWhateverElse(qwen, reads, payload(event, fields), 'deny');
  });

  it('the agent stops where hooks end the turn', () => {
    forAny(qwen, reads, payload('Stop'), 'stop', ({ happens }) => expect(happens).toBe(true));
  });
});
