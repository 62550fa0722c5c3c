// A repository whose own configuration names programs: asking git about it runs none of them.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../../src/amplihack/testing/place.js';
import { withExecutables } from '../../src/testing/executables.js';

const { amplihack: executable } = withExecutables('amplihack');

let place: Place;
beforeEach(() => {
  place = new Place();
  mkdirSync(marks());
  git('init', '-q', '-b', 'main', '.');
  for (const [name, value] of [
    ['user.name', 'a'],
    ['user.email', 'a@b.example'],
  ] as const)
    git('config', name, value);
});
afterEach(() => place.remove());

const marks = () => join(place.folder, 'marks');
const marked = () => readdirSync(marks()).sort();
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: place.root,
    env: place.env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** A program that leaves a mark and passes its input on. */
function program(name: string): string {
  const file = join(place.folder, `run-${name}`);
  writeFileSync(file, `#!/bin/sh\n: > "${join(marks(), name)}"\nexec cat\n`);
  chmodSync(file, 0o755);
  return file;
}

const run = (subcommand: string, payload: unknown, env: Readonly<Record<string, string>> = {}) =>
  place.spawn(executable, [subcommand], JSON.stringify(payload), { ...place.env, ...env });

/** Everything that asks git something. */
async function askAll(): Promise<string> {
  const commit = { tool_name: 'Bash', tool_input: { command: 'git commit -m x' } };
  expect((await run('pre-tool-use', commit)).stdout).toContain('not allowed');
  await run(
    'stop',
    { session_id: 's' },
    { AMPLIHACK_ENABLE_REFLECTION: '1', AMPLIHACK_REFLECTION_BINARY: '/bin/true' },
  );
  return (await run('session-stop', {})).stderr;
}

/** A file whose content has to be looked at, since its times say nothing. */
function changed(name: string): void {
  place.write(name, 'before\n');
  git('add', '-A');
  git('commit', '-qm', 'x');
  place.write(name, 'behind\n');
}

it.each<[string, readonly string[], boolean]>([
  ['fsmonitor', ['core.fsmonitor'], true],
  ['clean', ['filter.x.clean'], true],
  ['process', ['filter.x.process'], true],
  ['dotted', ['filter.a.b.clean'], true],
  ['pager', ['core.pager', 'pager.status', 'pager.branch'], false],
  ['alias', ['!alias.status', '!alias.branch', '!alias.remote', '!alias.config'], false],
  ['diff', ['diff.external', 'diff.x.command', 'diff.x.textconv'], false],
  ['signature', ['gpg.program', 'gpg.ssh.program', 'core.sshCommand'], false],
  ['questions', ['credential.helper', 'core.askPass', 'core.editor'], false],
])('%s: %j', async (name, keys, runsOtherwise) => {
  changed('file.txt');
  const [, filter = 'x'] = /^filter\.(.*)\.\w+$/.exec(keys[0] ?? '') ?? [];
  place.write('.gitattributes', `*.txt filter=${filter} diff=x\n`);
  const file = program(name);
  for (const key of keys) git('config', key.replace('!', ''), key.startsWith('!') ? `!${file}` : file);
  git('config', `filter.${filter}.required`, 'true');
  const said = await askAll();
  expect(marked()).toEqual([]);
  expect(said).toContain('file.txt');
  try {
    git('status');
  } catch {
    // The filter process does not speak git's language.
  }
  expect(marked()).toEqual(runsOtherwise ? [name] : []);
});

it('hooks', async () => {
  changed('file.txt');
  for (const name of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'pre-auto-gc'])
    renameSync(program(name), join(place.root, '.git/hooks', name));
  git('config', 'core.fsmonitor', '.git/hooks/fsmonitor-watchman');
  expect(await askAll()).toContain('file.txt');
  expect(marked()).toEqual([]);
});

it('settings that another file brings', async () => {
  changed('file.txt');
  place.write('.gitattributes', '*.txt filter=x\n');
  place.write('more.conf', `[filter "x"]\nclean = ${program('included')}\n`);
  git('config', 'include.path', '../more.conf');
  expect(await askAll()).toContain('file.txt');
  expect(marked()).toEqual([]);
  git('status');
  expect(marked()).toEqual(['included']);
});

it('a filter whose name cannot be taken back: git is not asked', async () => {
  changed('file.txt');
  place.write('.gitattributes', '*.txt filter=a=b\n');
  git('config', 'filter.a=b.clean', program('equals'));
  const said = await askAll();
  expect(marked()).toEqual([]);
  expect(said).toContain('git was not asked');
});

it('a submodule with a configuration of its own', async () => {
  const inner = join(place.folder, 'inner');
  git('init', '-q', inner);
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-q', '--allow-empty', '-m', 'x'],
    {
      cwd: inner,
      env: place.env,
    },
  );
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
  git('commit', '-qm', 'sub');
  place.write('sub/new', '');
  place.write('new', '');
  git('-C', 'sub', 'config', 'core.fsmonitor', program('submodule'));
  expect(await askAll()).toContain('new');
  expect(marked()).toEqual([]);
  git('status');
  expect(marked()).toEqual(['submodule']);
});

it('objects that are missing are not fetched', async () => {
  changed('file.txt');
  const tree = git('rev-parse', 'HEAD^{tree}').trim();
  const other = join(place.folder, 'other');
  git('clone', '-q', '--bare', '.', other);
  rmSync(join(place.root, '.git/objects', tree.slice(0, 2), tree.slice(2)), { force: true });
  for (const [key, value] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', other],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.uploadpack', `${program('uploadpack')} </dev/null; git-upload-pack`],
  ] as const)
    git('config', key, value);
  await askAll();
  expect(marked()).toEqual([]);
  try {
    git('status');
  } catch {
    // What it fetched may be of no use.
  }
  expect(marked()).toEqual(['uploadpack']);
});

describe('no repository at all', () => {
  it('a folder that looks like a bare repository', async () => {
    changed('file.txt');
    const bare = join(place.folder, 'bare');
    mkdirSync(bare);
    for (const name of ['HEAD', 'config', 'objects', 'refs'])
      execFileSync('cp', ['-R', join(place.root, '.git', name), bare]);
    rmSync(place.root, { recursive: true });
    renameSync(bare, place.root);
    mkdirSync(join(place.folder, 'tree'));
    place.write('../tree/file.txt', 'behind\n');
    git('config', '--file', 'config', 'core.bare', 'false');
    git('config', '--file', 'config', 'core.worktree', join(place.folder, 'tree'));
    git('config', '--file', 'config', 'core.fsmonitor', program('bare'));
    await run('session-stop', {});
    expect(marked()).toEqual([]);
  });

  it('a program named git in the folder', async () => {
    renameSync(program('own'), join(place.root, 'git'));
    for (const path of [`.:${place.env['PATH']}`, `:${place.env['PATH']}`])
      await run('session-stop', {}, { PATH: path });
    expect(marked()).toEqual([]);
    expect(existsSync(join(place.root, 'git'))).toBe(true);
  });
});
