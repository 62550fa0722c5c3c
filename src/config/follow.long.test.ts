// What is in force while files are rewritten, taken away and put back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Generation } from '../nouns.js';
import { followSources, type Reload } from './index.js';
import { commandsOf, hook, on, Place, REGISTRY } from './testing/place.js';

const GUARD = on('PreToolUse', hook('guard'));

/** Follows a place; every reload in order, and what is in force. */
function following(place: Place, goneMs: number) {
  let generation: Generation = place.load();
  const reloads: Reload[] = [];
  let heard = () => {};
  const watch = followSources(
    place.request(),
    () => generation,
    (reload) => {
      reloads.push(reload);
      generation = reload.generation;
      heard();
    },
    { delayMs: 1, goneMs },
  );
  onTestFinished(() => watch.close());
  const until = (command: string): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (commandsOf(generation).includes(command)) resolve();
      };
      heard();
    });
  return { reloads, until, commands: () => commandsOf(generation) };
}

const unguarded = (reloads: readonly Reload[]): readonly Reload[] =>
  reloads.filter(({ generation }) => !commandsOf(generation).includes('guard'));

test.each([
  ['in place', `fs.writeFileSync(file, text)`],
  ['in place and in pieces', `fs.writeFileSync(file, ''); for (const c of text) fs.appendFileSync(file, c)`],
  ['by taking it away first', `fs.rmSync(file, { force: true }); fs.writeFileSync(file, text)`],
  [
    'by renaming it away first',
    `fs.renameSync(file, file + '~'); fs.writeFileSync(file + '.new', text); fs.renameSync(file + '.new', file)`,
  ],
])('a file that is rewritten all the time %s is never taken for none', async (_how, write) => {
  const place = new Place();
  const file = place.write(REGISTRY, GUARD);
  const { reloads, until } = following(place, 60_000);
  const script = `const fs = require('node:fs'); const [, file, text] = process.argv;
    const end = Date.now() + 1500; while (Date.now() < end) { ${write}; }
    fs.writeFileSync(file + '.new', text.replace('guard"', 'guard"},{"type":"command","command":"done"'));
    fs.renameSync(file + '.new', file);`;
  const done = until('done');
  const writer = spawn(process.execPath, ['-e', script, file, JSON.stringify(GUARD)], { stdio: 'inherit' });
  expect(await once(writer, 'exit')).toEqual([0, null]);
  await done;
  expect(unguarded(reloads)).toEqual([]);
});

test('a folder that version control replaces is never taken for none', async () => {
  const place = new Place();
  place.write(REGISTRY, GUARD);
  const { reloads, until } = following(place, 60_000);
  place.write('other/hooks/hooks.json', on('PreToolUse', hook('guard'), hook('new')));
  const seen = until('new');
  rmSync(place.path('project/.amplifier'), { recursive: true });
  renameSync(place.path('other'), place.path('project/.amplifier'));
  await seen;
  expect(unguarded(reloads)).toEqual([]);
});

test('a file that stays away was removed', async () => {
  const place = new Place();
  place.write(REGISTRY, GUARD);
  place.write('home/.amplifier/hooks/hooks.json', on('Stop', hook('other')));
  const { commands } = following(place, 20);
  rmSync(place.path(REGISTRY));
  await expect.poll(commands, { timeout: 15_000 }).toEqual(['other']);
});
