// `uninstall` takes away exactly what was installed; `list --plugins` shows what is there.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GUARD, hooksJson, writePluginFiles } from '../../plugins/install/testing/plugin.js';
import { treeOf } from '../../plugins/sources/testing/place.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(async () => {
  stage = new Stage();
  await stage.play(['install', writePluginFiles(join(stage.root, 'plugins', 'guard'), GUARD), '--yes']);
});
afterEach(() => stage.remove());

const installed = (): string => join(stage.dir, '.amplifier', 'hooks', 'guard');
const data = (): string => join(stage.home, '.amplifier', 'hooks-data', 'guard');

describe('uninstall', () => {
  it('takes away everything, also its data and its switches', async () => {
    mkdirSync(data(), { recursive: true });
    await stage.play(['disable', 'guard']);
    expect(await stage.play(['uninstall', 'guard', '--dry-run'])).toMatchSnapshot();
    expect(await stage.play(['uninstall', 'guard'])).toMatchSnapshot();
    expect([existsSync(installed()), existsSync(data())]).toEqual([false, false]);
    expect(readdirSync(join(stage.dir, '.amplifier'))).toEqual(['hooks']);
    expect(readFileSync(join(stage.home, '.amplifier', 'hooks-state.json'), 'utf8')).not.toContain('guard');
  });

  it('forgets the switch of a single hook', async () => {
    const { hooks } = JSON.parse((await stage.play(['list', '--json'])).stdout);
    await stage.play(['disable', hooks[0].id, '--scope', 'project']);
    expect((await stage.play(['uninstall', 'guard'])).stdout).toContain(
      `switches forgotten: hook ${hooks[0].id}`,
    );
    expect((await stage.play(['validate'])).stdout).not.toContain('state-unknown');
  });

  it('keeps what is not of the plugin, and names it', async () => {
    mkdirSync(data(), { recursive: true });
    writeFileSync(join(installed(), 'scripts/guard.sh'), 'mine');
    writeFileSync(join(installed(), 'scripts/added.sh'), 'mine');
    mkdirSync(join(installed(), 'scripts/__pycache__'));
    writeFileSync(join(installed(), 'scripts/__pycache__/x.pyc'), '');
    expect(await stage.play(['uninstall', 'guard', '--keep-data'])).toMatchSnapshot();
    expect(treeOf(installed())).toEqual({ 'scripts/added.sh': 'mine' });
    expect(treeOf(join(stage.dir, '.amplifier', 'hooks-backup'))).toEqual({
      'guard-1/scripts/guard.sh*': 'mine',
    });
    expect(existsSync(data())).toBe(true);
  });

  it('keeps data and switches that another copy of the plugin uses', async () => {
    mkdirSync(data(), { recursive: true });
    await stage.play(['install', join(stage.root, 'plugins', 'guard'), '--scope', 'user', '--yes']);
    await stage.play(['disable', 'guard']);
    expect(await stage.play(['uninstall', 'guard'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Say --scope user or --scope project'),
    });
    const { stdout } = await stage.play(['uninstall', 'guard', '--scope', 'project']);
    expect(stdout).toContain('its data stays, because the user has guard too');
    expect(existsSync(data())).toBe(true);
    expect((await stage.play(['list'])).stdout).toContain('disabled');
  });

  it('does so even where the folder is gone', async () => {
    rmSync(installed(), { recursive: true });
    expect(await stage.play(['uninstall', 'guard'])).toMatchObject({ code: 0 });
    expect(existsSync(join(stage.dir, '.amplifier', 'hooks.lock.json'))).toBe(false);
  });

  it('refuses what is not installed', async () => {
    stage.write('project/.amplifier/hooks/other/hooks.json', { hooks: {} });
    for (const command of ['uninstall', 'update'])
      expect(await stage.play([command, 'other'])).toEqual({
        code: 1,
        stdout: '',
        stderr: `amplifier-hooks: other was put into <root>/project/.amplifier/hooks by hand, and is not installed
Remove it by hand (rm -r <root>/project/.amplifier/hooks/other), or switch it off: amplifier-hooks disable other
`,
      });
    expect(existsSync(join(stage.dir, '.amplifier/hooks/other'))).toBe(true);
    expect((await stage.play(['uninstall', 'gaurd'])).stderr).toBe(
      'amplifier-hooks: gaurd is not installed\nDid you mean guard? See `amplifier-hooks list --plugins`.\n',
    );
    expect((await stage.play(['uninstall', '../hooks'])).stderr).toContain('is not installed\nSee');
  });
});

describe('list --plugins', () => {
  it('shows every plugin with its state, and what is wrong with it', async () => {
    writePluginFiles(join(stage.root, 'plugins', 'lisp'), {
      'hooks/hooks.json': hooksJson({ Stop: 'no-such-lisp x', SessionStart: 'true' }),
    });
    await stage.play(['install', join(stage.root, 'plugins', 'lisp'), '--scope', 'user', '--yes']);
    stage.write('project/.amplifier/hooks/by-hand/hooks.json', {
      hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'true' }] }] },
    });
    writeFileSync(join(installed(), 'scripts/guard.sh'), 'mine');
    writeFileSync(join(installed(), 'added'), 'mine');
    rmSync(join(installed(), '.claude-plugin'), { recursive: true });
    await stage.play(['disable', 'by-hand']);
    expect(await stage.play(['list', '--plugins'])).toMatchSnapshot();
    const { stdout } = await stage.play(['list', '--plugins', '--owner', 'lisp', '--json']);
    expect(JSON.parse(stdout).plugins).toMatchObject([
      { name: 'lisp', missingInterpreters: ['no-such-lisp'], state: 'on' },
    ]);
  });

  it('says so when there is nothing', async () => {
    await stage.play(['uninstall', 'guard']);
    expect((await stage.play(['list', '--plugins'])).stdout).toContain('No plugins are installed.');
  });

  it('says what is wrong with the lock file', async () => {
    stage.write('project/.amplifier/hooks.lock.json', '[]');
    expect(await stage.play(['list', '--plugins'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it must be an object, but is an array'),
    });
  });
});
