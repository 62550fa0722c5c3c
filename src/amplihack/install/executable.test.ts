import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InstallProblem } from './problem.js';
import { statusOf } from './status.js';
import { Scratch } from './testing/scratch.js';

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

const registered = (): string => JSON.parse(scratch.read()).hooks.Stop[0].hooks[0].command;
const version = (): string => execFileSync(scratch.placed, ['--version'], { encoding: 'utf8' });
const program = (file: string, text = '#!/bin/sh\necho amplihack-hooks 1.2.3\n') =>
  scratch.write(file, text, 0o755);

describe('the executable of this package', () => {
  it('is linked, and works from there', async () => {
    expect((await scratch.install()).executable).toEqual({
      path: scratch.placed,
      state: 'linked',
      target: scratch.packaged,
      backup: null,
    });
    expect(readlinkSync(scratch.placed)).toBe(scratch.packaged);
    expect(registered()).toBe(`${scratch.placed} stop`);
    expect(version()).toBe('amplihack-hooks 9.9.9\n');
    expect((await scratch.install()).executable.state).toBe('unchanged');
  });

  it('is copied with what it needs, and works without the package', async () => {
    const { executable } = await scratch.install({ copy: true });
    expect(executable).toMatchObject({ path: scratch.placed, state: 'copied' });
    expect(executable.target).toMatch(
      /\/home\/\.local\/share\/amplifier-hooks\/amplihack-\w{12}\/amplihack-hooks\.cjs$/,
    );
    expect((await scratch.install({ copy: true })).executable.state).toBe('unchanged');
    rmSync(join(scratch.root, 'package'), { recursive: true });
    expect(version()).toBe('amplihack-hooks 9.9.9\n');
  });

  it('is copied from where npx keeps it for a while', async () => {
    const packaged = program(
      join(scratch.root, '_npx', 'x', 'amplihack-hooks.cjs'),
      '#!/bin/sh\necho amplihack-hooks 1.1.1\n',
    );
    expect((await scratch.install({ packaged })).executable.state).toBe('copied');
    expect(version()).toBe('amplihack-hooks 1.1.1\n');
  });

  it.each([true, false])('a damaged or older one is put right (copy: %s)', async (copy) => {
    await scratch.install({ copy });
    if (copy) scratch.write(readlinkSync(scratch.placed), 'broken');
    else {
      rmSync(scratch.placed);
      symlinkSync('/gone/dist/bin/amplihack-hooks.cjs', scratch.placed);
    }
    const { executable } = await scratch.install({ copy });
    expect(executable).toMatchObject({ state: copy ? 'copied' : 'linked', backup: null });
    expect(version()).toBe('amplihack-hooks 9.9.9\n');
  });

  it.each(['file', 'link'])('somebody else’s program in its place is kept (%s)', async (kind) => {
    const theirs = kind === 'file' ? program(scratch.placed) : program(join(scratch.root, 'theirs'));
    if (kind === 'link') {
      mkdirSync(scratch.bin, { recursive: true });
      symlinkSync(theirs, scratch.placed);
    }
    const { executable } = await scratch.install();
    expect(executable).toMatchObject({ state: 'linked', backup: `${scratch.placed}.backup.1700000000` });
    expect(execFileSync(executable.backup ?? '', { encoding: 'utf8' })).toBe('amplihack-hooks 1.2.3\n');
    expect(version()).toBe('amplihack-hooks 9.9.9\n');
  });

  it('a folder in its place is an error, and nothing is registered', async () => {
    mkdirSync(scratch.placed, { recursive: true });
    await expect(scratch.install()).rejects.toThrow(`cannot be placed as ${scratch.placed}`);
    expect(existsSync(scratch.settings)).toBe(false);
  });
});

describe('uninstall', () => {
  it.each([true, false])('leaves the executable, or removes what was placed (copy: %s)', async (copy) => {
    await scratch.install({ copy });
    expect((await scratch.uninstall()).executable).toEqual({ path: scratch.placed, state: 'kept' });
    expect((await scratch.uninstall({ executable: true })).executable.state).toBe('removed');
    expect(existsSync(join(scratch.home, '.local', 'share', 'amplifier-hooks'))).toBe(false);
    expect(existsSync(scratch.packaged)).toBe(true);
    expect((await scratch.uninstall({ executable: true })).executable.state).toBe('absent');
  });

  it('never removes somebody else’s program', async () => {
    program(scratch.placed);
    expect((await scratch.uninstall({ executable: true })).executable.state).toBe('absent');
    expect(lstatSync(scratch.placed).isFile()).toBe(true);
  });
});

