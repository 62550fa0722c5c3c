// Checklist "Starting": what can go wrong before a hook runs, told apart from what a hook decides.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LaunchProblem, Outcome } from '../../nouns.js';
import { commandHook, hook } from '../../testing/index.js';
import { finished, TEST_PATH, testPlace } from '../testing/place.js';

const place = testPlace();
const bash = place.shared;
const sh = place.runner({ profile: 'claude-code' });
const shells = [
  ['bash', bash],
  ['sh', sh],
] as const;

place.write('not-executable', '#!/bin/sh\necho no\n', 0o644);
place.write('bad-interpreter', '#!/no/such/interpreter -x\necho no\n');
place.write('bad-env', '#!/usr/bin/env no-such-interpreter\n');
place.write('crlf', '#!/bin/sh\r\necho no\r\n');
place.write('no-shebang', 'echo "plain script got: $1"\n');
place.write('garbage', Buffer.from('7f454c4602010100000000000000000002000300280a0000', 'hex'));
place.write('calls-missing', '#!/bin/sh\nno-such-tool-inside\n');
place.write('survives-missing', '#!/bin/sh\nno-such-tool-inside\nexit 2\n');
place.write('says-127', '#!/bin/sh\necho "cannot decide" >&2\nexit 127\n');
mkdirSync(join(place.root, 'a-directory'));

interface Expected {
  readonly problem: LaunchProblem;
  readonly path: string;
  readonly message: RegExp;
  readonly exitCode: number | null;
}

const inRoot = (name: string) => join(place.root, name);

function expectFailure(outcome: Outcome, { problem, path, message, exitCode }: Expected): void {
  expect(outcome).toMatchObject({ kind: 'launchFailed', problem, path, exitCode });
  if (outcome.kind !== 'launchFailed') return;
  expect(outcome.message).toMatch(message);
  expect(outcome.stderr === '').toBe(exitCode === null);
}

describe.each(shells)('under %s', (_, runner) => {
  it.concurrent.each([
    ['no-such-command --x', 'not-found', 'no-such-command', /no no-such-command on PATH/, 127],
    ['exec no-such-command', 'not-found', 'no-such-command', /no no-such-command on PATH/, 127],
    ['./no-such-file', 'not-found', inRoot('no-such-file'), /does not exist/, 127],
    ['true && /no/such/file a b', 'not-found', '/no/such/file', /does not exist/, 127],
    ['"./not-executable" < /dev/null', 'not-executable', inRoot('not-executable'), /chmod/, 126],
    ['./a-directory', 'not-executable', inRoot('a-directory'), /is a directory/, 126],
    ['./bad-interpreter', 'bad-interpreter', inRoot('bad-interpreter'), /"\/no\/such\/interpreter"/, 127],
    ['"$HOME"/bad-env', 'bad-interpreter', inRoot('bad-env'), /"no-such-interpreter"/, 127],
    ['./crlf', 'bad-interpreter', inRoot('crlf'), /carriage returns/, 127],
    ['./calls-missing', 'not-found', 'no-such-tool-inside', /no no-such-tool-inside on PATH/, 127],
  ] as const)('%s is %s', async (command, problem, path, message, exitCode) => {
    const { outcome } = await runner.run(place.task(command));
    expectFailure(outcome, { problem, path, message, exitCode });
  });

  it.concurrent.each([
    ['./no-shebang word', 0, 'plain script got: word\n'],
    ['./survives-missing', 2, ''],
    ['no-such-command; exit 2', 2, ''],
    ['no-such-command; exit 0', 0, ''],
    ['./says-127', 127, ''],
    ['exit 127', 127, ''],
    ['exit 126', 126, ''],
    [`echo '{"decision":"block"}'; no-such-command`, 127, '{"decision":"block"}\n'],
    ['if', 2, ''],
  ] as const)('%s is its own answer', async (command, exitCode, stdout) => {
    const { outcome } = await runner.run(place.task(command));
    expect(outcome).toMatchObject({ kind: 'finished', exitCode, stdout });
  });

  it.concurrent.each(['', ' ', '\n\t '])('an empty command %j is not started', async (command) => {
    const { outcome } = await runner.run(place.task(command));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'empty-command', exitCode: null });
  });

  it.concurrent('a 200 KB command is too long', async () => {
    const { outcome } = await runner.run(place.task(`: ${'x'.repeat(200_000)}`));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'too-long', exitCode: null });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/200\d{3} bytes/) });
  });

  it.concurrent('a command with a NUL byte is refused, not thrown', async () => {
    const { outcome } = await runner.run(place.task('echo \0'));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'other' });
  });

  it.concurrent('a command that begins with a dash is a command', async () => {
    const { outcome } = await runner.run(place.task('-x'));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'not-found', path: '-x', exitCode: 127 });
  });

  it.concurrent('has a session and process group of its own and no terminal', async () => {
    const { outcome } = await runner.run(place.task('ps -o pid=,pgid=,sid=,tty= -p $$; : < /dev/tty'));
    const { stdout, exitCode } = finished(outcome);
    const [pid, group, session, tty] = stdout.trim().split(/\s+/);
    expect([group, session, tty]).toEqual([pid, pid, '?']);
    expect(exitCode).not.toBe(0);
  });

  it.concurrent('works without HOME', async () => {
    const task = place.task(`echo "[\${HOME-unset}]"`);
    const { outcome } = await runner.run({ ...task, env: { PATH: TEST_PATH, TEST_MARK: place.mark } });
    expect(outcome).toMatchObject({ kind: 'finished', stdout: '[unset]\n' });
  });
});

