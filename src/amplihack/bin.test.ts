// The executable as it is installed: bundled, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withExecutables } from '../testing/executables.js';
import { Place, telemetryOf } from './testing/place.js';

const { amplihack: executable } = withExecutables('amplihack');

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const run = (argv: readonly string[], stdin: unknown = '') =>
  place.spawn(
    executable,
    argv,
    typeof stdin === 'string' || stdin instanceof Uint8Array ? stdin : JSON.stringify(stdin),
  );

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.on('close', resolve));

describe('subcommands', () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  );

  it.each(['--version', '-V'])('%s', async (name) => {
    const { stdout, stderr, exitCode } = await run([name]);
    expect([stderr, exitCode]).toEqual(['', 0]);
    // Scripts take the first two words.
    expect(stdout).toBe(
      `amplihack-hooks ${version} (Node ${process.versions.node} at ${process.execPath})\n`,
    );
  });

  it.each(['--help', '-h', 'help'])('%s is answered as asked', async (name) => {
    const { stdout, stderr, exitCode } = await run([name]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^Usage: amplihack-hooks <subcommand>\n/);
  });

  it.each([[[]], [['nothing']], [['Stop']], [['pre_tool_use']]])('%j is not one', async (argv) => {
    const { stdout, stderr, exitCode } = await run(argv, '{}');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toMatch(/^amplihack-hooks: .*\nUsage: /);
  });

  it.each([
    ['session-start', 'session_start', 'hookSpecificOutput'],
    ['stop', 'stop', 'decision'],
    ['agentStop', 'stop', 'decision'],
    ['workflow-classification-reminder', 'workflow_classification_reminder', null],
    ['user-prompt-submit', 'user_prompt_submit', null],
    ['user-prompt', 'user_prompt_submit', null],
    ['pre-compact', 'pre_compact', 'hookSpecificOutput'],
    ['session-stop', 'session_stop', null],
    ['session-end', 'session_stop', null],
    ['session-stop-event', 'session_stop', null],
    ['sessionEnd', 'session_stop', null],
  ])('%s is %s, further arguments are ignored', async (name, hook, key) => {
    const ended = await run([name, 'more', '--version'], {});
    expect(ended.exitCode).toBe(0);
    expect(Object.keys(JSON.parse(ended.stdout))).toEqual(key === null ? [] : [key]);
    expect(telemetryOf(ended)).toEqual({ hook, duration_us: expect.any(Number), result: 'ok' });
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each(['pre-tool-use', 'post-tool-use'])('%s without a tool is invalid', async (name) => {
    const ended = await run([name], {});
    expect(ended).toMatchObject({ stdout: '{}\n', exitCode: 0 });
    expect(telemetryOf(ended)).toMatchObject({
      result: 'error',
      error: expect.stringContaining('tool_name'),
    });
  });

  it('precommit-prefs reads everything and says nothing', async () => {
    expect(await run(['precommit-prefs'], 'x'.repeat(200_000))).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
    });
  });

  it('a path that would move a cursor is told, not obeyed', async () => {
    const env = { ...place.env, CLAUDE_PROJECT_DIR: join(place.root, 'a\u001b[2J\u202e') };
    const { stdout } = await place.spawn(executable, ['lock'], '', env);
    expect(stdout).toContain('a\\u001b[2J\\u202e/.claude');
  });

  it('lock and unlock', async () => {
    expect(await run(['lock', '--message', 'go on'])).toMatchObject({ stderr: '', exitCode: 0 });
    expect((await run(['stop'], {})).stdout).toBe('{"decision":"block","reason":"go on"}\n');
    expect(await run(['unlock'])).toMatchObject({ stdout: 'Lock mode is off.\n', exitCode: 0 });
    expect((await run(['stop'], {})).stdout).toBe('{"decision":"approve"}\n');
  });

  it('counts right when several run at once', async () => {
    await run(['lock']);
    await Promise.all(Array.from({ length: 8 }, () => run(['stop'], { session_id: 's' })));
    expect(place.read('.claude/runtime/locks/s/lock_invocations.txt')).toBe('{"value":8}');
  });
});

describe('events of others', () => {
  const NAMES = [
    'session-start',
    'stop',
    'pre-tool-use',
    'post-tool-use',
    'workflow-classification-reminder',
    'user-prompt-submit',
    'pre-compact',
    'session-stop',
  ];
  const OWN: Readonly<Record<string, string>> = {
    SessionStart: 'session-start',
    Stop: 'stop',
    PreToolUse: 'pre-tool-use',
    PostToolUse: 'post-tool-use',
    UserPromptSubmit: 'user-prompt-submit workflow-classification-reminder',
    PreCompact: 'pre-compact',
    SessionEnd: 'session-stop',
  };

  it.each(NAMES)('%s does nothing with them, and writes nothing', async (name) => {
    for (const [event, own] of Object.entries(OWN)) {
      if (own.split(' ').includes(name)) continue;
      const payload = {
        hook_event_name: event,
        tool_name: 'Bash',
        tool_input: { command: 'rm -rf .' },
        prompt: 'fix all',
        session_id: 's',
      };
      const ended = await place.run(name, payload);
      expect(JSON.parse(ended.stdout)).toEqual(name === 'stop' ? { decision: 'approve' } : {});
      expect(telemetryOf(ended)).toMatchObject({ result: 'ok' });
    }
    expect(await place.reply(name, { hook_event_name: 'FutureEvent', session_id: 5 })).toEqual({
      version: 1,
    });
    expect(place.files()).toEqual({});
  });

  it('a malformed event of another is invalid all the same', async () => {
    const ended = await place.run('stop', { hook_event_name: 'PreToolUse' });
    expect(ended.stdout).toBe('{}\n');
    expect(telemetryOf(ended)).toMatchObject({ result: 'error' });
  });
});

