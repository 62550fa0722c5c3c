// A name or a link that somebody else chose does not decide what is replaced, or where something is written.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  project.own();
});

let made = 0;

/** A plugin whose manifest gives it a name. */
function plugin(name: string): string {
  made += 1;
  project.write(`plugin-${made}/.claude-plugin/plugin.json`, { name });
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
  project.write(`plugin-${made}/hooks/hooks.json`, { hooks });
  return project.path(`plugin-${made}`);
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
    project.hooks({ Stop: ['true'] });
    const before = project.read('project/.amplifier/hooks/hooks.json');
    for (const argv of [
      ['install', plugin(name), '--yes'],
      ['install', plugin('fine'), '--name', name, '--yes'],
      ['init', name],
      ['new', 'plugin', name],
    ]) {
      const { code, stderr } = await project.run(argv);
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(why)]);
    }
    const marketplace = project.write('shop/.claude-plugin/marketplace.json', {
      name,
      owner: { name: 'o' },
      plugins: [],
    });
    expect((await project.run(['marketplace', 'add', project.path('shop')])).code).not.toBe(0);
    expect(existsSync(marketplace)).toBe(true);
    expect(project.read('project/.amplifier/hooks/hooks.json')).toBe(before);
    expect(readdirSync(project.path('project/.amplifier/hooks'))).toEqual(['hooks.json']);
    expect(readdirSync(project.dir)).toEqual(['.amplifier']);
  });
});

describe('a link of the project that leads out of it is not written through', () => {
  const link = (path: string, target: string): void => {
    mkdirSync(project.path('project', path, '..'), { recursive: true });
    symlinkSync(target, project.path('project', path));
  };
  const commands = (): readonly (readonly string[])[] => [
    ['install', plugin('fine'), '--yes'],
    ['init', 'fine'],
    ['migrate', '--from', 'claude', '--yes'],
  ];

  it.each(['.amplifier', '.amplifier/hooks'])('%s, to a folder', async (path) => {
    const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    project.write('project/.claude/settings.json', settings);
    link(path, project.makeFolder('elsewhere'));
    for (const argv of commands()) {
      const { code, stderr } = await project.run(argv);
      expect([argv[0], code, stderr]).toEqual([
        argv[0],
        1,
        expect.stringContaining('leads out of the project'),
      ]);
    }
    expect(readdirSync(project.path('elsewhere'))).toEqual([]);
  });

  it('.amplifier, to what is not there yet', async () => {
    link('.amplifier', project.path('nowhere'));
    for (const argv of commands().slice(0, 2)) {
      const { code, stderr } = await project.run(argv);
      expect([code, stderr]).toEqual([1, expect.stringContaining('leads out of the project')]);
    }
    expect(existsSync(project.path('nowhere'))).toBe(false);
  });

  it('the file of the switches, and the copy beside it', async () => {
    project.hooks({ Stop: ['true'] });
    const id = JSON.parse((await project.run(['list', '--json'])).stdout).hooks[0].id;
    const theirs = project.write('theirs.json', { version: 1 });
    link('.amplifier/hooks-state.json', theirs);
    const refused = await project.run(['disable', id, '--scope', 'project']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('leads out of the project') });
    expect(readFileSync(theirs, 'utf8')).toBe('{"version":1}');
  });

  it('new, in a folder that is a link', async () => {
    link('tools', project.makeFolder('elsewhere'));
    const { code, stderr } = await project.run(['new', 'plugin', 'fine', '--dir', 'tools']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('leads out of the project')]);
    expect(readdirSync(project.path('elsewhere'))).toEqual([]);
  });

  it('a link within the project is nobody’s trick', async () => {
    link('.amplifier/hooks', project.makeFolder('project/own-hooks'));
    expect(await project.run(['init', 'fine'])).toMatchObject({ code: 0 });
    expect(existsSync(project.path('project/own-hooks/fine/hooks.json'))).toBe(true);
  });
});

it('the copy of the switches replaces a link in its place, and follows none', async () => {
  project.hooks({ Stop: ['true', 'false'] });
  const ids: readonly { id: string }[] = JSON.parse((await project.run(['list', '--json'])).stdout).hooks;
  const theirs = project.write('theirs', 'mine');
  const [first = { id: '' }, second = { id: '' }] = ids;
  expect(await project.run(['disable', first.id, '--scope', 'project'])).toMatchObject({ code: 0 });
  symlinkSync(theirs, project.path('project/.amplifier/hooks-state.json.bak'));
  expect(await project.run(['disable', second.id, '--scope', 'project'])).toMatchObject({ code: 0 });
  expect(readFileSync(theirs, 'utf8')).toBe('mine');
});

it.runIf(process.getuid?.() === 0)('whose file it is stays so when root switches a hook', async () => {
  project.hooks({ Stop: ['true', 'false'] });
  const ids: readonly { id: string }[] = JSON.parse((await project.run(['list', '--json'])).stdout).hooks;
  const file = project.path('project/.amplifier/hooks-state.json');
  const [first = { id: '' }, second = { id: '' }] = ids;
  await project.run(['disable', first.id, '--scope', 'project']);
  chownSync(file, 1234, 4321);
  await project.run(['disable', second.id, '--scope', 'project']);
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 4321 });
});
