// `dispatch` as the hook of other agents: who asks, what it is answered, and what it is told where it cannot do as a hook wishes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Played } from '../testing/play.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const codex = (more: Readonly<Record<string, unknown>> = {}) => ({
  session_id: 's',
  turn_id: 't',
  transcript_path: '/home/user/.codex/sessions/2026/11/15/rollout.jsonl',
  model: 'gpt-5.5',
  permission_mode: 'bypassPermissions',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  ...more,
});

const dispatch = (
  event: unknown,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Played> =>
  stage.play(['dispatch', ...argv], {
    env: { PATH: process.env['PATH'], HOME: stage.home, ...env },
    stdin: { text: typeof event === 'string' ? event : JSON.stringify(event) },
  });

const says = (answer: unknown): string => `echo '${JSON.stringify(answer)}'`;
const decides = (fields: Readonly<Record<string, unknown>>, beside: Readonly<Record<string, unknown>> = {}) =>
  says({ ...beside, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });
const deny = 'echo "not here" >&2; exit 2';
const denied = { hookEventName: 'PreToolUse', permissionDecision: 'deny' };

describe('who asks', () => {
  it.each<readonly [string, readonly string[]]>([
    ['the command line', ['--host', 'codex']],
    ['the event, for `auto`', ['--host', 'auto']],
    ['the event, where nobody says', []],
  ])('says %s', async (_title, words) => {
    stage.hooks({ PreToolUse: [decides({ permissionDecision: 'deny' }, { suppressOutput: true })] });
    const { code, stdout } = await dispatch(codex(), words);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { hookSpecificOutput: { ...denied, permissionDecisionReason: expect.stringMatching(/./) } },
    ]);
  });

  it('is Claude Code, whatever stands in the environment, where nothing in the event says otherwise', async () => {
    stage.hooks({ PreToolUse: [decides({ permissionDecision: 'ask' }, { suppressOutput: true })] });
    const event = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };
    const env = { CODEX_MANAGED_BY_NPM: '1' };
    const answer = { suppressOutput: true, hookSpecificOutput: { permissionDecision: 'ask' } };
    expect(JSON.parse((await dispatch(event, [], env)).stdout)).toMatchObject(answer);
    expect(JSON.parse((await dispatch(codex(), ['--host', 'claude'])).stdout)).toMatchObject(answer);
    const asCodex = await dispatch(event, ['--host', 'auto'], env);
    expect(JSON.parse(asCodex.stdout).hookSpecificOutput).toMatchObject(denied);
  });

  it('is not guessed where two may be meant', async () => {
    stage.hooks({ PreToolUse: ['true'], Stop: ['true'] });
    const env = { CODEX_MANAGED_BY_NPM: '1', CLAUDECODE: '1' };
    const event = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };
    const atGate = await dispatch(event, ['--host', 'auto'], env);
    expect([atGate.code, atGate.stdout]).toEqual([2, '']);
    expect(atGate.stderr).toMatch(
      /denied: claude or codex may have sent this event: say who does, with --host\n$/,
    );
    const elsewhere = await dispatch({ session_id: 's', hook_event_name: 'Stop' }, ['--host', 'auto'], env);
    expect([elsewhere.code, elsewhere.stdout]).toEqual([1, '']);
    expect(elsewhere.stderr).toContain('--host');
    // What only one of them sends is sure.
    expect((await dispatch(codex(), ['--host', 'auto'], env)).code).toBe(0);
  });

  it('names the event where the host does not', async () => {
    stage.hooks({ Stop: [deny] });
    const { hook_event_name: _, ...fields } = codex();
    const { stdout } = await dispatch(fields, ['--host', 'codex', '--event', 'Stop']);
    expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: 'not here\n' });
    const { stdout: claude } = await dispatch({ session_id: 's' }, ['--event', 'Stop']);
    expect(claude + (await dispatch({ session_id: 's' }, ['--event', 'Stop'])).stderr).toContain('not here');
  });
});

describe('one call that does several things', () => {
  const patch = (...files: readonly string[]) =>
    codex({
      tool_name: 'apply_patch',
      tool_input: {
        command: [
          '*** Begin Patch',
          ...files.map((file) => `*** Add File: ${file}\n+text`),
          '*** End Patch',
        ].join('\n'),
      },
    });
  const guard = {
    matcher: 'Write|Edit',
    command: 'grep -q "/secret.txt\\"" && { echo "not that file" >&2; exit 2; }; exit 0',
  };

  it('is denied where one of them is', async () => {
    stage.hooks({ PreToolUse: [guard] });
    expect((await dispatch(patch('a.txt', 'b.txt'))).stdout).toBe('');
    for (const files of [
      ['secret.txt', 'a.txt'],
      ['a.txt', 'secret.txt'],
      ['a.txt', 'b.txt', 'secret.txt'],
    ]) {
      const { stdout } = await dispatch(patch(...files));
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
        ...denied,
        permissionDecisionReason: expect.stringContaining('not that file'),
      });
    }
  });

  it('is denied where it does more than hooks can be asked about in time', async () => {
    stage.hooks({ PreToolUse: ['true'] });
    const parts = Array.from({ length: 1001 }, (_, at) => `*** Delete File: f${at}`);
    const command = ['*** Begin Patch', ...parts, '*** End Patch'].join('\n');
    const { code, stdout } = await dispatch(codex({ tool_name: 'apply_patch', tool_input: { command } }));
    expect([code, JSON.parse(stdout).hookSpecificOutput]).toEqual([
      0,
      { ...denied, permissionDecisionReason: expect.stringContaining('does 1001 things at once') },
    ]);
  });
});

