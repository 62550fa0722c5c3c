// An event deeper or larger than hooks can be told is denied by every way in, and never taken for “no objection”.
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ended } from '../../src/testing/index.js';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  const all = [{ hooks: [{ type: 'command', command: 'exit 0' }] }];
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: all, PermissionRequest: all, PostToolUse: all, UserPromptSubmit: all },
  });
});

const DEPTHS = [201, 5_000, 100_000, 1_000_000];

/** `{"command":"rm -rf /","x":{"a":{"a":…}}}` */
const deepJson = (depth: number): string =>
  `{"command":"rm -rf /","x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

const dispatch = (stdin: string, ...words: readonly string[]) => project.run(['dispatch', ...words], stdin);

describe('dispatch', () => {
  const event = (name: string, input: string): string =>
    `{"hook_event_name":"${name}","session_id":"s","tool_name":"Bash","tool_input":${input}}`;

  it.each(DEPTHS)('denies a call nested %i deep', async (depth) => {
    const { code, stdout } = await dispatch(event('PreToolUse', deepJson(depth)));
    expect(code).toBe(0);
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect([permissionDecision, permissionDecisionReason]).toEqual([
      'deny',
      expect.stringContaining('nested deeper than 200'),
    ]);
  });

  it('denies a permission request', async () => {
    const { stdout } = await dispatch(event('PermissionRequest', deepJson(5_000)));
    expect(JSON.parse(stdout).hookSpecificOutput.decision.behavior).toBe('deny');
  });

  it.each(DEPTHS)('denies it in the form of Amplifier, %i deep', async (depth) => {
    for (const text of [
      `{"event":"tool:pre","data":{"tool_name":"bash","tool_input":${deepJson(depth)}}}`,
      event('PreToolUse', deepJson(depth)),
    ]) {
      const { code, stdout } = await dispatch(text, '--host', 'amplifier');
      expect([code, JSON.parse(stdout).action]).toEqual([0, 'deny']);
    }
  });

  it('denies a call whose input is the text of something deep', async () => {
    const data = { tool_name: 'bash', tool_input: deepJson(100_000) };
    const { stdout } = await dispatch(JSON.stringify({ event: 'tool:pre', data }), '--host', 'amplifier');
    expect(JSON.parse(stdout).action).toBe('deny');
  });

  it('denies a call with more characters than an event may have', async () => {
    const { code, stdout } = await dispatch(event('PreToolUse', `{"command":"${'x'.repeat(33 << 20)}"}`));
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it('denies a call that is too large even to be read', async () => {
    const { code, stdout } = await dispatch(event('PreToolUse', `{"command":"${'x'.repeat(201 << 20)}"}`));
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it.each([
    ['names the event', `{"hook_event_name":"PreToolUse",`],
    ['may name it later', `{"tool_input":{},`],
  ])('denies what does not end and %s, and reads no more of it than it must', async (_title, line) => {
    const script = 'yes "$1" | { "$2" "$3" dispatch; echo "exit $?"; }';
    const endless = spawn('sh', ['-c', script, 'sh', line, process.execPath, project.command], {
      cwd: project.dir,
      env: project.env,
    });
    const { stdout } = await ended(endless);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stdout).toContain('it has more than 64 MiB');
    expect(stdout).toContain('exit 0');
  });

  it.each([
    ['dispatch', 'exit 0\n', 'deny'],
    ['run', 'exit 1\n', ''],
  ])('%s comes to an end with what does not end and may be any event', async (name, end, answer) => {
    const endless = spawn(
      'sh',
      ['-c', 'yes | { "$1" "$2" "$3"; echo "exit $?"; }', 'sh', process.execPath, project.command, name],
      {
        cwd: project.dir,
        env: project.env,
      },
    );
    const { stdout } = await ended(endless);
    expect(stdout).toContain(answer);
    expect(stdout.endsWith(end)).toBe(true);
  });

  it.each(DEPTHS)('refuses another event, %i deep, and says why', async (depth) => {
    const text = `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":${deepJson(depth)}}`;
    const { code, stdout, stderr } = await dispatch(text);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('nested deeper than 200')]);
  });

  it('denies a call that it cannot read for another reason', async () => {
    const { code, stdout } = await dispatch('{"hook_event_name":"PreToolUse","tool_input":{}}');
    expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
  });

  it('denies where a fault of its own keeps the hooks from being asked, and tells of it', async () => {
    const fault = project.write(
      'fault.cjs',
      `const { stringify } = JSON; JSON.stringify = (value, ...more) => {
        if (value?.hook_event_name === 'PreToolUse') throw new Error('out of order');
        return stringify(value, ...more);
      };`,
    );
    const child = project.start(['dispatch'], {}, { node: ['--require', fault] });
    const { code, stdout, stderr } = await ended(child, event('PreToolUse', '{"command":"ls"}'));
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('out of order'),
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('fault of amplifier-hooks')]);
  });

  it('says nothing where nobody would be asked', async () => {
    project.write('home/.amplifier/hooks/hooks.json', { hooks: {} });
    expect(await dispatch(event('PreToolUse', deepJson(5_000)))).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('the sidecar', () => {
  /** As text: writing such a value takes a stack. */
  const ask = async (format: string, params: string): Promise<unknown> => {
    const { client } = await project.serve({ format });
    client.raw(`{"jsonrpc":"2.0","id":1000,"method":"event","params":${params}}\n`);
    return client.until(({ id }) => id === 1000);
  };

  it.each(DEPTHS)('denies a call nested %i deep, in the form of Amplifier', async (depth) => {
    const params = `{"session":"s","event":"tool:pre","data":{"tool_name":"bash","tool_input":${deepJson(depth)}}}`;
    expect(await ask('amplifier', params)).toMatchObject({
      result: { result: { action: 'deny', reason: expect.stringContaining('nested deeper than 200') } },
    });
  });

  it('and of an event that asks nothing it says why no hook ran', async () => {
    const params = `{"session":"s","event":"tool:post","data":{"tool_name":"bash","tool_input":{},"result":${deepJson(100_000)}}}`;
    expect(await ask('amplifier', params)).toMatchObject({
      result: { result: { action: 'continue', user_message: expect.stringContaining('nested deeper') } },
    });
  });

  it.each(DEPTHS)('denies a call nested %i deep, in the form of Claude Code', async (depth) => {
    const params = `{"session":"s","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${deepJson(depth)}}}`;
    expect(await ask('claude', params)).toMatchObject({
      result: { result: { exitCode: 0, stdout: expect.stringContaining('"permissionDecision":"deny"') } },
    });
  });
});