describe('a script that does not exist', () => {
  it.concurrent.each([
    ['python3 missing.py', 2, 'missing.py'],
    ['python3 "$HOME/sub dir/missing.py" --flag', 2, 'sub dir/missing.py'],
    ['node missing.js', 1, 'missing.js'],
    ['node ./hooks/missing.mjs', 1, 'hooks/missing.mjs'],
    ['bash missing.sh', 127, 'missing.sh'],
    ['sh missing.sh', 2, 'missing.sh'],
    ['perl missing.pl', 2, 'missing.pl'],
  ])('%s', async (command, exitCode, file) => {
    expectFailure(await place.run(command), {
      problem: 'script-missing',
      path: inRoot(file),
      message: /does not exist; correct the path/,
      exitCode,
    });
  });

  it.concurrent('sourced by sh', async () => {
    const { outcome } = await sh.run(place.task('. ./missing.sh'));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'script-missing', exitCode: 2 });
  });

  it.concurrent('without a shell', async () => {
    const hook = commandHook('python3', { args: [`\${CLAUDE_PROJECT_DIR}/missing.py`] });
    const outcome = await place.run(hook, { env: { CLAUDE_PROJECT_DIR: place.root } });
    expect(outcome).toMatchObject({ problem: 'script-missing', path: inRoot('missing.py'), exitCode: 2 });
  });

  it.concurrent.each([
    [
      'said of a file that is there',
      `: there.py; echo "python3: can't open file 'there.py': [Errno 2] No" >&2; exit 2`,
    ],
    [
      'said of a file the command does not name',
      `f=other; echo "python3: can't open file '$f.py': [Errno 2] No" >&2; exit 2`,
    ],
    ['said beside an answer', `echo '{}'; python3 missing.py`],
    ['said of another problem', 'python3 -c "import sys; sys.exit(2)" missing.py'],
  ])('%s is a decision', async (_, command) => {
    place.write('there.py', '');
    expect(await place.run(command)).toMatchObject({ kind: 'finished', exitCode: 2 });
  });
});

