import { chmodSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { MadeOf } from './made-of.js';

let folder: Folder;
let file: string;
beforeEach(() => {
  folder = new Folder();
  file = folder.write('a.txt', 'one');
});
afterEach(() => folder.remove());

/** Counts how often something was made. */
function maker(clock?: () => number) {
  const made = new MadeOf<number>(clock);
  let count = 0;
  return (key = '') =>
    made.get(file, key, () => {
      count += 1;
      return count;
    });
}

it('a file that changed a moment ago, or is not there, is read every time', () => {
  const get = maker();
  expect([get(), get()]).toEqual([1, 2]);
  rmSync(file);
  expect([get(), get()]).toEqual([3, 4]);
});

it('one that is settled is read once, for each key, until anything about it changes', () => {
  let later = 10_000;
  const get = maker(() => Date.now() + later);
  expect([get(), get(), get('other'), get('other'), get()]).toEqual([1, 1, 2, 2, 1]);
  chmodSync(file, 0o600);
  expect(get()).toBe(3);
  // A time that somebody sets changes the other one, which nobody can set.
  writeFileSync(file, 'two');
  utimesSync(file, 1, 1);
  expect([get(), get()]).toEqual([4, 4]);
  later = 0;
  expect([get(), get()]).toEqual([5, 6]);
});