describe('the world around it', () => {
  it.each([
    ['nothing', ''],
    ['no UTF-8', Uint8Array.from([0x7b, 0x80, 0x7d])],
    ['a byte-order mark', '\uFEFF{}'],
    ['secret text', '{"tool_name":"x","tool_input":"secret-word"}'],
  ])('%s on stdin', async (_, stdin) => {
    const ended = await run(['pre-tool-use'], stdin);
    expect(ended).toMatchObject({ stdout: '{}\n', exitCode: 0 });
    expect(telemetryOf(ended)).toMatchObject({ hook: 'pre_tool_use', result: 'error' });
    expect(ended.stderr).not.toContain('secret-word');
  });

  it('50 MB of input are read to their end', async () => {
    const payload = { tool_name: 'Bash', tool_input: { more: 'x'.repeat(50_000_000), command: 'rm -rf .' } };
    expect((await run(['pre-tool-use'], payload)).stdout).toContain('Deletion Prevented');
  });

  it('what is larger than an event may be is not read to its end, and a tool call is not let through for it', async () => {
    const large = Buffer.alloc(65 * 1024 * 1024, ' ');
    const denied = await run(['pre-tool-use'], large);
    expect(JSON.parse(denied.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(denied.exitCode).toBe(0);
    expect(telemetryOf(denied)).toMatchObject({ result: 'error', error: expect.stringContaining('larger') });
    expect(await run(['post-tool-use'], large)).toMatchObject({ stdout: '{}\n', exitCode: 0 });
  });

  it('works through a link, and in a deleted directory stands in nobody’s way', async () => {
    const link = join(place.folder, 'linked');
    symlinkSync(executable, link);
    expect((await place.spawn(link, ['session-start'], '{}')).stdout).toContain('Default Workflow');
    const gone = join(place.root, 'gone');
    mkdirSync(gone);
    const script = `cd ${gone} && rmdir ${gone} && echo '{}' | ${process.execPath} ${executable} stop`;
    const child = spawn('sh', ['-c', script], { env: place.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    expect(await exitOf(child)).toBe(0);
    expect(out).toBe('{}\n');
  });

  it('a reader that has closed stdout is no fault', async () => {
    const child = spawn(process.execPath, [executable, 'session-start'], { cwd: place.root, env: place.env });
    child.stdout.destroy();
    child.stderr.resume();
    child.stdin.end('{}');
    expect(await exitOf(child)).toBe(0);
  });

  it('a stdout that takes nothing is exit code 3', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [executable, 'stop'], {
      cwd: place.root,
      env: place.env,
      stdio: ['pipe', full, 'pipe'],
    });
    closeSync(full);
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.stdin?.end('{}');
    expect(await exitOf(child)).toBe(3);
    expect(telemetryOf({ stderr: err })).toMatchObject({ hook: 'stop', result: 'error' });
  });

  it('nothing on stderr either: the reply comes', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [executable, 'stop'], {
      cwd: place.root,
      env: place.env,
      stdio: ['pipe', 'pipe', full],
    });
    closeSync(full);
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stdin?.end('{}');
    expect(await exitOf(child)).toBe(0);
    expect(out).toBe('{"decision":"approve"}\n');
  });

  it('stdin that is closed, and stdin that does not block', async () => {
    const closed = spawn('sh', ['-c', `${process.execPath} ${executable} stop <&-`], {
      cwd: place.root,
      env: place.env,
    });
    let out = '';
    closed.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    expect(await exitOf(closed)).toBe(0);
    expect(out).toBe('{}\n');
    // Touching the stream makes the pipe non-blocking, so that the first read finds it empty.
    const touch = place.write('touch.cjs', "process.stdin; require('node:fs').writeSync(2, 'touched');");
    const child = spawn(process.execPath, ['--require', touch, executable, 'stop'], {
      cwd: place.root,
      env: place.env,
    });
    let late = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      late += text;
    });
    child.stderr.once('data', () => child.stdin.end('{"session_id":"s"}'));
    expect(await exitOf(child)).toBe(0);
    expect(late).toBe('{"decision":"approve"}\n');
  });

  it('loads nothing that the subcommand does not need', async () => {
    const listen = place.write(
      'listen.cjs',
      `const Module = require('node:module'); const { _load } = Module; const fs = require('node:fs');
      Module._load = function (name, ...rest) { fs.appendFileSync(process.env.LOADED, name + '\\n'); return _load.call(this, name, ...rest); };`,
    );
    const loaded = join(place.home, 'loaded');
    const env = { ...place.env, LOADED: loaded };
    const child = spawn(process.execPath, ['--require', listen, executable, 'pre-tool-use'], {
      cwd: place.root,
      env,
    });
    child.stdin.end('{"tool_name":"Bash","tool_input":{"command":"ls"}}');
    child.stdout.resume();
    child.stderr.resume();
    expect(await exitOf(child)).toBe(0);
    const names = readFileSync(loaded, 'utf8')
      .trim()
      .split('\n')
      .filter((name) => !name.startsWith('/'));
    expect(names.filter((name) => !['node:fs', 'node:path', 'node:buffer'].includes(name))).toEqual([]);
  });
});