describe('without a shell', () => {
  const exec = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
    place.run(commandHook(command, { args }), { env });

  it.concurrent('arguments arrive as they are', async () => {
    const args = ['%s|', 'a b', '$HOME', '`id`', '*', "it's", '"', `\${OTHER}`, '', '\n', 'é'];
    expect(await exec('printf', args, { OTHER: 'x' })).toMatchObject({
      stdout: `a b|$HOME|\`id\`|*|it's|"|\${OTHER}||\n|é|`,
    });
  });

  it.concurrent('only the known names are substituted, as plain text', async () => {
    const names = [
      'CLAUDE_PROJECT_DIR',
      'AMPLIFIER_PROJECT_DIR',
      'AMPLIFIER_HOOKS_DIR',
      'AMPLIFIER_SESSION_ID',
    ] as const;
    const env = Object.fromEntries(names.map((name) => [name, `<${name} $& "$HOME">`]));
    const args = [
      '%s\n',
      ...names.map((name) => `a\${${name}}b\${${name}}`),
      '$CLAUDE_PROJECT_DIR',
      `\${PATH}`,
    ];
    const { stdout } = finished(await exec('printf', args, env));
    const lines = names.map((name) => `a<${name} $& "$HOME">b<${name} $& "$HOME">`);
    expect(stdout).toBe(`${[...lines, '$CLAUDE_PROJECT_DIR', `\${PATH}`].join('\n')}\n`);
  });

  it.concurrent('plugin names are substituted for a plugin', async () => {
    const hook = commandHook(
      `\${CLAUDE_PLUGIN_ROOT}/no-shebang`,
      { args: [`\${CLAUDE_PLUGIN_DATA}`] },
      { pluginRoot: place.root, pluginData: '/data' },
    );
    const env = { CLAUDE_PLUGIN_ROOT: place.root, CLAUDE_PLUGIN_DATA: '/data' };
    expect(await place.run(hook, { env })).toMatchObject({ stdout: 'plain script got: /data\n' });
  });

  it.concurrent('a name that is not set stays as it is', async () => {
    expect(await exec('echo', [`\${CLAUDE_PROJECT_DIR}`])).toMatchObject({
      stdout: `\${CLAUDE_PROJECT_DIR}\n`,
    });
  });

  it.concurrent('empty arguments still mean no shell', async () => {
    expect(await exec('echo hello', [])).toMatchObject({ problem: 'not-found', path: 'echo hello' });
  });

  it.concurrent('a bare name is looked up on the PATH of the hook', async () => {
    place.write('own-bin/only-here', '#!/bin/sh\necho found\n');
    expect(await exec('only-here', [])).toMatchObject({ problem: 'not-found', path: 'only-here' });
    expect(await exec('only-here', [], { PATH: inRoot('own-bin') })).toMatchObject({ stdout: 'found\n' });
  });

  it.concurrent('a relative program is relative to the directory the hook runs in', async () => {
    expect(await exec('./no-shebang', ['x'])).toMatchObject({ stdout: 'plain script got: x\n' });
  });

  it.concurrent.each([
    ['./no-such-file', 'not-found', 'no-such-file'],
    ['./not-executable', 'not-executable', 'not-executable'],
    ['./a-directory', 'not-executable', 'a-directory'],
    ['./bad-interpreter', 'bad-interpreter', 'bad-interpreter'],
    ['./crlf', 'bad-interpreter', 'crlf'],
    ['not-executable/x', 'not-found', 'not-executable/x'],
  ] as const)('%s is %s', async (command, problem, file) => {
    expect(await exec(command, [])).toMatchObject({
      kind: 'launchFailed',
      problem,
      path: inRoot(file),
      exitCode: null,
    });
  });

  it.concurrent('a program for another machine is no decision, whatever the shell makes of it', async () => {
    const outcome = await exec('./garbage', []);
    expect(outcome).toMatchObject({
      kind: 'launchFailed',
      problem: 'not-executable',
      path: inRoot('garbage'),
    });
  });

  it.concurrent('an interpreter that env does not find', async () => {
    expect(await exec('./bad-env', [])).toMatchObject({ problem: 'bad-interpreter', exitCode: 127 });
  });
});

