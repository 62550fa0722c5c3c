// Folders come into being one by one, and where they cannot that is said.
import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { makeFolders } from './index.js';

let place: Folder;
beforeEach(() => {
  place = new Folder();
});
afterEach(() => place.remove());

it('makes what is missing, with its mode, and names the first', () => {
  expect(makeFolders(place.path('a/b/c'), 0o700)).toBe(place.path('a'));
  for (const folder of ['a', 'a/b', 'a/b/c']) expect(statSync(place.path(folder)).mode & 0o777).toBe(0o700);
  expect(makeFolders(place.path('a/b/c'))).toBeNull();
  expect(makeFolders(place.path('a/b/d'))).toBe(place.path('a/b/d'));
});

it('goes through links, and refuses what is no folder', () => {
  mkdirSync(place.path('real'));
  symlinkSync(place.path('real'), place.path('link'));
  expect(makeFolders(place.path('link/in'))).toBe(place.path('link/in'));
  const file = place.write('file', '');
  expect(() => makeFolders(file)).toThrow('EEXIST');
  expect(() => makeFolders(`${file}/below`)).toThrow('ENOTDIR');
});

it.skipIf(process.platform !== 'linux')('comes to an end where nothing can be made', () => {
  expect(() => makeFolders('/proc/none/amplifier-hooks/journal')).toThrow(/ENOENT|EACCES/);
});
