// Many commands at once, each a process of its own: what one says is done, is done.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandProject } from '../../src/cli/testing/command.js';
import { withExecutables } from '../../src/testing/executables.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  // A hook that nobody approved stays off, whatever its switch.
  project.own();
});
afterEach(() => project.remove());

const run = (...argv: readonly string[]) => project.run(argv);
const json = (path: string) => JSON.parse(project.read(path));
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

it('of 40 switches, 20 at a time, all are stored', { timeout: 120_000 }, async () => {
  project.hooks({ Stop: numbers(20).map((n) => `true ${n}`) });
  const list: { hooks: readonly { id: string }[] } = JSON.parse((await run('list', '--json')).stdout);
  const ids = list.hooks.map(({ id }) => id).toSorted();
  expect(ids).toHaveLength(20);
  const all = (verb: string) => Promise.all(ids.map((id) => run(verb, id, '--scope', 'project')));
  for (const { code, stderr } of await all('disable')) expect([code, stderr]).toEqual([0, '']);
  const state = 'project/.amplifier/hooks-state.json';
  expect(Object.keys(json(state).hooks).toSorted()).toEqual(ids);
  for (const { code, stderr } of await all('enable')) expect([code, stderr]).toEqual([0, '']);
  expect(json(state).hooks ?? {}).toEqual({});
  expect(readdirSync(project.path('project/.amplifier')).toSorted()).toEqual([
    'hooks',
    'hooks-state.json',
    'hooks-state.json.bak',
  ]);
});

it('of plugins that are installed or removed at once, those that say so are; the others say why not', async () => {
  const names = numbers(8).map((n) => `plugin-${n}`);
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
  for (const name of names) project.write(`sources/${name}/hooks/hooks.json`, { hooks });
  const there = () => {
    const folders = readdirSync(project.path('project/.amplifier/hooks')).toSorted();
    expect(Object.keys(json('project/.amplifier/hooks.lock.json').plugins).toSorted()).toEqual(folders);
    return folders;
  };
  const done = async (argv: (name: string) => readonly string[]) => {
    const ends = await Promise.all(names.map((name) => run(...argv(name))));
    for (const { code, stderr } of ends)
      if (code !== 0) expect(stderr).toContain('is changing what is installed here');
    return names.filter((_, at) => ends[at]?.code === 0);
  };
  const installed = await done((name) => ['install', project.path('sources', name), '--yes']);
  expect(installed.length).toBeGreaterThan(0);
  expect(there()).toEqual(installed);
  for (const name of names)
    if (!installed.includes(name))
      expect((await run('install', project.path('sources', name), '--yes')).code).toBe(0);
  const removed = await done((name) => ['uninstall', name]);
  expect(there()).toEqual(names.filter((name) => !removed.includes(name)));
}, 120_000);

it('of marketplaces that are added at once, all are known', { timeout: 120_000 }, async () => {
  const names = numbers(8).map((n) => `shop-${n}`);
  for (const name of names)
    project.write(`${name}/.claude-plugin/marketplace.json`, { name, owner: { name: 'o' }, plugins: [] });
  const ends = await Promise.all(names.map((name) => run('marketplace', 'add', project.path(name))));
  for (const { code, stderr } of ends)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('cannot')]);
  const listed = await run('marketplace', 'list', '--json');
  for (const name of names) expect(listed.stdout).toContain(`"${name}"`);
});
