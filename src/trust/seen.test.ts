import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configRequest } from '../config/index.js';
import { Folder } from '../testing/index.js';
import { approve, survey } from './index.js';

let root: Folder;
beforeEach(() => {
  root = new Folder();
  for (const name of ['home', 'project', 'state']) root.makeFolder(name);
});
afterEach(() => root.remove());

const look = (home = 'home') =>
  survey(configRequest({ projectDir: root.path('project'), home: root.path(home) }), root.path('state'));
const states = (home?: string) => look(home).entries.map(({ state }) => state);
const approveAll = () => approve(look(), look().entries, new Date(0));

const hooks = (...commands: string[]) =>
  root.write('project/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
  });

const seenFile = (): string => {
  const folder = root.path('state/trust');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.seen')) ?? 'none');
};

/** A file that was written a moment ago is read each time; looks until it is known by its stamp. */
function lookUntilKnown(name: string): void {
  const { ino, ctimeMs } = statSync(root.path(name));
  const isKnown = () =>
    [`${ino} `, `${ino},`].some((one) => readFileSync(seenFile(), 'utf8').includes(one)) &&
    readFileSync(seenFile(), 'utf8').includes(String(ctimeMs));
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
