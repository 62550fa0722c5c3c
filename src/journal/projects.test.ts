import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Grown, Growth } from './growth.js';
import { openJournal } from './journal.js';
import { rotatedName, sessionFile } from './layout.js';
import { parseHead } from './parse.js';
import { journalFolder, projectKey, recordedProjects, recordedSessions } from './projects.js';
import { eventAt, wholeSession } from './read.js';
import { all, decision, dispatched, finished, hook, input, run, Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

it('finds the projects that something is recorded of, and believes no folder that is not theirs', async () => {
  const { stateDir } = scene;
  expect(await recordedProjects(stateDir)).toEqual([]);
  for (const name of ['one', 'two']) {
    const journal = openJournal({ stateDir, projectDir: scene.path(name) });
    journal.dispatched(dispatched('s'));
    await journal.close();
  }
  // A header that names another project than the one whose folder this is.
  const strange = join(journalFolder(stateDir), 'strange-00000000');
  mkdirSync(strange);
  const header = { kind: 'journal', version: 1, at: 1, project: scene.path('one'), session: 's' };
  writeFileSync(join(strange, 's.jsonl'), `${JSON.stringify(header)}\n`);
  writeFileSync(join(journalFolder(stateDir), 'file'), '');
  expect((await recordedProjects(stateDir)).map(({ key, projectDir }) => [key, projectDir]).sort()).toEqual(
    ['one', 'two'].map((name) => [projectKey(stateDir, scene.path(name)), scene.path(name)]),
  );
});

it('knows the sessions of a project', async () => {
  const { journal } = scene.open();
  journal.dispatched(dispatched('first'));
  journal.dispatched(dispatched('with/strange signs'));
  await journal.close();
  expect([...(await recordedSessions(scene.stateDir, scene.projectDir))].sort()).toEqual([
    'first',
    'with/strange signs',
  ]);
});

it('reads an event from the place it lies in, also after its file got another name', async () => {
  const { journal } = scene.open();
  const asked = input('s');
  journal.dispatched(dispatched('s'));
  const decided = decision([run(hook('b'), { kind: 'background' })]);
  journal.dispatched(dispatched('s', decided, { input: asked }));
  journal.late(run(hook('b'), finished(0, 'later')), asked, []);
  await journal.close();
  const growth = new Growth(scene.place, { parse: parseHead });
  const grown: readonly Grown[] = await all(growth.grown());
  const [, second, late] = grown;
  if (second === undefined || late === undefined) throw new Error('something was not recorded');
  expect(await all(growth.grown())).toEqual([]);
  const file = sessionFile(scene.place, 's');
  renameSync(file, rotatedName(file, 'x'));
  const whole = await eventAt(scene.where, second.at, [late.at]);
  expect(whole?.event).toMatchObject({ kind: 'event', runs: [{ hook: 'b' }] });
  expect(whole?.late).toMatchObject([{ detail: { told: { stdout: 'later' } } }]);
  // Something else lies there, or nothing.
  expect(await eventAt(scene.where, { ...second.at, start: second.at.start + 1 }, [])).toBe(null);
  expect(await eventAt(scene.where, { ...second.at, file: '0:0' }, [])).toBe(null);
  expect(await eventAt(scene.where, late.at, [])).toBe(null);
});

it('gives a session whole, the newest events where there are too many', async () => {
  const { journal } = scene.open();
  for (let index = 0; index < 25; index += 1)
    journal.dispatched(dispatched('s', decision([run(hook(`h${index}`))])));
  journal.dispatched(dispatched('other'));
  await journal.close();
  const { events, before } = await wholeSession({ ...scene.where, session: 's', most: 10 });
  expect(before).toBe(15);
  expect(events.map(({ event }) => event.runs[0]?.hook)).toEqual(
    Array.from({ length: 10 }, (_, index) => `h${index + 15}`),
  );
  expect(events[0]?.plan?.entries).toHaveLength(1);
});
