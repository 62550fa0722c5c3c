import { closeSync, mkdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceWithin } from './replace.js';
import { Place } from './testing/place.js';
import {
  foundWithin,
  Outside,
  openToAppendWithin,
  placeWithin,
  readWithin,
  realWithin,
  removeWithin,
} from './within.js';

let place: Place;
let root: string;
beforeEach(() => {
  place = new Place();
  root = place.folder('root');
});
afterEach(() => place.remove());

const at = (name: string): string => join(root, name);
const append = (path: string, text: string): void => {
  const handle = openToAppendWithin(root, path);
  writeSync(handle, text);
  closeSync(handle);
};

it('makes folders, appends, replaces, reads, removes', () => {
  append(at('a/b/log'), 'one ');
  append(at('a/b/log'), 'two');
  expect(readWithin(root, at('a/b/log')).toString()).toBe('one two');
  replaceWithin(root, at('a/c/file'), 'new');
  expect(readWithin(root, at('a/c/file')).toString()).toBe('new');
  removeWithin(root, at('a/c/file'));
  removeWithin(root, at('a/c/file'));
  removeWithin(root, at('never/there'));
  expect(foundWithin(root, at('a/c/file'))).toBeNull();
});

it('a link inside is followed to read, and on the way to a file', () => {
  place.folder('root/real');
  place.file('root/real/file', 'text');
  place.link('root/link', 'real/file');
  place.link('root/folder', 'real');
  expect(readWithin(root, at('link')).toString()).toBe('text');
  append(at('folder/file'), '!');
  expect(readFileSync(at('real/file'), 'utf8')).toBe('text!');
  expect(realWithin(root, at('folder'))).toBe(at('real'));
});

it('the folder itself may be known under a link', () => {
  place.link('known', 'root');
  replaceWithin(place.at('known'), place.at('known/a/file'), 'x');
  expect(readWithin(place.at('known'), place.at('known/a/file')).toString()).toBe('x');
});

it.each([
  ['a file outside', 'outside/file'],
  ['a folder beside it whose name begins the same', 'root-2/file'],
])('a link to %s', (_, target) => {
  for (const folder of ['outside', 'root-2']) place.folder(folder);
  place.file(target, 'theirs');
  place.link('root/link', place.at(target));
  for (const work of [
    () => readWithin(root, at('link')),
    () => append(at('link'), 'x'),
    () => readWithin(root, place.at(target)),
    () => readWithin(root, at('../outside/file')),
  ])
    expect(work).toThrow();
  replaceWithin(root, at('link'), 'ours');
  expect(readFileSync(place.at(target), 'utf8')).toBe('theirs');
  expect(readFileSync(at('link'), 'utf8')).toBe('ours');
});

it.each(['read', 'append', 'replace', 'remove', 'find', 'place'])('a linked folder: %s', (what) => {
  place.folder('outside');
  place.file('outside/file', 'theirs');
  mkdirSync(at('a'));
  place.link('root/a/b', place.at('outside'));
  const works: Readonly<Record<string, (path: string) => unknown>> = {
    read: (path) => readWithin(root, path),
    append: (path) => append(path, 'x'),
    replace: (path) => replaceWithin(root, path, 'x'),
    remove: (path) => removeWithin(root, path),
    find: (path) => foundWithin(root, path),
    place: (path) => placeWithin(root, path),
  };
  expect(() => works[what]?.(at('a/b/file'))).toThrow(Outside);
  if (!['append', 'replace', 'place'].includes(what)) return;
  expect(() => works[what]?.(at('a/b/c/d/file'))).toThrow(Outside);
  expect(place.names('outside')).toEqual(['file']);
  expect(readFileSync(place.at('outside/file'), 'utf8')).toBe('theirs');
});

it('a link that leads nowhere makes nothing there', () => {
  place.link('root/folder', place.at('new'));
  place.link('root/file', place.at('new-file'));
  expect(() => append(at('folder/x'), 'x')).toThrow(Outside);
  expect(() => append(at('file'), 'x')).toThrow(Outside);
  expect(place.names()).toEqual(['root']);
});

it('only regular files, and no more of them than asked for', () => {
  place.pipe('root/pipe');
  place.file('root/file', 'x'.repeat(100));
  expect(() => readWithin(root, at('pipe'))).toThrow('named pipe');
  expect(() => append(at('pipe'), 'x')).toThrow('named pipe');
  expect(() => readWithin(root, root)).toThrow('folder');
  expect(() => readWithin(root, at('file'), 99)).toThrow('99');
});