describe('where it is looked for', () => {
  const VARIABLE = 'AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH';

  it('a variable names it, also from here', async () => {
    const named = program(join(scratch.projectDir, 'x', 'amplihack-hooks'));
    for (const path of [named, 'x/amplihack-hooks']) {
      expect((await scratch.install({ env: { [VARIABLE]: path } })).executable).toMatchObject({
        path: named,
        state: 'used',
      });
      expect(registered()).toBe(`${named} stop`);
    }
    expect(existsSync(scratch.placed)).toBe(false);
  });

  it.each([
    ['/no/such/amplihack-hooks', 'which is not an existing file'],
    ['.', 'which is not an existing file'],
    ['other', 'which is not called amplihack-hooks'],
  ])('and must name one: %s', async (path, why) => {
    program(join(scratch.projectDir, 'other'));
    await expect(scratch.install({ env: { [VARIABLE]: path } })).rejects.toThrow(why);
    expect(existsSync(scratch.settings)).toBe(false);
  });

  it('where this package is not built: PATH, ~/.local/bin, ~/.cargo/bin', async () => {
    const packaged = null;
    const [cargo, local, path] = [
      join(scratch.home, '.cargo', 'bin', 'amplihack-hooks'),
      scratch.placed,
      join(scratch.root, 'tools', 'amplihack-hooks'),
    ];
    const env = { PATH: `relative:${join(scratch.root, 'tools')}` };
    await expect(scratch.install({ packaged, env })).rejects.toThrow(/is not built/);
    await expect(scratch.install({ packaged, env })).rejects.toMatchObject({
      hint: expect.stringContaining('npm run build'),
    });
    expect(existsSync(scratch.settings)).toBe(false);
    for (const file of [cargo, local, path]) {
      program(file);
      expect((await scratch.install({ packaged, env })).executable).toMatchObject({
        path: file,
        state: 'used',
      });
    }
    chmodSync(path, 0o644);
    expect((await scratch.install({ packaged, env })).executable.path).toBe(local);
  });

  it('a path with a line end cannot be a command', async () => {
    const named = program(join(scratch.root, 'a\nb', 'amplihack-hooks'));
    const problem = await scratch.install({ env: { [VARIABLE]: named } }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(InstallProblem);
  });
});

describe('status', () => {
  const status = (more: object = {}) =>
    statusOf({
      home: scratch.home,
      projectDir: scratch.projectDir,
      env: { PATH: process.env['PATH'] },
      version: '9.9.9',
      packaged: scratch.packaged,
      settings: null,
      ...more,
    });
  const warnings = async (more: object = {}) =>
    (await status(more)).warnings.map(
      ({ kind, message }) => `${kind}: ${message.replaceAll(scratch.root, '')}`,
    );

  it('nothing is installed', async () => {
    expect(await status()).toMatchObject({ executables: [], warnings: [] });
  });

  it.each([true, false])('all is well (copy: %s)', async (copy) => {
    await scratch.install({ copy });
    expect(await status()).toMatchObject({
      executables: [{ path: scratch.placed, state: 'fine', version: '9.9.9' }],
      warnings: [],
    });
  });

  it('another version, or none', async () => {
    await scratch.install();
    rmSync(scratch.placed);
    program(scratch.placed);
    expect(await warnings()).toEqual([
      'version: /home/.local/bin/amplihack-hooks is version 1.2.3, this is 9.9.9',
    ]);
    program(scratch.placed, '#!/bin/sh\nprintf "\\033[31mno"; exit 1\n');
    expect(await warnings()).toEqual([
      'version: /home/.local/bin/amplihack-hooks does not state its version',
    ]);
    program(scratch.placed, '#!/bin/sh\nprintf "\\033[31mamplihack-hooks \\033[1m9.9.9\\033[0m\\n"\n');
    expect(await warnings()).toEqual([]);
  });

  it('gone, not executable, or not named by its path', async () => {
    await scratch.install();
    rmSync(scratch.placed);
    const cannot = 'so these 7 hooks cannot run';
    expect(await warnings()).toEqual([
      `executable: /home/.local/bin/amplihack-hooks does not exist, ${cannot}`,
    ]);
    scratch.write(scratch.placed, 'x', 0o644);
    expect(await warnings()).toEqual([
      `executable: /home/.local/bin/amplihack-hooks is not executable, ${cannot}`,
    ]);
    scratch.write(scratch.settings, scratch.read().replaceAll(`${scratch.bin}/`, ''));
    expect(await warnings()).toContainEqual(
      expect.stringMatching(/^executable: amplihack-hooks is not an absolute path/),
    );
  });

  it('twice, in two files that one host reads', async () => {
    await scratch.install();
    const project = join(scratch.projectDir, '.claude', 'settings.json');
    await scratch.install({ settings: project });
    expect(await warnings()).toEqual([
      'twice: registered in /home/.claude/settings.json too, so each hook runs twice',
    ]);
    expect(await warnings({ projectDir: scratch.home })).toEqual([]);
  });

  it('a broken file does not hide the other', async () => {
    await scratch.install();
    scratch.write(join(scratch.projectDir, '.claude', 'settings.json'), '{');
    const { files } = await status();
    expect(files.map(({ name, state, registered: all }) => [name, state, all.length])).toEqual([
      ['user', 'read', 7],
      ['project', 'broken', 0],
      ['amplifier', 'absent', 0],
      ['amplifier-project', 'absent', 0],
    ]);
  });

  it('a file that is named', async () => {
    const settings = join(scratch.root, 'other.json');
    await scratch.install({ settings });
    expect((await status({ settings })).files.at(-1)).toMatchObject({ name: 'named', file: settings });
    expect((await status({ settings: scratch.settings })).files).toHaveLength(4);
  });

  it('a program that only a project names is not started', async () => {
    const trap = program(
      join(scratch.projectDir, 'amplihack-hooks'),
      `#!/bin/sh\ntouch '${scratch.root}/started'\n`,
    );
    const project = join(scratch.projectDir, '.claude', 'settings.json');
    await scratch.install({ settings: project, env: { AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH: trap } });
    expect((await status()).executables).toEqual([{ path: trap, state: 'unasked', version: null }]);
    expect(existsSync(join(scratch.root, 'started'))).toBe(false);
  });

  it('everything that differs is named with its place', async () => {
    const entry = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
    const wrap = (...hooks: object[]) => ({ hooks });
    const exe = (await scratch.install()).executable.path;
    scratch.write(
      scratch.settings,
      JSON.stringify(
        {
          hooks: {
            SessionStart: [wrap(entry('x')), wrap(entry(`${exe} session-start`, { timeout: 10 }))],
            Stop: [
              wrap(entry(`${exe} stop`, { timeout: 7 })),
              wrap(entry('/x/tools/amplihack/hooks/stop.py')),
            ],
            PreToolUse: [{ matcher: 'Bash', ...wrap(entry(`${exe} pre-tool-use`)) }],
            PostToolUse: [
              { matcher: '*', ...wrap(entry(`${exe} post-tool-use`)) },
              wrap(entry(`${exe} post-tool-use`)),
            ],
            UserPromptSubmit: [
              wrap(entry(`${exe} user-prompt-submit`, { timeout: 10 })),
              wrap(entry(`/old/amplihack-hooks workflow-classification-reminder`, { timeout: 5 })),
            ],
            Notification: [wrap(entry(`${exe} stop`)), wrap(entry(`${exe} --version`))],
          },
        },
        null,
        1,
      ),
    );
    const found = (await status()).warnings.map(
      ({ kind, message, line, column }) =>
        `${line}:${column} ${kind}: ${message.replaceAll(scratch.root, '')}`,
    );
    expect(found).toMatchInlineSnapshot(`
      [
        "14:6 order: SessionStart: hooks of others stand before ours, which should be first",
        "25:6 timeout: Stop stop: timeout is 7, it should be 120",
        "45:6 matcher: PreToolUse pre-tool-use: matcher is "Bash", it should be "*"",
        "64:6 duplicate: PostToolUse post-tool-use is registered 2 times and runs each time",
        "83:6 order: UserPromptSubmit: wrong order, it should be workflow-classification-reminder, user-prompt-submit",
        "14:6 missing: PreCompact pre-compact is not registered",
        "34:6 old-script: Stop: a script of an older version is registered",
        "94:6 useless: Notification runs stop, which does nothing there",
        "102:6 useless: Notification runs --version, which is not a hook",
        "83:6 paths: several executables are registered: /home/.local/bin/amplihack-hooks, /old/amplihack-hooks",
        "83:6 executable: /old/amplihack-hooks does not exist, so this hook cannot run",
      ]
    `);
  });
});
