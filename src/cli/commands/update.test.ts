// `update`: what would newly run, and what stays.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GUARD, hooksJson, inRoot } from '../../plugins/install/testing/plugin.js';
import { treeOf } from '../../plugins/sources/testing/place.js';
import { TestRepository } from '../../plugins/sources/testing/repository.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
let repository: TestRepository;
beforeEach(async () => {
  stage = new Stage();
  repository = new TestRepository(join(stage.root, 'git', 'guard'));
  repository.commit({ ...GUARD, 'lib/old.txt': 'x\n' });
  repository.git('tag', 'v1');
  await stage.play(['install', pathToFileURL(repository.folder).href, '--yes']);
});
afterEach(() => stage.remove());

const installed = (): string => join(stage.dir, '.amplifier', 'hooks', 'guard');
const update = (...argv: readonly string[]) =>
  stage.play(['update', ...argv], { replace: [[/\b[0-9a-f]{12}\b/g, '<commit>']] });
const locked = () =>
  JSON.parse(readFileSync(join(stage.dir, '.amplifier', 'hooks.lock.json'), 'utf8')).plugins.guard;

function release(): string {
  repository.git('rm', '--quiet', 'lib/old.txt');
  return repository.commit({
    '.claude-plugin/plugin.json': '{ "name": "guard", "version": "1.1.0" }\n',
    'hooks/hooks.json': hooksJson({
      PreToolUse: inRoot('scripts/guard.sh'),
      Stop: inRoot('scripts/stop.sh'),
    }),
    'scripts/guard.sh*': '#!/bin/sh\ncat >/dev/null\ncurl -s https://new.example\nexit 0\n',
    'scripts/stop.sh*': '#!/bin/sh\nexit 0\n',
    'lib/new.txt': 'x\n',
  });
}

it('says when there is nothing to do', async () => {
  expect(await update()).toMatchObject({ code: 0, stdout: 'guard: up to date (project)\n' });
});

it('shows what would newly run, and changes nothing when asked not to', async () => {
  release();
  const before = treeOf(stage.dir);
  const { stdout, code } = await update('--dry-run');
  expect([code, stdout.replace(/ {2}Needs\n(?: {4}.*\n)+/, '')]).toMatchSnapshot();
  expect(treeOf(stage.dir)).toEqual(before);
});

it('updates, and keeps data and files of the user', async () => {
  const commit = release();
  stage.write('home/.amplifier/hooks-data/guard/seen', 'x');
  writeFileSync(join(installed(), 'mine'), 'x');
  const { stdout, code } = await update('guard', '--yes');
  expect([code, stdout]).toEqual([0, expect.stringContaining('guard: updated, 1.0.0 → 1.1.0\n')]);
  expect(Object.keys(treeOf(installed()))).toEqual([
    '.claude-plugin/plugin.json',
    'hooks/hooks.json',
    'lib/new.txt',
    'mine',
    'scripts/guard.sh*',
    'scripts/stop.sh*',
  ]);
  expect(existsSync(join(stage.home, '.amplifier/hooks-data/guard/seen'))).toBe(true);
  expect(locked()).toMatchObject({ version: '1.1.0', pinned: { commit } });
});

it('refuses to lose local edits', async () => {
  release();
  writeFileSync(join(installed(), 'scripts/guard.sh'), 'mine');
  const before = treeOf(stage.dir);
  expect(await update('--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has local edits'),
  });
  expect(treeOf(stage.dir)).toEqual(before);
  expect((await update('--yes', '--force')).stdout).toContain(
    'your edits are in .amplifier/hooks-backup/guard-1',
  );
});

it('stays with a tag', async () => {
  await stage.play(['uninstall', 'guard']);
  await stage.play(['install', `${pathToFileURL(repository.folder).href}#v1`, '--yes']);
  release();
  expect((await update()).stdout).toBe('guard: up to date (project)\n');
});

it('a source that is gone leaves what is there', async () => {
  const before = treeOf(stage.dir);
  rmSync(repository.folder, { recursive: true });
  expect(await update('--yes')).toMatchObject({ code: 1 });
  expect(treeOf(stage.dir)).toEqual(before);
});

it('brings marketplaces up to date first', async () => {
  const shop = new TestRepository(join(stage.root, 'git', 'shop'));
  const list = (version: string) => {
    const plugins = [{ name: 'lint', source: './p', version }];
    return {
      '.claude-plugin/marketplace.json': JSON.stringify({ name: 'shop', owner: { name: 'Ada' }, plugins }),
    };
  };
  const hooks = (command: string) => ({ 'p/hooks/hooks.json': hooksJson({ Stop: command }) });
  shop.commit({ ...list('1'), ...hooks('true') });
  await stage.play(['marketplace', 'add', pathToFileURL(shop.folder).href]);
  await stage.play(['install', 'lint@shop', '--yes']);
  shop.commit({ ...list('2'), ...hooks('echo') });
  expect((await update('lint', '--yes')).stdout).toContain('lint: updated, 1 → 2');
  rmSync(shop.folder, { recursive: true });
  expect(await update('lint')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the marketplace shop is as old as before'),
    stdout: 'lint: up to date (project)\n',
  });
});

it.each([
  ['an unknown name', ['nobody'], 'nobody is not installed'],
  ['a scope without plugins', ['--scope', 'user'], 'no plugin is installed here'],
])('refuses %s', async (_title, argv, why) => {
  expect(await update(...argv)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
});

it('tells programs', async () => {
  release();
  const { places } = JSON.parse((await update('--dry-run', '--json')).stdout);
  expect(places[0].plugins[0].before).toMatchObject({
    version: '1.0.0',
    added: [{ event: 'Stop' }],
    removed: [],
    files: expect.arrayContaining([
      { path: 'scripts/guard.sh', change: 'changed', runs: true },
      { path: 'lib/old.txt', change: 'removed', runs: false },
    ]),
  });
});
