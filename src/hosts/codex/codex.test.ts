import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged } from '../agents/testing/decisions.js';
import { lostOf, PROJECT, payloadOf, recording } from '../agents/testing/payloads.js';
import { blocksWhateverElse, forAny } from '../agents/testing/properties.js';
import { codex } from './index.js';
import { reads } from './reads.js';

const { payloads, missing } = recording('codex');

const payload = (event: string, fields: Fields = {}) =>
  payloadOf({ session_id: 's1', cwd: PROJECT, hook_event_name: event, ...fields });
const shell = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const patch = {
  tool_name: 'apply_patch',
  tool_input: {
    command:
      '*** Begin Patch\n*** Add File: a.txt\n+hello\n*** Update File: src/b.txt\n@@\n-x\n+y\n*** Delete File: c\n*** End Patch\n',
  },
};
const by = (value: string) => [{ value, by: 'h1' }];

describe.skipIf(missing !== null)(`recorded payloads${missing === null ? '' : `: ${missing}`}`, () => {
  it.each(payloads)('$title is recognised, and read without loss', ({ payload }) => {
    expect(codex.recognise(payload)).toBe(true);
    expect(lostOf(codex, payload)).toEqual([]);
    expect(codex.read(payload)).toMatchObject({ event: payload.fields['hook_event_name'] });
  });
});

it('a session of another agent that Codex started is not its own', () => {
  const env = { CODEX_MANAGED_BY_NPM: '1' };
  const fields = { hook_event_name: 'SessionStart', session_id: 's1' };
  expect(codex.recognise(payloadOf(fields, { env }))).toBe(true);
  const claude = { ...fields, transcript_path: '/home/user/.claude/projects/p/s1.jsonl' };
  expect(codex.recognise(payloadOf(claude, { env }))).toBe(false);
  expect(codex.recognise(payloadOf({ hook_event_name: 'MessageDisplay', turn_id: 't1' }))).toBe(false);
});

describe('reading', () => {
  it('a patch is one question a file', () => {
    expect(codex.read(payload('PreToolUse', patch))).toMatchObject({
      inputs: [
        { tool_name: 'Write', tool_input: { file_path: `${PROJECT}/a.txt`, content: 'hello' } },
        {
          tool_name: 'Edit',
          tool_input: { file_path: `${PROJECT}/src/b.txt`, old_string: 'x', new_string: 'y' },
        },
        { tool_name: 'Edit', tool_input: { file_path: `${PROJECT}/c` } },
      ],
    });
  });

  it.each([
    ['Bash', 'hi\n', { stdout: 'hi\n', stderr: '', interrupted: false }],
    ['spawn_agent', '{"agent_id":"a"}', { agent_id: 'a' }],
    ['view_image', 'none', 'none'],
  ])('a result of %s, %j, is %j', (tool_name, tool_response, known) => {
    expect(codex.read(payload('PostToolUse', { tool_name, tool_input: {}, tool_response }))).toMatchObject({
      inputs: [{ tool_response: known }],
    });
  });

  it('an agent is told under the name that hooks know', () => {
    const tool_input = { message: 'do it', agent_type: 'default' };
    expect(codex.read(payload('PreToolUse', { tool_name: 'spawn_agent', tool_input }))).toMatchObject({
      inputs: [{ tool_name: 'Agent', tool_input: { prompt: 'do it', subagent_type: 'default' } }],
    });
  });
});

// As the page of measurements has it.
describe('the model of its reading', () => {
  const deny = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'R' };
  const pre = (fields: Fields, more: Fields = {}) => JSON.stringify({ ...more, hookSpecificOutput: fields });
  it.each<[string, string, number, string, string, Fields]>([
    ['a deny', 'PreToolUse', 0, pre(deny), '', { happens: false }],
    [
      'a deny without a reason',
      'PreToolUse',
      0,
      pre({ hookEventName: 'PreToolUse', permissionDecision: 'deny' }),
      '',
      { happens: true },
    ],
    [
      'a deny without a name',
      'PreToolUse',
      0,
      pre({ ...deny, hookEventName: undefined }),
      '',
      { happens: true },
    ],
    [
      'a deny beside suppressOutput',
      'PreToolUse',
      0,
      pre(deny, { suppressOutput: true }),
      '',
      { happens: true },
    ],
    ['a deny beside an end', 'PreToolUse', 0, pre(deny, { continue: false }), '', { happens: true }],
    ['a deny beside another field', 'PreToolUse', 0, pre({ ...deny, foo: 1 }), '', { happens: true }],
    ['a deny after a text', 'PreToolUse', 0, `x\n${pre(deny)}`, '', { happens: true }],
    ['an ask', 'PreToolUse', 0, pre({ ...deny, permissionDecision: 'ask' }), '', { happens: true }],
    ['a flat deny', 'PreToolUse', 0, '{"decision":"deny","reason":"R"}', '', { happens: true }],
    ['a flat block', 'PreToolUse', 0, '{"decision":"block","reason":"R"}', '', { happens: false }],
    ['exit 2', 'PreToolUse', 2, '', 'R', { happens: false }],
    ['exit 2 in silence', 'PreToolUse', 2, '', '', { happens: true }],
    [
      'an input without an allow',
      'PreToolUse',
      0,
      pre({ hookEventName: 'PreToolUse', updatedInput: { command: 'x' } }),
      '',
      { input: null },
    ],
    [
      'an input with an allow',
      'PreToolUse',
      0,
      pre({ hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: 'x' } }),
      '',
      { input: { command: 'x' } },
    ],
    ['a block after a tool', 'PostToolUse', 0, '{"decision":"block","reason":"R"}', '', { replaced: true }],
    ['text at a prompt', 'UserPromptSubmit', 0, 'C', '', { model: 'C' }],
    ['a block of the end', 'Stop', 0, '{"decision":"block","reason":"R"}', '', { happens: false }],
    ['a block of the end without a reason', 'Stop', 0, '{"decision":"block"}', '', { happens: true }],
    ['an end at the end', 'Stop', 0, '{"continue":false}', '', { happens: true, ends: true }],
  ])('%s of %s', (_, event, exitCode, stdout, stderr, effect) => {
    expect(reads(event, { exitCode, stdout, stderr })).toMatchObject(effect);
  });
});