it('an agent that is not supported is named, and no assent', async () => {
  stage.hooks({ PreToolUse: ['true'] });
  const event = {
    event: 'PreToolUse',
    working_dir: '/',
    session_id: 's',
    tool_name: 'shell',
    tool_input: {},
  };
  const { code, stderr } = await dispatch(event);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('looks like one of Goose, which is not supported'),
  ]);
});

it('Cursor is always answered', async () => {
  const event = {
    hook_event_name: 'preToolUse',
    conversation_id: 'c',
    generation_id: 'g',
    tool_name: 'Shell',
  };
  expect(await dispatch({ ...event, tool_input: {} }, ['--host', 'cursor'])).toMatchObject({
    code: 0,
    stdout: '{}\n',
  });
});

describe('what the agent cannot do', () => {
  it('is told once a session, and recorded with each event', async () => {
    stage.hooks({
      PreToolUse: [decides({ permissionDecision: 'ask', permissionDecisionReason: 'really?' })],
    });
    const first = JSON.parse((await dispatch(codex())).stdout);
    expect(first).toEqual({
      systemMessage: expect.stringMatching(
        /^amplifier-hooks: Codex CLI: a question to the user of PreToolUse: the call is denied/,
      ),
      hookSpecificOutput: { ...denied, permissionDecisionReason: 'really?' },
    });
    expect(JSON.parse((await dispatch(codex())).stdout).systemMessage).toBeUndefined();
    expect(JSON.parse((await dispatch(codex({ session_id: 'other' }))).stdout).systemMessage).toBeDefined();
    const { stdout } = await stage.play(['log', '--json']);
    expect(stdout.split('a question to the user of PreToolUse').length).toBeGreaterThan(3);
  });

  it('does not make a Stop hook go on without end', async () => {
    stage.hooks({ Stop: [deny] });
    const stop = () =>
      dispatch(codex({ hook_event_name: 'Stop', stop_hook_active: true }), ['--host', 'codex']);
    for (let round = 0; round < 8; round += 1)
      expect(JSON.parse((await stop()).stdout)).toMatchObject({ decision: 'block' });
    const { code, stdout } = await stop();
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { systemMessage: expect.stringContaining('8 times in a row') },
    ]);
  });
});

it('a Stop hook goes on once where nobody can count', async () => {
  stage.userHooks({ Stop: [deny] });
  const stop = (active: boolean, ...words: readonly string[]) =>
    stage.play(['dispatch', ...words], {
      strange: true,
      env: { PATH: process.env['PATH'], HOME: stage.home, XDG_STATE_HOME: '/proc/none' },
      stdin: { text: JSON.stringify(codex({ hook_event_name: 'Stop', stop_hook_active: active })) },
    });
  expect((await stop(false)).stdout).toContain('"decision":"block"');
  expect((await stop(true)).stdout).not.toContain('"decision"');
  // Claude Code ends it itself.
  expect((await stop(true, '--host', 'claude')).code).toBe(2);
});

describe('a fault', () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ['an event that cannot be read', '{"hook_event_name":"PreToolUse",', []],
    ['an event without what it needs', codex({ tool_input: undefined }), []],
    ['a command line that is wrong', codex(), ['--project', '/no-such-place']],
  ])('%s is no assent at a gate', async (_title, event, words) => {
    stage.hooks({ PreToolUse: ['true'] });
    for (const more of [[], ['--no-fail-closed']]) {
      const { code, stdout, stderr } = await dispatch(event, ['--host', 'codex', ...words, ...more]);
      expect(code).toBe(0);
      // There is no question that a hook can bring about there.
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject(denied);
      expect(stderr).toMatch(/^amplifier-hooks: ./);
    }
  });

  it('is told elsewhere as the agent tells its user, and with no exit code of ours', async () => {
    stage.hooks({ UserPromptSubmit: ['true'] });
    const { code, stdout } = await dispatch(codex({ hook_event_name: 'UserPromptSubmit', prompt: 7 }), [
      '--host',
      'codex',
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { systemMessage: expect.stringContaining('could not be asked: "prompt" of UserPromptSubmit must be') },
    ]);
  });

  it('is left to the host’s own question with --no-fail-closed', async () => {
    stage.hooks({ PreToolUse: ['true'], PermissionRequest: ['true'] });
    const broken = (event: string) => `{"hook_event_name":"${event}",`;
    const asked = await dispatch(broken('PreToolUse'), ['--no-fail-closed']);
    expect(JSON.parse(asked.stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' });
    const open = await dispatch(broken('PermissionRequest'), ['--no-fail-closed']);
    expect([open.code, open.stdout]).toEqual([0, expect.not.stringContaining('behavior')]);
    for (const words of [[], ['--fail-closed']])
      expect((await dispatch(broken('PermissionRequest'), words)).stdout).toContain('"behavior":"deny"');
  });
});
