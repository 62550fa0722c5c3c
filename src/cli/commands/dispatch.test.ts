// `dispatch`, in this process; test/command.test.ts has it as a process of its own.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Played } from '../testing/play.js';
import { own, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const bash = (command: string) => ({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
const dispatch = (event: unknown, ...argv: readonly string[]): Promise<Played> =>
  stage.play(['dispatch', ...argv], {
    stdin: { text: typeof event === 'string' ? event : JSON.stringify(event) },
  });

const deny = 'echo "not here" >&2; exit 2';

describe('for Claude Code', () => {
  it('denies a tool call with JSON', async () => {
    stage.hooks({ PreToolUse: [deny] });
    const { code, stdout, stderr } = await dispatch(bash('ls'));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('not here'),
      },
    });
  });

  it('blocks with exit code 2 what JSON cannot block, and only the reason is on stderr', async () => {
    stage.hooks({ Elicitation: [deny], NoEvent: ['x'] });
    const { code, stdout, stderr } = await dispatch({ hook_event_name: 'Elicitation' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^.*not here\n$/);
  });

  it.each([
    ['a project without hooks', {}],
    ['hooks for other events', { Stop: ['true'] }],
    ['a hook that says nothing', { PreToolUse: ['true'] }],
  ])('says nothing with %s', async (_title, hooks) => {
    if (Object.keys(hooks).length > 0) stage.hooks(hooks);
    expect(await dispatch(bash('ls'))).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['an option that nobody knows', ['--projct', '.'], '--projct'],
    ['a project that is not there', ['--project', '/no-such-place'], '--project /no-such-place'],
    ['a home that is not there', ['--home', '/no-such-place'], '--home /no-such-place'],
    ['a profile that nobody knows', ['--profile', 'claud'], '--profile'],
    ['a host that nobody knows', ['--host', 'claud'], '--host'],
    ['a word too many', ['PreToolUse'], 'dispatch takes no argument'],
    ['a colour that is none', ['--color=pink'], '--color'],
    ['an empty project', ['--project', ''], 'the value of --project is empty'],
  ])('%s is no assent at a gate', async (_title, words, named) => {
    const { code, stdout, stderr } = await dispatch(bash('ls'), ...words);
    expect([code, JSON.parse(stdout).hookSpecificOutput]).toEqual([
      0,
      {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining(named),
      },
    ]);
    expect(stderr).toContain(named);
    const native = { event: 'tool:pre', data: { tool_name: 'bash', tool_input: { command: 'ls' } } };
    const other = await dispatch(native, '--host', 'amplifier', ...words);
    expect([other.code, JSON.parse(other.stdout).action]).toEqual([0, 'deny']);
    const elsewhere = await dispatch({ hook_event_name: 'Stop' }, ...words);
    expect([elsewhere.code, elsewhere.stdout]).toEqual([1, '']);
    expect(elsewhere.stderr).toContain(named);
    expect((await stage.play(['dispatch', ...words], { stdin: 'terminal' })).code).toBe(1);
  });

  it('tells once that a plugin is not what was installed', async () => {
    const command = `"\${CLAUDE_PLUGIN_ROOT}/a.sh"`;
    stage.write('plugin/hooks.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
    stage.write('plugin/a.sh', '#!/bin/sh\nexit 0\n', 0o755);
    const { stdout: installed } = await stage.play([
      'install',
      '--scope',
      'user',
      '--yes',
      stage.path('plugin'),
    ]);
    expect(installed).toContain('installed');
    stage.write('home/.amplifier/hooks/plugin/a.sh', '#!/bin/sh\nexit 1\n', 0o755);
    const options = { strange: true, env: { PATH: process.env['PATH'], HOME: stage.home } };
    const { stdout, stderr } = await stage.play(['dispatch'], {
      ...options,
      stdin: { text: JSON.stringify(bash('ls')) },
    });
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stderr.split('is not what you installed')).toHaveLength(2);
    const other = await stage.play(['dispatch'], {
      ...options,
      stdin: { text: JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {} }) },
    });
    expect(other.stderr.split('is not what you installed').length).toBeLessThan(3);
  });

  it('takes an event that it does not know', async () => {
    stage.hooks({ Stop: [deny] });
    const said = async (hook_event_name: string, session_id = 's', ...words: string[]) => {
      const { code, stdout, stderr } = await dispatch({ hook_event_name, session_id }, ...words);
      expect([code, stdout]).toEqual([0, '']);
      return stderr;
    };
    expect(await said('FromTheFuture')).toMatch(
      /^amplifier-hooks: No hook can be asked about an event "FromTheFuture"/,
    );
    expect(await said('FromTheFuture')).toBe('');
    expect(await said('FromTheFuture', 'other')).toContain('FromTheFuture');
    expect(await said('PreTolUse')).toContain('Did you mean PreToolUse?');
    expect(await said('BeforeTool', 's', '--host', 'claude')).toContain(
      'It is how Gemini CLI spells PreToolUse.',
    );
    const doctor = await stage.play(['doctor']);
    expect(doctor.stdout).toContain('3 events "FromTheFuture" came');
  });

  it('says on stderr which hooks do not work as written', async () => {
    stage.hooks({ Stopp: ['x'] });
    expect(await dispatch(bash('ls'))).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "amplifier-hooks: There is no event "Stopp"; 1 hook lost (<root>/project/.amplifier/hooks/hooks.json:1)
      ",
        "stdout": "",
      }
    `);
  });

  it.each(['', ' \n', '{"hooks": {'])('says on stderr that a file is empty or cut off: %j', async (text) => {
    const file = 'home/.amplifier/hooks/hooks.json';
    stage.write(file, text);
    const { code, stdout, stderr } = await dispatch(bash('ls'));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(
      /^amplifier-hooks: <root>\/home\/.amplifier\/hooks\/hooks.json is (empty|not valid JSON)/,
    );
  });

  it('hands what hooks export on to the host, as something that it can source', async () => {
    stage.hooks({
      SessionStart: [
        `printf 'PLAIN=plain\\nexport PATH="/own/bin:$PATH"' >> "$CLAUDE_ENV_FILE"`,
        `echo 'export MADE="$PLAIN-$(echo made)"' >> "$CLAUDE_ENV_FILE"`,
      ],
    });
    const file = stage.write('host-env.sh', 'export FIRST=1\n');
    const env = { PATH: process.env['PATH'], HOME: stage.home, CLAUDE_ENV_FILE: file };
    const text = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', source: 'startup' });
    const { code } = await stage.play(['dispatch'], { env, stdin: { text } });
    const said = execFileSync('sh', ['-c', '. "$0"; echo "$FIRST $PLAIN $MADE"; echo "$PATH"', file], {
      encoding: 'utf8',
    });
    expect([code, ...said.split('\n')]).toEqual([
      0,
      '1 plain plain-made',
      expect.stringMatching(/^\/own\/bin:/),
      '',
    ]);
  });

  it('answers while the host still waits', async () => {
    const forever = 'sleep 600';
    stage.hooks({ PreToolUse: [forever], SessionStart: [forever, 'echo hello'] });
    const gate = await dispatch(bash('ls'), '--host-timeout', '2');
    expect(JSON.parse(gate.stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('the host waits only 2 s, and they were over before'),
    });
    const start = { hook_event_name: 'SessionStart', session_id: 's', source: 'startup' };
    const { code, stdout, stderr } = await dispatch(start, '--host-timeout', '2');
    expect([code, stdout]).toEqual([0, expect.stringContaining('hello')]);
    expect(stderr).toContain('before all hooks of SessionStart had answered');
    expect((await dispatch(start, '--host-timeout', 'soon')).stderr).toContain('is not a number of seconds');
  });

  it('blocks a prompt without waiting for hooks that hang', async () => {
    stage.hooks({ UserPromptSubmit: ['sleep 600', deny] });
    const { stdout } = await dispatch({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'p' });
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('not here'),
    });
  });

  it('does not join texts to one that the host would cut', async () => {
    const long = (letter: string): string => `head -c 6000 /dev/zero | tr '\\0' ${letter}`;
    stage.hooks({ UserPromptSubmit: [long('a'), 'echo short', long('b')] });
    const { stdout } = await dispatch({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'p' });
    const { additionalContext: context } = JSON.parse(stdout).hookSpecificOutput;
    expect(context.length).toBeLessThan(10_000);
    expect(context).toContain('b'.repeat(6000));
    expect(context).toContain('short');
    expect(context).toMatch(/6000 characters, and with all others more than the 10000 that are handed on/);
    const [, file = ''] = /All of it is in (\S+)/.exec(context) ?? [];
    expect(readFileSync(file.replace('<root>', stage.root), 'utf8')).toBe('a'.repeat(6000));
  });

  it('waits for background hooks before it ends', async () => {
    const file = join(stage.root, 'done');
    stage.hooks({ Stop: [{ command: `sleep 0.2; touch ${file}`, async: true }] });
    expect((await dispatch({ hook_event_name: 'Stop' })).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  it('serves the project that the host names, wherever it is called', async () => {
    stage.hooks({ PreToolUse: [deny] });
    own(stage.dir, { HOME: stage.home });
    for (const name of ['AMPLIFIER_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']) {
      const env = { PATH: process.env['PATH'], HOME: stage.home, [name]: stage.dir };
      const stdin = { text: JSON.stringify(bash('ls')) };
      expect((await stage.play(['dispatch'], { cwd: stage.home, env, stdin })).stdout).toContain('deny');
      expect((await stage.play(['dispatch', '--project', '.'], { cwd: stage.home, env, stdin })).stdout).toBe(
        '',
      );
    }
  });
});

describe('for Amplifier', () => {
  it('answers with a HookResult', async () => {
    stage.hooks({ PreToolUse: [deny] });
    const { code, stdout } = await dispatch(bash('ls'), '--host', 'amplifier');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { action: 'deny' }]);
  });

  it('takes its own form of events, and gives the data back whole', async () => {
    const answer = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'pwd' },
    };
    stage.hooks({ PreToolUse: [`echo '${JSON.stringify({ hookSpecificOutput: answer })}'`] });
    const event = { event: 'tool:pre', data: { tool_name: 'bash', tool_input: { command: 'ls' }, mine: 1 } };
    const { stdout } = await dispatch(event, '--host', 'amplifier');
    expect(JSON.parse(stdout)).toMatchObject({
      action: 'modify',
      data: { tool_name: 'bash', mine: 1, tool_input: { command: 'pwd' } },
    });
  });

  it.each([
    ['nothing is configured', { event: 'tool:pre', data: { tool_name: 'bash', tool_input: {} } }],
    ['no hook can hear the event', { event: 'llm:request', data: {} }],
    ['nothing is known of the event', { hook_event_name: 'FromTheFuture' }],
  ])('continues where %s', async (_title, event) => {
    const { code, stdout } = await dispatch(event, '--host', 'amplifier');
    expect([code, JSON.parse(stdout).action]).toEqual([0, 'continue']);
  });
});

describe('is refused, never with 2', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{"hook_event_name":'],
    ['no object', '[]'],
    ['no event', '{}'],
    ['an event without what it needs', '{"hook_event_name":"PostToolUse"}'],
  ])('%s', async (_title, text) => {
    expect(await dispatch(text)).toMatchSnapshot();
    stage.hooks({ PostToolUse: [deny] });
    expect((await dispatch(text)).code).toBe(1);
  });

  it('a terminal', async () => {
    expect(await stage.play(['dispatch'], { stdin: 'terminal' })).toMatchObject({ code: 1, stdout: '' });
  });

  it('an unknown host', async () => {
    expect(await dispatch({ hook_event_name: 'Stop' }, '--host', 'nobody')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: "nobody" is not a valid --host: it is one of auto, amplifier, claude, codex, copilot, gemini, qwen, kimi-code, droid, cline, opencode, cursor, vscode
      See amplifier-hooks dispatch --help.
      ",
        "stdout": "",
      }
    `);
  });
});