describe('odd paths', () => {
  it.concurrent.each([
    'with space',
    "quote's",
    'double"quote',
    'dollar$HOME',
    'ünïcödé 文',
    'new\nline',
    '-dash',
  ])('a project directory %j', async (name) => {
    place.write(`${name}/hook.sh`, '#!/bin/sh\npwd; cat\n');
    const root = inRoot(name);
    const env = { CLAUDE_PROJECT_DIR: root };
    const changes = { env, cwd: [root], stdin: Buffer.from('in\n') };
    expect(await place.run('"$CLAUDE_PROJECT_DIR"/hook.sh', changes)).toMatchObject({
      stdout: `${root}\nin\n`,
    });
    const hook = commandHook(`\${CLAUDE_PROJECT_DIR}/hook.sh`, { args: [] });
    expect(await place.run(hook, changes)).toMatchObject({ stdout: `${root}\nin\n` });
  });
});

describe('the directory a hook runs in', () => {
  it.concurrent('is the first that exists', async () => {
    const deleted = inRoot('deleted');
    mkdirSync(deleted);
    rmSync(deleted, { recursive: true });
    const file = inRoot('not-executable');
    expect(await place.run('pwd', { cwd: [deleted, file, '/usr', '/'] })).toMatchObject({ stdout: '/usr\n' });
    const hook = commandHook('pwd', { args: [] });
    expect(await place.run(hook, { cwd: [deleted, file, '/usr'] })).toMatchObject({ stdout: '/usr\n' });
  });

  it.concurrent('a missing program is not taken for a missing directory', async () => {
    const hook = commandHook('./only-in-root', { args: [] });
    expect(await place.run(hook, { cwd: [place.root, '/'] })).toMatchObject({
      problem: 'not-found',
      path: inRoot('only-in-root'),
    });
  });

  it.concurrent.each([[[]], [['/no/such/a', '/no/such/b']]])('none of %j', async (cwd) => {
    const outcome = await place.run('pwd', { cwd });
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'other' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(cwd.join(', ') || 'none was given') });
  });
});

describe('the shell', () => {
  it.concurrent('is bash where there is one, and sh in the other profile', async () => {
    const command = '[ -n "$BASH_VERSION" ] && echo bash || echo sh';
    expect(await place.run(command)).toMatchObject({ stdout: 'bash\n' });
    const viaSh = await sh.run(place.task('echo "$0"'));
    expect(viaSh.outcome).toMatchObject({ stdout: '/bin/sh\n' });
    const asked = await sh.run(place.task(commandHook('echo "$0"', { shell: 'bash' })));
    expect(asked.outcome).toMatchObject({ stdout: '/bin/sh\n' });
  });

  it.concurrent('is the bash on the PATH of the hook, but never one of a relative entry', async () => {
    mkdirSync(inRoot('bin-a'), { recursive: true });
    symlinkSync('/bin/sh', inRoot('bin-a/bash'));
    const own = `${inRoot('bin-a')}:${TEST_PATH}`;
    expect(await place.run('echo "$0"', { env: { PATH: own } })).toMatchObject({
      stdout: `${inRoot('bin-a/bash')}\n`,
    });
    const relative = await place.run('echo "$0"', { env: { PATH: `bin-a::.:${TEST_PATH}` } });
    expect(finished(relative).stdout).toMatch(/^\/(?:usr\/)?bin\/bash\n$/);
  });

  it.concurrent('is sh where bash is absent', async () => {
    const runner = place.runner({ shells: { bash: null } });
    expect((await runner.run(place.task('echo "$0"'))).outcome).toMatchObject({ stdout: '/bin/sh\n' });
  });

  it.concurrent('is missing altogether', async () => {
    const runner = place.runner({ shells: { bash: null, sh: null } });
    const { outcome } = await runner.run(place.task('echo'));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'no-shell', path: '/bin/sh' });
    const vanished = place.runner({ shells: { bash: '/no/such/bash' } });
    expect((await vanished.run(place.task('echo'))).outcome).toMatchObject({
      problem: 'no-shell',
      path: '/no/such/bash',
    });
  });

  it.concurrent('PowerShell is not there', async () => {
    const runner = place.runner({ shells: { powershell: null } });
    const { outcome } = await runner.run(place.task(commandHook('Write-Output hi', { shell: 'powershell' })));
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'no-shell', path: 'pwsh' });
  });

  it.concurrent('PowerShell gets the command without a profile', async () => {
    place.write('ps-bin/pwsh', '#!/bin/sh\nprintf "%s|" "$@"\n');
    const env = { PATH: `${inRoot('ps-bin')}:${TEST_PATH}` };
    const outcome = await place.run(commandHook('Write-Output "hi"', { shell: 'powershell' }), { env });
    expect(outcome).toMatchObject({ stdout: '-NoProfile|-NonInteractive|-Command|Write-Output "hi"|' });
  });

  it.concurrent('is no login shell and reads no start-up file', async () => {
    const home = inRoot('home');
    const rc = ['.profile', '.bash_profile', '.bash_login', '.bashrc', '.shrc', '.zshenv', 'bash-env', 'env'];
    for (const name of rc) place.write(`home/${name}`, `echo "read ${name}"\n`);
    const env = { HOME: home, BASH_ENV: join(home, 'bash-env'), ENV: join(home, 'env'), PS1: '$ ' };
    for (const [, runner] of shells) {
      const { outcome } = await runner.run(place.task('echo "$-"', { env }));
      expect(outcome).toMatchObject({ stdout: expect.stringMatching(/^[a-zA-Z]*\n$/), stderr: '' });
      expect(finished(outcome).stdout).not.toMatch(/[il]/);
    }
    expect(await place.run(`echo "\${BASH_ENV-unset}"`, { env })).toMatchObject({ stdout: 'unset\n' });
  });

  it.concurrent('gets the environment of the task and the mark of its run, nothing else', async () => {
    const hook = commandHook('/usr/bin/env', { args: [] });
    const { stdout } = finished(await place.run(hook, { env: { A: '1' } }));
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['A', 'AMPLIFIER_HOOK_RUN', 'HOME', 'PATH', 'TEST_MARK']);
    expect(homedir()).not.toBe(place.root);
  });
});