describe('answers', () => {
  const specific = (event: string, fields: Fields) => ({
    hookSpecificOutput: { hookEventName: event, ...fields },
  });
  const deny = (reason: unknown) =>
    specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason });
  it.each<[string, string, Fields, Partial<Decision>, unknown]>([
    ['nothing', 'PreToolUse', shell, {}, null],
    ['a deny', 'PreToolUse', shell, { permission: 'deny', blocked: true, reason: 'no' }, deny('no')],
    [
      'a deny beside what it does not know',
      'PreToolUse',
      shell,
      {
        permission: 'deny',
        blocked: true,
        reason: ' ',
        output: { suppressOutput: { value: true, by: 'h1' } },
      },
      deny('No stderr output'),
    ],
    ['an ask', 'PreToolUse', shell, { permission: 'ask', reason: '' }, deny('A hook asks for confirmation.')],
    ['an end', 'PreToolUse', shell, { stop: { value: 'enough', by: 'h1' } }, deny('enough')],
    ['an allow', 'PreToolUse', shell, { permission: 'allow' }, null],
    [
      'a rewritten input',
      'PreToolUse',
      shell,
      { updatedInput: { value: { command: 'x' }, by: 'h1' } },
      specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'x' } }),
    ],
    [
      'a file of a patch that hooks moved',
      'PreToolUse',
      patch,
      { updatedInput: { value: { file_path: '/elsewhere' }, by: 'h1' } },
      deny(expect.stringContaining('did not run')),
    ],
    [
      'a permission denied',
      'PermissionRequest',
      shell,
      { permission: 'deny', blocked: true, reason: 'no', interrupt: true },
      specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
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
      specific('PostToolUse', { additionalContext: 'F\nC' }),
    ],
    [
      'a rewritten result',
      'PostToolUse',
      shell,
      { updatedOutput: { value: { stdout: 'x', stderr: '' }, by: 'h1' } },
      { decision: 'block', reason: 'x' },
    ],
    [
      'context of Stop, which keeps the agent going',
      'Stop',
      {},
      { continues: true, context: by('C') },
      { decision: 'block', reason: 'C' },
    ],
    [
      'the end of the turn',
      'Stop',
      {},
      { continues: false, stop: { value: 'R', by: 'h1' } },
      { continue: false, stopReason: 'R' },
    ],
  ])('%s: %s', (_, event, fields, decided, said) => {
    const { exitCode, stdout, stderr } = codex.answer(judged(codex, payload(event, fields), decided));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout === '' ? null : JSON.parse(stdout)).toEqual(said);
  });

  it('what is said about every file of a patch is told once', () => {
    const { stdout } = codex.answer(judged(codex, payload('PreToolUse', patch), { context: by('C') }));
    expect(JSON.parse(stdout)).toEqual(specific('PreToolUse', { additionalContext: 'C' }));
  });

  it('a rewritten patch was judged by nobody, so it does not run', () => {
    const written = { updatedInput: { value: { command: 'A' }, by: 'h1' } };
    const { stdout } = codex.answer(judged(codex, payload('PreToolUse', patch), {}, written));
    expect(JSON.parse(stdout)).toEqual(deny(expect.stringContaining('did not run')));
  });

  it('one file of a patch that is denied denies the patch', () => {
    const denied = { permission: 'deny' as const, blocked: true, reason: 'not c' };
    const { stdout } = codex.answer(judged(codex, payload('PreToolUse', patch), {}, {}, denied));
    expect(JSON.parse(stdout)).toEqual(deny('not c'));
  });
});

describe('whatever else a decision carries', () => {
  it.each(['deny', 'ask', 'stop'] as const)('%s of a tool call is blocked', (want) => {
    blocksWhateverElse(codex, reads, payload('PreToolUse', shell), want);
    blocksWhateverElse(codex, reads, payload('PreToolUse', patch), want);
  });

  it.each([
    ['PermissionRequest', shell],
    ['UserPromptSubmit', { prompt: 'x' }],
    ['PostToolUse', shell],
    ['PostToolUse', patch],
    ['Stop', {}],
  ])('a block of %s is one', (event, fields) => {
    blocksWhateverElse(codex, reads, payload(event, fields), 'deny');
  });

  it('a call that hooks rewrote runs as they wrote it, or not at all', () => {
    forAny(codex, reads, payload('PreToolUse', shell), 'rewrite', ({ happens, input }, { decisions }) => {
      if (happens) expect(input).toEqual(JSON.parse(JSON.stringify(decisions[0].updatedInput?.value)));
    });
  });
});
