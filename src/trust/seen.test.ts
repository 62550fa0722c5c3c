import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { configRequest } from '../config/index.js';
import { Folder } from '../testing/index.js';
import { approve, survey } from './index.js';

let root: Folder;
beforeEach(() => {
  root = new Folder();
  for (const name of ['home', 'project', 'state']) root.makeFolder(name);
});
afterEach(() => root.remove());

const look = (home = 'home', state = 'state', granted?: ReadonlySet<string>) =>
  survey(
    configRequest({ projectDir: root.path('project'), home: root.path(home) }),
    root.path(state),
    granted,
  );
const states = (...how: Parameters<typeof look>) => look(...how).entries.map(({ state }) => state);
const approveAll = () => approve(look(), look().entries, new Date(0));

const hooks = (...commands: string[]) =>
  root.write('project/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
  });

const seenFile = (state = 'state'): string => {
  const folder = root.path(state, 'trust');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.seen')) ?? 'none');
};

/** A file that was written a moment ago is read each time; looks until it is known by its stamp. */
function lookUntilKnown(name: string): void {
  const { ino, ctimeMs } = statSync(root.path(name));
  const isKnown = () => {
    const seen = readFileSync(seenFile(), 'utf8');
    return seen.includes(String(ino)) && seen.includes(String(ctimeMs));
  };
  do look();
  while (!isKnown());
}

it('what was seen for a hook that is gone says nothing about the file as it is now', () => {
  root.write('project/a.sh', 'true');
  hooks('sh ./a.sh one', 'sh ./a.sh two');
  approveAll();
  hooks('sh ./a.sh one');
  root.write('project/a.sh', 'evil');
  lookUntilKnown('project/a.sh');
  expect(states()).toEqual(['changed']);
});

it('two files never have one name', () => {
  root.write('project/~/a.sh', 'true');
  root.write('home/a.sh', 'true');
  hooks('sh "./~/a.sh"; sh ~/a.sh');
  approveAll();
  root.write('project/~/a.sh', 'evil');
  expect(states()).toEqual(['changed']);
});

it('is not what was seen for another home', () => {
  root.write('home/a.sh', 'true');
  hooks('sh ~/a.sh');
  approveAll();
  root.write('elsewhere/a.sh', 'evil');
  expect(states('elsewhere')).toEqual(['changed']);
});

it('what a project brings as seen is not believed, whatever was granted', () => {
  hooks('echo good');
  const [good] = look('home', 'project/state').entries.map(({ identity }) => identity.digest);
  hooks('echo evil');
  const [evil] = look('home', 'elsewhere').entries.map(({ identity }) => identity.digest);
  // Written by a user elsewhere, and packed into the project.
  const forged = readFileSync(seenFile('elsewhere'), 'utf8').replaceAll(`${evil}`, `${good}`);
  root.write(join('project/state/trust', basename(seenFile('elsewhere'))), forged, 0o600);
  const granted = new Set([`${good}`]);
  expect(states('home', 'project/state', granted)).toEqual(['new']);
});

it('is a file of the user alone, and anything else in its place is nothing', () => {
  root.write('project/a.sh', 'true');
  hooks('sh ./a.sh', 'echo b');
  approveAll();
  const file = seenFile();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const whole: { values: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
  const broken = whole.values.map((_, index) => ({ ...whole, values: whole.values.slice(0, index) }));
  const odd = whole.values.map((_, index) => ({ ...whole, values: whole.values.with(index, {}) }));
  for (const content of [
    '',
    '{',
    '[]',
    '{"version":5}',
    ...[...broken, ...odd].map((one) => JSON.stringify(one)),
  ]) {
    writeFileSync(file, content, { mode: 0o600 });
    expect(states()).toEqual(['trusted', 'trusted']);
  }
});

/** Names of scripts that were asked about, and of those that were opened, meanwhile. */
function scriptsLookedAt(meanwhile: () => void): { readonly asked: string[]; readonly opened: string[] } {
  const spies = { asked: vi.spyOn(fs, 'statSync'), opened: vi.spyOn(fs, 'openSync') };
  syncBuiltinESMExports();
  const scriptsIn = (calls: readonly (readonly unknown[])[]) =>
    calls.map(([path]) => basename(String(path))).filter((name) => name.endsWith('.sh'));
  try {
    meanwhile();
    return { asked: scriptsIn(spies.asked.mock.calls), opened: scriptsIn(spies.opened.mock.calls) };
  } finally {
    for (const spy of Object.values(spies)) spy.mockRestore();
    syncBuiltinESMExports();
  }
}

it('asks the system once for each file at a load, and opens none that is untouched', () => {
  const names = ['a.sh', 'b.sh', 'c.sh'];
  for (const name of names) root.write(`project/${name}`, `# ${name}`);
  hooks(...names.map((name) => `sh ./${name}`), 'sh ./missing.sh');
  approveAll();
  for (const name of names) lookUntilKnown(`project/${name}`);
  const found = scriptsLookedAt(() => expect(states()).toEqual(['trusted', 'trusted', 'trusted', 'trusted']));
  expect(found).toEqual({ asked: [...names, 'missing.sh'], opened: [] });
});

it('where much more is known than is asked about, only that is looked at', () => {
  const names = ['a.sh', 'b.sh', 'c.sh'];
  for (const name of names) root.write(`project/${name}`, `echo ${name}`);
  hooks(...names.map((name) => `sh ./${name}`));
  approveAll();
  for (const name of names) lookUntilKnown(`project/${name}`);
  hooks('sh ./b.sh');
  const found = scriptsLookedAt(() => expect(states()).toEqual(['trusted']));
  expect(found).toEqual({ asked: ['b.sh'], opened: [] });
});

it('what was looked at for one reading says nothing to the next', () => {
  root.write('project/a.sh', 'true');
  hooks('sh ./a.sh');
  approveAll();
  lookUntilKnown('project/a.sh');
  expect(states()).toEqual(['trusted']);
  hooks('echo other');
  look();
  root.write('project/a.sh', 'evil');
  hooks('sh ./a.sh');
  expect(states()).toEqual(['changed']);
});
