// `install`: what is shown, what is asked, what is put where, and what is written down.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  GUARD,
  hooksJson,
  inRoot,
  type PluginFiles,
  writePluginFiles,
} from '../../plugins/install/testing/plugin.js';
import { treeOf } from '../../plugins/sources/testing/place.js';
import { TestRepository } from '../../plugins/sources/testing/repository.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const plugin = (files: PluginFiles = GUARD, name = 'guard'): string =>
  writePluginFiles(join(stage.root, 'plugins', name), files);
const installed = (name: string): string => join(stage.dir, '.amplifier', 'hooks', name);
const lockFile = (): string => join(stage.dir, '.amplifier', 'hooks.lock.json');
const lock = () => JSON.parse(readFileSync(lockFile(), 'utf8')).plugins;

/** `curl` is here, whatever the machine has. */
function install(...argv: readonly string[]) {
  stage.write('bin/curl', '#!/bin/sh\n', 0o755);
  const env = { PATH: `${join(stage.root, 'bin')}:${process.env['PATH']}`, HOME: stage.home };
  return stage.play(['install', ...argv], { env });
}

const BUSY: PluginFiles = {
  '.claude-plugin/plugin.json': JSON.stringify({ name: 'busy', version: '2.1.0', mcpServers: { s: {} } }),
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash|Edit',
          hooks: [
            { type: 'command', command: inRoot('run.sh'), if: 'Bash(git *)' },
            { type: 'http', url: 'https://hooks.example/in?key=secret' },
          ],
        },
      ],
      Stop: [{ hooks: [{ type: 'command', command: `no-such-lisp ${inRoot('stop.lisp')}` }] }],
      SubagentStop: [{ hooks: [{ type: 'command', command: `no-such-lisp ${inRoot('stop.lisp')}` }] }],
    },
  }),
  'run.sh*':
    '#!/usr/bin/env bash\ncurl -s https://api.example/check\necho x > "$HOME/.log"\necho y > "$CLAUDE_PLUGIN_DATA/z"\n',
  'stop.lisp': '()',
  'skills/one/SKILL.md': 'x',
  'commands/a.md': 'x',
  'package.json': '{"dependencies":{"left-pad":"1"}}',
};

