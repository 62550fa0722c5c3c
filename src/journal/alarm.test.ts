import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { Alarm } from './alarm.js';

let place: Folder;
let stop: AbortController;
let alarm: Alarm;
beforeEach(() => {
  place = new Folder();
  stop = new AbortController();
  alarm = new Alarm(stop.signal);
});
afterEach(() => {
  stop.abort();
  alarm.close();
  return place.remove();
});

/** Settles when it rings for a folder; one change may be told several times, and then the ring before it comes again. */
async function ringsFor(folder: string): Promise<void> {
  while ((await alarm.next())?.has(folder) !== true);
}

it('rings for each of several folders', async () => {
  const [one, two] = [place.makeFolder('one'), place.makeFolder('two')];
  alarm.watch(one);
  alarm.watch(two);
  place.write('two/file', '');
  await ringsFor(two);
  place.write('one/file', '');
  await ringsFor(one);
});

it('rings when a folder comes into being, step by step, and for what happens in it afterwards', async () => {
  const folder = place.path('a/b/c');
  alarm.watch(folder);
  place.makeFolder('a');
  await ringsFor(folder);
  place.makeFolder('a/b/c');
  await ringsFor(folder);
  // Until it rests again.
  while ((await alarm.next()) !== null);
  place.write('a/b/c/file', '');
  await ringsFor(folder);
});

it('does not ring for what happens beside it', async () => {
  alarm.watch(place.path('a/b'));
  for (let index = 0; index < 50; index += 1) place.write(`other-${index}`, '');
  // Half a second without a ring: it is time to look, and nothing more.
  expect(await alarm.next()).toBe(null);
});

it('ends when it is told to', async () => {
  alarm.watch(place.makeFolder('one'));
  const waiting = alarm.next();
  stop.abort();
  expect(await waiting).toBe(null);
});
