// A name or a link that somebody else chose does not decide what is replaced, or where something is written.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../src/cli/testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

let made = 0;

/** A plugin whose manifest gives it a name. */
function plugin(name: string): string {
  made += 1;
  stage.write(`plugin-${made}/.claude-plugin/plugin.json`, { name });
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
  stage.write(`plugin-${made}/hooks/hooks.json`, { hooks });
  return stage.path(`plugin-${made}`);
}

describe('a plugin cannot be called', () => {
  it.each([
    ['hooks.json', 'a file or folder of amplifier-hooks'],
    ['HOOKS.JSON', 'a file or folder of amplifier-hooks'],
    ['hooks.lock.json', 'a file or folder of amplifier-hooks'],
    ['known.json', 'a file or folder of amplifier-hooks'],
    ['.hidden', 'begins with a dot'],
    ['..', 'begins with a dot'],
    ['con', 'a device'],
    ['NUL.txt', 'a device'],
    ['com1', 'a device'],
    ['a.', 'ends with a dot'],
    ['a/b', 'a slash'],
    ['a\\b', 'a slash'],
    ['a\u0007b', 'cannot be seen'],
    ['a\u202eb', 'cannot be seen'],
    ['a\u200bb', 'cannot be seen'],
    ['n'.repeat(101), 'more than 100'],
    ['a b', 'only letters'],
  ])('%j', async (name, why) => {
    stage.hooks({ Stop: ['true'] });
    const before = stage.read('project/.amplifier/hooks/hooks.json');
    for (const argv of [
      ['install', plugin(name), '--yes'],
      ['install', plugin('fine'), '--name', name, '--yes'],
      ['init', name],
      ['new', 'plugin', name],
    ]) {
      const { code, stderr } = await stage.play(argv);
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(why)]);
    }
    const marketplace = stage.write('shop/.claude-plugin/marketplace.json', {
      name,
      owner: { name: 'o' },
      plugins: [],
    });
    expect((await stage.play(['marketplace', 'add', stage.path('shop')])).code).not.toBe(0);
    expect(existsSync(marketplace)).toBe(true);
    expect(stage.read('project/.amplifier/hooks/hooks.json')).toBe(before);
    expect(readdirSync(stage.path('project/.amplifier/hooks'))).toEqual(['hooks.json']);
    expect(readdirSync(stage.dir)).toEqual(['.amplifier']);
  });
});

describe('a link of the project that leads out of it is not written through', () => {
  const link = (path: string, target: string): void => {
    mkdirSync(stage.path('project', path, '..'), { recursive: true });
    symlinkSync(target, stage.path('project', path));
  };
  const commands = (): readonly (readonly string[])[] => [
    ['install', plugin('fine'), '--yes'],
    ['init', 'fine'],
    ['migrate', '--from', 'claude', '--yes'],
  ];

  it.each(['.amplifier', '.amplifier/hooks'])('%s, to a folder', async (path) => {
    const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    stage.write('project/.claude/settings.json', settings);
    link(path, stage.makeFolder('elsewhere'));
    for (const argv of commands()) {
      const { code, stderr } = await stage.play(argv);
      expect([argv[0], code, stderr]).toEqual([
        argv[0],
        1,
        expect.stringContaining('leads out of the project'),
      ]);
    }
    expect(readdirSync(stage.path('elsewhere'))).toEqual([]);
  });

  it('.amplifier, to what is not there yet', async () => {
    link('.amplifier', stage.path('nowhere'));
    for (const argv of commands().slice(0, 2)) {
      const { code, stderr } = await stage.play(argv);
      expect([code, stderr]).toEqual([1, expect.stringContaining('leads out of the project')]);
    }
    expect(existsSync(stage.path('nowhere'))).toBe(false);
  });

  it('the file of the switches, and the copy beside it', async () => {
    stage.hooks({ Stop: ['true'] });
    const id = JSON.parse((await stage.play(['list', '--json'])).stdout).hooks[0].id;
    const theirs = stage.write('theirs.json', { version: 1 });
    link('.amplifier/hooks-state.json', theirs);
    const refused = await stage.play(['disable', id, '--scope', 'project']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('leads out of the project') });
    expect(readFileSync(theirs, 'utf8')).toBe('{"version":1}');
  });

  it('new, in a folder that is a link', async () => {
    link('tools', stage.makeFolder('elsewhere'));
    const { code, stderr } = await stage.play(['new', 'plugin', 'fine', '--dir', 'tools']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('leads out of the project')]);
    expect(readdirSync(stage.path('elsewhere'))).toEqual([]);
  });

  it('a link within the project is nobody’s trick', async () => {
    link('.amplifier/hooks', stage.makeFolder('project/own-hooks'));
    expect(await stage.play(['init', 'fine'])).toMatchObject({ code: 0 });
    expect(existsSync(stage.path('project/own-hooks/fine/hooks.json'))).toBe(true);
  });
});

it('the copy of the switches replaces a link in its place, and follows none', async () => {
  stage.hooks({ Stop: ['true', 'false'] });
  const ids: readonly { id: string }[] = JSON.parse((await stage.play(['list', '--json'])).stdout).hooks;
  const theirs = stage.write('theirs', 'mine');
  const [first = { id: '' }, second = { id: '' }] = ids;
  expect(await stage.play(['disable', first.id, '--scope', 'project'])).toMatchObject({ code: 0 });
  symlinkSync(theirs, stage.path('project/.amplifier/hooks-state.json.bak'));
  expect(await stage.play(['disable', second.id, '--scope', 'project'])).toMatchObject({ code: 0 });
  expect(readFileSync(theirs, 'utf8')).toBe('mine');
});

it.runIf(process.getuid?.() === 0)('whose file it is stays so when root switches a hook', async () => {
  stage.hooks({ Stop: ['true', 'false'] });
  const ids: readonly { id: string }[] = JSON.parse((await stage.play(['list', '--json'])).stdout).hooks;
  const file = stage.path('project/.amplifier/hooks-state.json');
  const [first = { id: '' }, second = { id: '' }] = ids;
  await stage.play(['disable', first.id, '--scope', 'project']);
  chownSync(file, 1234, 4321);
  await stage.play(['disable', second.id, '--scope', 'project']);
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 4321 });
});
