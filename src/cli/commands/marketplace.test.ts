// `marketplace` and `search`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const npm = (name: string, more: object = {}) => ({
  name,
  source: { source: 'npm', package: name },
  ...more,
});

/** A marketplace in a folder of the project. */
function shop(name: string, plugins: readonly unknown[], more: object = {}): void {
  stage.write(`project/${name}/.claude-plugin/marketplace.json`, {
    name,
    owner: { name: 'T' },
    description: `What ${name} has`,
    ...more,
    plugins,
  });
}

function guard(folder: string): void {
  stage.write(`${folder}/hooks/hooks.json`, {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
  });
}

/** The same as a repository, with what is in the folder now. */
function commit(folder: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: join(stage.dir, folder),
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=x');
}

const installed = (marketplace: string) => ({
  source: 'x',
  pinned: { kind: 'folder', path: './x' },
  version: '1.0.0',
  marketplace,
  files: {},
  executable: [],
});
const TIMES = [
  [/commit [0-9a-f]{12}/g, 'commit <commit>'],
  [/"(commit)": "[0-9a-f]{40}"/g, '"$1": "<commit>"'],
] as const;

describe('marketplace', () => {
  it('nothing is known at first', async () => {
    expect(await stage.play(['marketplace', 'list'])).toMatchSnapshot();
    expect(await stage.play(['marketplace', 'update'])).toMatchSnapshot();
  });

  it('adds a folder and lists it', async () => {
    guard('project/team/plugins/guard');
    shop('team', [{ name: 'guard', source: './plugins/guard' }, npm('lint')]);
    expect(await stage.play(['marketplace', 'add', './team'])).toMatchSnapshot();
    expect(await stage.play(['marketplace', 'add', './team'])).toMatchSnapshot();
    expect(await stage.play(['marketplace', 'list'])).toMatchSnapshot();
    expect(await stage.play(['marketplace', 'update'])).toMatchSnapshot();
  });

  it('says what is wrong with it, where, and what to do', async () => {
    shop('odd', [
      npm('fine'),
      { name: 'made', source: { source: 'command', command: 'make' } },
      { name: 'out', source: '../../out' },
      7,
      npm('p', { keywords: 'a' }),
    ]);
    expect(await stage.play(['marketplace', 'add', './odd'])).toMatchSnapshot();
    expect((await stage.play(['marketplace', 'list'])).stdout).toContain('3 plugins, 2 left out');
  });

  it('shows nothing that moves a cursor', async () => {
    const bad = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u0000\u202e';
    shop(
      'odd',
      [
        npm('fine', { description: `x${bad}y`, version: bad, category: bad, [bad]: 1, tags: [bad] }),
        { name: bad, source: bad },
        { name: 'u', source: { source: bad } },
      ],
      { description: bad },
    );
    for (const argv of [
      ['marketplace', 'add', './odd'],
      ['marketplace', 'list'],
      ['search', 'fine'],
      ['search'],
      ['marketplace', 'remove', bad],
      ['marketplace', 'add', bad],
    ]) {
      const { stdout, stderr } = await stage.play(argv);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('adds and updates a repository', async () => {
    guard('project/team/plugins/guard');
    shop('team', [{ name: 'guard', source: './plugins/guard' }]);
    commit('team');
    const url = `file://${join(stage.dir, 'team')}`;
    const replace = [...TIMES];
    expect((await stage.play(['marketplace', 'add', url], { replace })).stdout).toMatchSnapshot();
    expect((await stage.play(['marketplace', 'list'], { replace })).stdout).toMatchSnapshot();
    expect((await stage.play(['marketplace', 'update'], { replace })).stdout).toBe('team: nothing new\n');
    shop('team', [npm('lint')]);
    commit('team');
    expect((await stage.play(['marketplace', 'update', 'team'])).stdout).toBe(
      'team: updated, 1 new (lint), 1 gone (guard)\n',
    );
    expect(JSON.parse((await stage.play(['marketplace', 'list', '--json'])).stdout)).toMatchObject({
      version: 1,
      marketplaces: [
        {
          name: 'team',
          kind: 'git',
          origin: 'file://<root>/project/team',
          plugins: 1,
          leftOut: 0,
          diagnostics: [],
        },
      ],
      claude: null,
    });
  });

  it('an update that fails says so, and keeps what was there', async () => {
    shop('team', [npm('lint')]);
    commit('team');
    await stage.play(['marketplace', 'add', `file://${join(stage.dir, 'team')}`]);
    writeFileSync(join(stage.dir, 'team', '.claude-plugin', 'marketplace.json'), '{');
    commit('team');
    const { code, stdout, stderr } = await stage.play(['marketplace', 'update']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('is not a marketplace');
    expect(stderr).toContain('what was there before stays');
    expect(JSON.parse((await stage.play(['marketplace', 'update', '--json'])).stdout)).toMatchObject({
      updated: [{ name: 'team', outcome: 'failed', problem: { code: 'bad-marketplace' } }],
    });
    expect(JSON.parse((await stage.play(['search', 'lint', '--json'])).stdout)).toMatchObject({ total: 1 });
  });

  it('removing one names what was installed from it', async () => {
    shop('team', []);
    await stage.play(['marketplace', 'add', './team']);
    stage.write('project/.amplifier/hooks.lock.json', { version: 1, plugins: { guard: installed('team') } });
    stage.write('home/.amplifier/hooks.lock.json', {
      version: 1,
      plugins: { lint: installed('team'), other: installed('x') },
    });
    const before = readFileSync(join(stage.dir, '.amplifier/hooks.lock.json'), 'utf8');
    expect(await stage.play(['marketplace', 'remove', 'team'])).toMatchSnapshot();
    expect(readFileSync(join(stage.dir, '.amplifier/hooks.lock.json'), 'utf8')).toBe(before);
    expect(await stage.play(['marketplace', 'remove', 'team'])).toMatchSnapshot();
  });

  it.each([
    ['an action that is none', ['lst']],
    ['no action', []],
    ['add without a source', ['add']],
    ['remove without a name', ['remove']],
    ['a source that is none', ['add', 'ftp://x/y']],
    ['a folder without a marketplace', ['add', '.']],
    ['a name that is none', ['add', './team', '--name', '../x']],
    ['a plugin of a marketplace', ['add', 'guard@team']],
  ])('refuses %s', async (_title, argv) => {
    shop('team', []);
    expect(await stage.play(['marketplace', ...argv])).toMatchSnapshot();
  });
});

describe('what Claude Code knows', () => {
  function claude(): void {
    shop('team', [npm('lint')]);
    stage.write('home/.claude/plugins/known_marketplaces.json', {
      team: {
        source: { source: 'directory', path: join(stage.dir, 'team') },
        installLocation: '/x',
        lastUpdated: 'x',
      },
      official: { source: { source: 'github', repo: 'o/r', ref: 'v1' } },
      inline: { source: { source: 'settings' } },
      gone: { source: { source: 'file', path: '/nowhere.json' } },
      broken: 7,
    });
  }

  it('is listed when asked for', async () => {
    claude();
    expect(await stage.play(['marketplace', 'list', '--claude'])).toMatchSnapshot();
    expect((await stage.play(['marketplace', 'list'])).stdout).not.toContain('Claude Code');
  });

  it('is added, one or all', async () => {
    claude();
    const file = join(stage.home, '.claude/plugins/known_marketplaces.json');
    const before = readFileSync(file, 'utf8');
    expect(await stage.play(['marketplace', 'add', '--from-claude', 'team'])).toMatchSnapshot();
    expect((await stage.play(['marketplace', 'list', '--claude'])).stdout).toContain('team: known here too');
    expect(await stage.play(['marketplace', 'add', '--from-claude', 'inline'])).toMatchSnapshot();
    expect(await stage.play(['marketplace', 'add', '--from-claude', 'nobody'])).toMatchSnapshot();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('is nothing where its file is missing or broken', async () => {
    expect((await stage.play(['marketplace', 'list', '--claude'])).stdout).toContain(
      'Claude Code knows no marketplace here',
    );
    stage.write('home/.claude/plugins/known_marketplaces.json', '[');
    expect(await stage.play(['marketplace', 'list', '--claude'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not hold an object'),
    });
  });
});

describe('search', () => {
  async function fill(): Promise<void> {
    guard('project/team/plugins/guard');
    shop('team', [
      {
        name: 'guard',
        source: './plugins/guard',
        description: 'Protects main from pushes',
        category: 'security',
        version: '1.2.0',
      },
      npm('git-lint', { description: 'Looks at commits', keywords: ['guard'] }),
      { name: 'made', source: { source: 'command', command: 'x' }, description: 'guards' },
    ]);
    shop('other', [npm('unrelated')]);
    await stage.play(['marketplace', 'add', './team']);
    await stage.play(['marketplace', 'add', './other']);
    stage.write('project/.amplifier/hooks.lock.json', { version: 1, plugins: { guard: installed('team') } });
  }

  it('shows what fits, the best first', async () => {
    await fill();
    expect(await stage.play(['search', 'guard'])).toMatchSnapshot();
    expect(await stage.play(['search', 'guard', '--limit', '1'])).toMatchSnapshot();
    expect(await stage.play(['search', 'guard', 'commits'])).toMatchSnapshot();
    expect(await stage.play(['search', 'nothing-of-this'])).toMatchSnapshot();
    expect((await stage.play(['search', '--hooks'])).stdout).toContain('1 plugin fits');
    expect((await stage.play(['search', '--limit', '0'])).stdout).toContain('4 plugins fit');
  });

  it('prints one object for programs', async () => {
    await fill();
    expect(JSON.parse((await stage.play(['search', 'guard', '--json'])).stdout)).toMatchSnapshot();
  });

  it('says so where no marketplace is known, or one cannot be read', async () => {
    expect(await stage.play(['search', 'x'])).toMatchSnapshot();
    await fill();
    writeFileSync(join(stage.dir, 'other', '.claude-plugin', 'marketplace.json'), '{');
    expect(await stage.play(['search', 'unrelated'])).toMatchSnapshot();
  });

  it('refuses a limit that is none', async () => {
    expect(await stage.play(['search', '--limit', 'x'])).toMatchSnapshot();
  });
});

it.each(['marketplace', 'search'])('%s --help', async (command) => {
  expect(await stage.play([command, '--help'])).toMatchSnapshot();
});