describe('what will run', () => {
  it('is shown before anything is asked', async () => {
    expect(await install(plugin(BUSY, 'busy'), '--dry-run')).toMatchSnapshot();
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it('is readable at 80 columns', async () => {
    const { stdout } = await install(plugin(BUSY, 'busy'), '--dry-run');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('is told to programs', async () => {
    const { stdout, code } = await install(plugin(BUSY, 'busy'), '--dry-run', '--json');
    expect([code, JSON.parse(stdout)]).toMatchSnapshot();
  });

  it('moves no cursor, whatever the plugin says', async () => {
    const files = { 'hooks/hooks.json': hooksJson({ Stop: 'echo \u001b[2J\u0007' }) };
    const { stdout, stderr } = await install(plugin(files), '--dry-run');
    expect(stdout).toContain('echo');
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('says so where there are no hooks', async () => {
    const files = { '.claude-plugin/plugin.json': '{"name":"guard"}', 'skills/a/SKILL.md': 'x' };
    expect(await install(plugin(files), '--dry-run')).toMatchSnapshot();
  });
});

describe('asks', () => {
  it('refuses where nobody can be asked', async () => {
    const { code, stderr } = await install(plugin());
    expect([code, stderr]).toEqual([
      1,
      'Copying\namplifier-hooks: there is nobody here to ask, so nothing was changed\nSay --yes, if you agree to what stands above.\n',
    ]);
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it('names no folder that only exists while it is installed', async () => {
    const at = (path: string) => ({ type: 'command', command: path });
    const hooks = [
      at('"$CLAUDE_PROJECT_DIR"/.amplifier/hooks/guard/check.sh'),
      at('python3 ~/scripts/check.py'),
      at('cd "$CLAUDE_PLUGIN_ROOT" && ./gone.sh'),
      at('node ../other/x.js'),
    ];
    const files = { 'hooks/hooks.json': JSON.stringify({ hooks: { Stop: [{ hooks }] } }) };
    const people = await install(plugin(files), '--dry-run');
    expect(people.stdout).toContain('Wrong with it');
    const programs = await install(plugin(files), '--dry-run', '--json');
    for (const { stdout, stderr } of [people, programs])
      expect(`${stdout}${stderr}`).not.toMatch(/\.staging|\.no-/);
  });

  it('takes no answer as a no', async () => {
    const { code, stderr } = await stage.play(['install', plugin()], { stdin: 'terminal' });
    expect([code, stderr]).toEqual([
      1,
      'Copying\nInstall it? [y/N] amplifier-hooks: nobody agreed\nNothing was changed.\n',
    ]);
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it.each([
    [['--json'], '--json leaves nobody to ask'],
    [['--scope', 'nobody', '--yes'], '"nobody" is not a valid --scope: it is one of project, user'],
    [['./other', '--name', 'x', '--yes'], '--name names one plugin'],
  ])('refuses %j', async (argv, why) => {
    const { code, stderr } = await install(plugin(), ...argv);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
  });
});

describe('puts it into its place', () => {
  it('with exactly what hooks need, and a lock file', async () => {
    const played = await install(plugin({ ...GUARD, 'skills/a/SKILL.md': 'x' }), '--yes');
    expect(played).toMatchSnapshot();
    expect(treeOf(installed('guard'))).toEqual(GUARD);
    expect(readdirSync(join(stage.dir, '.amplifier'))).toEqual(['hooks', 'hooks.lock.json']);
    expect(readdirSync(join(stage.dir, '.amplifier', 'hooks'))).toEqual(['guard']);
    expect(readFileSync(lockFile(), 'utf8').replaceAll(stage.root, '<root>')).toMatchSnapshot();
  });

  it('where its hooks find their folder and their data', async () => {
    const script = '#!/bin/sh\ncat >/dev/null\necho "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA" >&2\nexit 2\n';
    await install(plugin({ ...GUARD, 'scripts/guard.sh*': script }), '--yes');
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    const { stdout } = await stage.play(['dispatch'], { stdin: { text: JSON.stringify(event) } });
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(
        '<root>/project/.amplifier/hooks/guard <root>/home/.amplifier/hooks-data/guard',
      ),
    });
  });

  it('for the user', async () => {
    expect((await install(plugin(), '--scope', 'user', '--yes')).stdout).toContain(
      'installed in ~/.amplifier/hooks/guard',
    );
    expect(treeOf(join(stage.home, '.amplifier', 'hooks', 'guard'))).toEqual(GUARD);
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it('in the home directory for the user, whatever is said', async () => {
    const { code } = await stage.play(['install', plugin(), '--yes'], { cwd: stage.home });
    expect([code, existsSync(join(stage.home, '.amplifier', 'hooks', 'guard'))]).toEqual([0, true]);
  });

  it('under another name, which is then its name', async () => {
    await install(plugin(), '--name', 'my-guard', '--yes');
    expect(
      JSON.parse(readFileSync(join(installed('my-guard'), '.claude-plugin/plugin.json'), 'utf8')),
    ).toEqual({
      name: 'my-guard',
      version: '1.0.0',
    });
    const { stdout } = await stage.play(['list', '--json']);
    expect(JSON.parse(stdout).hooks[0].owner).toBe('my-guard');
    expect(lock()['my-guard'].additions).toEqual({ name: 'my-guard', hooks: null });
  });

  it('several at once, all or none', async () => {
    const other = plugin({ ...GUARD, '.claude-plugin/plugin.json': '{"name":"other"}' }, 'other');
    const broken = plugin({ 'hooks/hooks.json': '{' }, 'broken');
    expect((await install(plugin(), other, broken, '--yes')).code).toBe(1);
    expect(readdirSync(stage.dir)).toEqual([]);
    expect((await install(plugin(), other, '--yes')).code).toBe(0);
    expect(Object.keys(lock())).toEqual(['guard', 'other']);
  });

  it('a second time, and finds nothing to do', async () => {
    await install(plugin(), '--yes');
    const before = readFileSync(lockFile(), 'utf8');
    expect((await install(plugin())).stdout).toBe('guard: nothing to do\n');
    expect(readFileSync(lockFile(), 'utf8')).toBe(before);
  });
});

describe('stops', () => {
  it('at errors, and says what they are', async () => {
    const files = { ...GUARD, 'hooks/hooks.json': hooksJson({ Stop: inRoot('nowhere.sh') }) };
    expect(await install(plugin(files), '--yes')).toMatchSnapshot();
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it.each([['--yes'], ['--dry-run']])('at errors, and tells programs with %s', async (flag) => {
    const files = { ...GUARD, 'hooks/hooks.json': hooksJson({ Stop: inRoot('nowhere.sh') }) };
    const { code, stdout, stderr } = await install(plugin(files), flag, '--json');
    expect([code, stderr]).toEqual([1, expect.stringContaining('--force')]);
    const { applied, broken, plugins } = JSON.parse(stdout);
    expect({ applied, broken }).toEqual({ applied: false, broken: ['guard'] });
    expect(plugins[0].findings).toMatchObject([{ severity: 'error', code: 'script-missing' }]);
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it('not at errors with --force: what is sound runs', async () => {
    const sound = { matcher: 'Bash', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] };
    const broken = { matcher: 'Bash(git *)', hooks: [{ type: 'command', command: 'true' }] };
    const hooks = JSON.stringify({ hooks: { PreToolUse: [sound, broken], PostToolUse: [{ hooks: 5 }] } });
    const { code, stdout } = await install(
      plugin({ ...GUARD, 'hooks/hooks.json': hooks }),
      '--yes',
      '--force',
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining('Would not run, or not as it says')]);
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const answer = await stage.play(['dispatch'], { stdin: { text: JSON.stringify(event) } });
    expect(answer.stdout).toContain('deny');
  });

  it.each([
    ['a missing interpreter', { 'hooks/hooks.json': hooksJson({ Stop: 'no-such-lisp x' }) }],
    [
      'a script of the project',
      { 'hooks/hooks.json': hooksJson({ Stop: '"$CLAUDE_PROJECT_DIR"/check.sh' }) },
    ],
    [
      'a script that is looked for where one works',
      { 'hooks/hooks.json': hooksJson({ Stop: 'node scripts/check.js' }) },
    ],
  ])('not at %s', async (_title, files) => {
    expect(await install(plugin(files), '--yes')).toMatchObject({ code: 0 });
  });

  it.each([
    ['a folder that is not there', ['./nowhere']],
    ['a word', ['guard']],
    ['an unknown marketplace', ['guard@nowhere']],
    ['no lock file', []],
  ])('at %s', async (_title, argv) => {
    expect(await install(...argv, '--yes')).toMatchSnapshot();
    expect(readdirSync(stage.dir)).toEqual([]);
  });

  it('at a name that cannot be one, unless another is given', async () => {
    const folder = plugin({ ...GUARD, '.claude-plugin/plugin.json': '{"name":"../up"}' });
    expect(await install(folder, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--name'),
    });
    expect(await install(folder, '--name', 'up', '--yes')).toMatchObject({ code: 0 });
  });

  it('at a folder that somebody else made', async () => {
    stage.write('project/.amplifier/hooks/guard/hooks.json', { hooks: {} });
    const { code, stderr } = await install(plugin(), '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('was not installed by this command')]);
    expect(treeOf(installed('guard'))).toEqual({ 'hooks.json': '{"hooks":{}}' });
  });

  it('at another plugin of the same name', async () => {
    await install(plugin(), '--yes');
    const { code, stderr } = await install(plugin(GUARD, 'elsewhere'), '--yes');
    expect([code, stderr]).toEqual([1, expect.stringContaining('another plugin called guard is installed')]);
  });

  it('at a lock file that cannot be understood, and leaves it', async () => {
    stage.write('project/.amplifier/hooks.lock.json', '{"version":9}');
    expect(await install(plugin(), '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('version'),
    });
    expect(readFileSync(lockFile(), 'utf8')).toBe('{"version":9}');
    expect(existsSync(installed('guard'))).toBe(false);
  });

  it('where something is in the way', async () => {
    stage.write('project/.amplifier', 'a file');
    expect(await install(plugin(), '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be made'),
    });
    expect(readdirSync(stage.dir)).toEqual(['.amplifier']);
  });
});

describe('local edits', () => {
  beforeEach(async () => {
    await install(plugin(), '--yes');
    writeFileSync(join(installed('guard'), 'scripts/guard.sh'), 'mine');
    writeFileSync(join(installed('guard'), 'added'), 'mine');
  });

  it('are not overwritten', async () => {
    expect(await install('--yes')).toMatchSnapshot();
    expect(await install(plugin(), '--yes')).toMatchObject({ code: 1 });
    expect(readFileSync(join(installed('guard'), 'scripts/guard.sh'), 'utf8')).toBe('mine');
  });

  it('make room with --force, and are kept', async () => {
    expect(await install('--yes', '--force')).toMatchSnapshot();
    expect(treeOf(installed('guard'))).toEqual({ ...GUARD, added: 'mine' });
    expect(treeOf(join(stage.dir, '.amplifier', 'hooks-backup', 'guard-1'))).toEqual({
      'scripts/guard.sh*': 'mine',
    });
  });
});

describe('restores', () => {
  it('exactly what the lock file says, in another copy of the project', async () => {
    const repository = new TestRepository(join(stage.root, 'git', 'guard'));
    repository.commit(GUARD);
    await install(`${pathToFileURL(repository.folder).href}#main`, '--yes');
    const before = treeOf(join(stage.dir, '.amplifier'));
    repository.commit({ 'scripts/guard.sh*': '#!/bin/sh\nexit 1\n' });
    rmSync(join(stage.dir, '.amplifier', 'hooks'), { recursive: true });
    const { code, stdout } = await install('--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('guard: installed in')]);
    expect(treeOf(join(stage.dir, '.amplifier'))).toEqual(before);
    expect((await install()).stdout).toBe('guard: nothing to do\n');
  });

  it('a file that is gone', async () => {
    await install(plugin(), '--yes');
    rmSync(join(installed('guard'), 'scripts/guard.sh'));
    expect((await install('--yes')).code).toBe(0);
    expect(treeOf(installed('guard'))).toEqual(GUARD);
  });

  it('nothing where the source gives something else now', async () => {
    const folder = plugin();
    await install(folder, '--yes');
    writePluginFiles(folder, { 'scripts/guard.sh*': 'other' });
    rmSync(join(installed('guard'), 'scripts/guard.sh'));
    const before = treeOf(stage.dir);
    expect(await install('--yes')).toMatchSnapshot();
    expect(treeOf(stage.dir)).toEqual(before);
  });
});

describe('marketplaces', () => {
  const HOOKS = { Stop: [{ hooks: [{ type: 'command', command: inRoot('scripts/guard.sh') }] }] };

  async function market(
    entry: Readonly<Record<string, unknown>>,
    files: PluginFiles,
  ): Promise<TestRepository> {
    const repository = new TestRepository(join(stage.root, 'git', 'shop'));
    const content = {
      name: 'shop',
      owner: { name: 'Ada' },
      plugins: [{ name: 'guard', source: './p', ...entry }],
    };
    repository.commit({
      '.claude-plugin/marketplace.json': JSON.stringify(content),
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])),
    });
    await stage.play(['marketplace', 'add', pathToFileURL(repository.folder).href]);
    return repository;
  }
  const SCRIPT: PluginFiles = { 'scripts/guard.sh*': '#!/bin/sh\nexit 0\n' };

  it('hooks of an entry become those of the copy, and are restored from the repository', async () => {
    const repository = await market(
      { strict: false, version: '3.0.0', hooks: HOOKS, skills: ['./s'] },
      SCRIPT,
    );
    expect((await install('guard@shop', '--yes')).code).toBe(0);
    const manifest = readFileSync(join(installed('guard'), '.claude-plugin/plugin.json'), 'utf8');
    expect(JSON.parse(manifest)).toEqual({ name: 'guard', hooks: HOOKS });
    expect(lock().guard).toMatchObject({
      source: 'guard@shop',
      marketplace: 'shop',
      version: '3.0.0',
      pinned: { kind: 'git', commit: repository.git('rev-parse', 'HEAD'), folder: 'p' },
    });
    await stage.play(['marketplace', 'remove', 'shop']);
    rmSync(installed('guard'), { recursive: true });
    expect((await install('--yes')).code).toBe(0);
    expect(readFileSync(join(installed('guard'), '.claude-plugin/plugin.json'), 'utf8')).toBe(manifest);
  });

  it('an entry adds to a manifest that has hooks', async () => {
    const own = { SessionStart: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    await market(
      { hooks: HOOKS },
      { ...SCRIPT, '.claude-plugin/plugin.json': JSON.stringify({ name: 'guard', hooks: own }) },
    );
    await install('guard@shop', '--yes');
    const { stdout } = await stage.play(['list', '--json']);
    expect(
      JSON.parse(stdout)
        .hooks.map(({ event }: { event: string }) => event)
        .sort(),
    ).toEqual(['SessionStart', 'Stop']);
  });

  it('a whole definition and a manifest with components contradict each other', async () => {
    await market(
      { strict: false, hooks: HOOKS },
      { ...SCRIPT, '.claude-plugin/plugin.json': '{"name":"guard","hooks":{}}' },
    );
    expect(await install('guard@shop', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"strict": false'),
    });
    expect(existsSync(installed('guard'))).toBe(false);
  });

  it('its name is the one in the marketplace', async () => {
    await market({}, { ...GUARD, '.claude-plugin/plugin.json': '{\n  // said once\n  "name": "other"\n}\n' });
    await install('guard@shop', '--yes');
    expect(readFileSync(join(installed('guard'), '.claude-plugin/plugin.json'), 'utf8')).toBe(
      '{\n  // said once\n  "name": "guard"\n}\n',
    );
  });
});

it('has help with examples', async () => {
  expect(await install('--help')).toMatchSnapshot();
});
