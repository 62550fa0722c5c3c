// Whom a guard stops must not take it away: what an agent calls leaves hooks as they are.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GUARD, writePluginFiles } from '../../plugins/install/testing/plugin.js';
import { treeOf } from '../../plugins/sources/testing/place.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(async () => {
  stage = new Stage();
  await stage.play(['install', writePluginFiles(join(stage.root, 'plugins', 'guard'), GUARD), '--yes']);
  await stage.play(['connect', 'claude']);
});
afterEach(() => stage.remove());

/** Whatever says which hooks run; what was looked at is remembered elsewhere. */
const everything = () => ({ home: settingsIn(stage.home), project: settingsIn(stage.dir) });
const settingsIn = (folder: string) =>
  Object.entries(treeOf(folder)).filter(([path]) => !path.startsWith('.local/'));
const agent = () => ({
  env: { PATH: process.env['PATH'], HOME: stage.home, CLAUDECODE: '1' },
  stdin: 'terminal' as const,
});

describe.each([
  ['disable', 'guard'],
  ['shadow', 'guard'],
  ['uninstall', 'guard'],
  ['disconnect', 'claude'],
  ['restore', 'latest'],
])('%s %s', (...words) => {
  it('is refused to an agent, which may look', async () => {
    const before = everything();
    const refused = await stage.play(words, agent());
    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      'amplifier-hooks: nothing was changed: an agent runs this command (CLAUDECODE is set)\n' +
        'Hooks are taken away by people only: call it yourself, at a terminal.\n',
    );
    expect((await stage.play([...words, '--dry-run'], agent())).code).toBe(0);
    expect(everything()).toEqual(before);
  });

  it('is done for a script', async () => {
    const before = everything();
    expect((await stage.play(words)).code).toBe(0);
    expect(everything()).not.toEqual(before);
  });
});
