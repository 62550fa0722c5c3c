// `pack` and `new plugin`: making plugins, and one file of one.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPath } from '../../conformance/needs.js';
import { GUARD, writePluginFiles } from '../../plugins/install/testing/plugin.js';
import { treeOf } from '../../plugins/sources/testing/place.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const folder = (): string => join(stage.dir, 'guard');

describe('pack', () => {
  beforeEach(() => writePluginFiles(folder(), { ...GUARD, 'skills/a/SKILL.md': 'x', '.git/HEAD': 'x' }));

  it('makes one file, and says how to install it', async () => {
    const { stdout, code } = await stage.play(['pack', 'guard']);
    const file = join(stage.dir, 'guard-1.0.0.tar.gz');
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(code).toBe(0);
    expect(stdout.replaceAll(sum, '<sum>')).toMatchSnapshot();
    const played = await stage.play(['install', `${file}#sha256=${sum}`, '--yes'], { cwd: stage.home });
    expect(played).toMatchObject({ code: 0 });
    expect(treeOf(join(stage.home, '.amplifier', 'hooks', 'guard'))).toEqual(GUARD);
  });

  it('gives the same bytes for the same files', async () => {
    await stage.play(['pack', 'guard', '--out', 'one.tar.gz']);
    utimesSync(join(folder(), 'hooks/hooks.json'), 1, 1);
    await stage.play(['pack', '--out', 'two.tar.gz'], { cwd: folder() });
    copyFileSync(join(folder(), 'two.tar.gz'), join(stage.dir, 'two.tar.gz'));
    await stage.play(['pack', '--out', 'two.tar.gz'], { cwd: folder() });
    const read = (name: string) => readFileSync(join(stage.dir, name));
    expect(read('two.tar.gz').equals(read('one.tar.gz'))).toBe(true);
    expect(readFileSync(join(folder(), 'two.tar.gz')).equals(read('one.tar.gz'))).toBe(true);
  });

  it('packs nothing that has errors', async () => {
    writeFileSync(join(folder(), 'hooks/hooks.json'), '{');
    expect(await stage.play(['pack', 'guard'])).toMatchSnapshot();
    expect(existsSync(join(stage.dir, 'guard-1.0.0.tar.gz'))).toBe(false);
  });

  it.each([
    ['what is no plugin', ['pack', '.'], 'is not the folder of a plugin'],
    ['what is not there', ['pack', 'nowhere'], 'cannot be read'],
    ['a file that cannot be written', ['pack', 'guard', '--out', 'no/where.tar.gz'], 'cannot be written'],
  ])('refuses %s', async (_title, argv, why) => {
    expect(await stage.play(argv)).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  });

  it('tells programs', async () => {
    const { stdout } = await stage.play(['pack', 'guard', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      name: 'guard',
      pluginVersion: '1.0.0',
      files: expect.arrayContaining(['skills/a/SKILL.md']),
    });
  });
});

describe('new plugin', () => {
  it('makes a plugin and says what to type next', async () => {
    expect(await stage.play(['new', 'plugin', 'no-force-push'])).toMatchSnapshot();
    expect(treeOf(join(stage.dir, 'no-force-push'))).toMatchSnapshot();
  });

  it.each(['sh', 'python', 'node'])(
    'what it makes is valid, passes its test and can be installed: %s',
    async (lang) => {
      const needs = { sh: 'jq', python: 'python3', node: 'node' }[lang] ?? '';
      await stage.play(['new', 'plugin', 'guard', '--lang', lang]);
      expect(await stage.play(['validate', 'guard', '--strict'])).toMatchObject({ code: 0 });
      expect(await stage.play(['validate', 'guard', '--strict', '--profile', 'claude-code'])).toMatchObject({
        code: 0,
      });
      const tested = await stage.play(['test', 'guard']);
      expect(tested).toMatchObject({ code: 0 });
      expect(tested.stdout).toContain(
        onPath(needs) ? '3 passed, 0 failed in <s>\n' : '0 passed, 0 failed, 3 skipped in <s>\n',
      );
      expect(await stage.play(['install', './guard', '--yes'])).toMatchObject({ code: 0 });
    },
  );

  it.each([
    [['new', 'hook', 'x']],
    [['new', 'plugin', '../up']],
    [['new', 'plugin', 'x', '--event', 'PreTolUse']],
  ])('refuses %j', async (argv) => {
    expect(await stage.play(argv)).toMatchSnapshot();
  });

  it('never replaces anything, unless it is told to', async () => {
    await stage.play(['new', 'plugin', 'mine']);
    expect(await stage.play(['new', 'plugin', 'mine'])).toMatchObject({ code: 1 });
    expect(await stage.play(['new', 'plugin', 'mine', '--force'])).toMatchObject({ code: 0 });
  });
});
