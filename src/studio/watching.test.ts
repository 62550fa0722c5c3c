// Reading journals as they grow: nothing twice, nothing lost, whatever becomes of the files.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionFile } from '../journal/layout.js';
import { decision, dispatched, finished, hook, run, Scene } from '../journal/testing/scene.js';
import { type News, Watching } from './watching.js';

let scene: Scene;
let watching: Watching;
const problems: string[] = [];
const news: News[] = [];
beforeEach(() => {
  scene = new Scene();
  problems.length = 0;
  news.length = 0;
  watching = new Watching({ ...scene.where, onProblem: ({ message }) => problems.push(message) });
  watching.listen((one) => news.push(one));
});
afterEach(async () => {
  await watching.close();
  await scene.remove();
});

const ids = (): readonly string[] => watching.store.events.id;
const runsOf = (id: string): number | undefined =>
  watching.projects().flatMap(({ key }) => watching.watched(key)?.tally.hooks.get(id)?.runs ?? [])[0];

it('sums count what was folded, and what is in memory is not counted twice', async () => {
  const { journal } = scene.open({ maxTotalBytes: 30_000, maxBytes: 10_000, quietMs: 0 });
  for (let index = 0; index < 200; index += 1) {
    journal.dispatched(dispatched('s', decision([run(hook('a'), finished(0, 'x'.repeat(300)))])));
    if (index % 10 === 0) await journal.flush();
  }
  await journal.close();
  await watching.start();
  expect(ids().length).toBeGreaterThan(10);
  expect(ids().length).toBeLessThan(200);
  expect(runsOf('a')).toBe(200);
  expect(watching.timeline({}).older).toBe(true);
});

it('a file that is put aside while it grows is read on, and none of its events twice', async () => {
  await watching.start();
  const { journal } = scene.open({ maxBytes: 5000 });
  for (let index = 0; index < 40; index += 1) {
    journal.dispatched(dispatched('s'));
    await journal.flush();
  }
  await expect.poll(() => ids().length).toBe(40);
  await journal.close();
  expect(new Set(ids()).size).toBe(40);
  expect(runsOf('a')).toBe(40);
  expect(watching.timeline({}).older).toBe(false);
});

it('torn lines and files of another version are told, and the rest is read', async () => {
  const { journal } = scene.open();
  journal.dispatched(dispatched('s'));
  await journal.close();
  appendFileSync(sessionFile(scene.place, 's'), '{"kind":"event","id":"torn\n');
  writeFileSync(join(scene.place.folder, 'later.jsonl'), '{"kind":"journal","version":99}\n');
  await watching.start();
  expect(ids()).toHaveLength(1);
  expect(watching.watched(watching.projects()[0]?.key ?? '')?.tally.damaged).toBe(1);
  expect(problems).toEqual([expect.stringContaining('version 99')]);
});

it('a storm is told as one message, and then all of it is there', async () => {
  const { journal } = scene.open();
  journal.dispatched(dispatched('s'));
  await journal.close();
  await watching.start();
  expect(news).toEqual([{ kind: 'again' }]);
  const file = sessionFile(scene.place, 's');
  const event = Object(JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? ''));
  const storm = Array.from(
    { length: 2000 },
    (_, at) => `${JSON.stringify({ ...event, id: `storm-${at}` })}\n`,
  );
  appendFileSync(file, storm.join(''));
  await expect.poll(() => ids().length).toBe(2001);
  // It is told of when it was read.
  await expect.poll(() => news.slice(1).some(({ kind }) => kind === 'again')).toBe(true);
  const told = news.flatMap((one) => (one.kind === 'appended' ? one.more.events.id : []));
  expect(told.length).toBeLessThanOrEqual(1000);
});