describe('a hook that refers to a plugin', () => {
  const ROOT = 'CLAUDE_PLUGIN_ROOT';
  const DATA = 'CLAUDE_PLUGIN_DATA';
  it.concurrent.each([
    [`"$\{${ROOT}}/x.sh"`],
    [`$${ROOT}/x.sh`],
    [`cat '$\{${DATA}}'`],
    [`echo $\{${ROOT}%/}`],
    [`echo $${DATA}`],
  ])('%s without belonging to one is not started', async (command) => {
    const file = inRoot('started');
    const outcome = await place.run(`touch '${file}'; ${command}`);
    expect(outcome).toMatchObject({ kind: 'launchFailed', problem: 'plugin-root-missing', exitCode: null });
    expect(outcome).toMatchObject({ message: expect.stringContaining('/project/.claude/settings.json') });
    expect(await place.run(`ls '${file}'`)).not.toMatchObject({ exitCode: 0 });
  });

  it.concurrent('in an argument', async () => {
    const hook = commandHook('echo', { args: [`$\{${ROOT}}`] });
    expect(await place.run(hook)).toMatchObject({ problem: 'plugin-root-missing' });
  });

  it.concurrent.each([
    [`echo "$\{${ROOT}:-none}"`, 'none\n'],
    [`echo "$\{${ROOT}-none}"`, 'none\n'],
    [`echo "[$\{${DATA}:+some}]"`, '[]\n'],
    [`echo "[$${ROOT}_X]"`, '[]\n'],
    [`echo ${ROOT}`, `${ROOT}\n`],
  ])('%s needs none', async (command, stdout) => {
    expect(await place.run(command)).toMatchObject({ kind: 'finished', stdout });
  });

  it.concurrent('whose directory is gone names the directory', async () => {
    const hook = commandHook('echo hi', {}, { pluginRoot: inRoot('no-plugin') });
    expect(await place.run(hook)).toMatchObject({
      problem: 'plugin-root-missing',
      path: inRoot('no-plugin'),
      message: expect.stringContaining(inRoot('no-plugin')),
    });
  });
});

it('a hook of another type is refused', async () => {
  const other = hook('test', { handler: { type: 'mcp_tool', server: 's', tool: 't', input: {} } });
  expect(await place.run(other)).toEqual({
    kind: 'refused',
    why: 'a hook of type "mcp_tool" is not a command',
  });
});
