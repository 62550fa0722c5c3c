import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { liesIn } from './lies-in.js';

it.each([
  ['/a', '/a', true],
  ['/a/', '/a', true],
  ['/a', '/a/', true],
  ['/a', '/a/b', true],
  ['/a/', '/a/b/c/', true],
  ['/a', '/a/..foo', true],
  ['/a', '/a/..foo/b', true],
  ['/a', '/a/...', true],
  ['/', '/a', true],
  ['/', '/', true],
  ['/a', '/', false],
  ['/a', '/ab', false],
  ['/a', '/b', false],
  ['/a/b', '/a', false],
  ['/a', '/a/../b', false],
  ['/a', '/a/b/../c', true],
  ['/a', '/A/b', false],
])('%s holds %s: %s', (folder, path, expected) => {
  expect(liesIn(folder, path, posix)).toBe(expected);
});

it.each([
  ['C:\\a', 'C:\\a\\b', true],
  ['C:\\a', 'c:\\A\\b', true],
  ['C:\\a\\', 'C:\\a', true],
  ['C:\\a', 'C:\\a\\..foo', true],
  ['C:\\a', 'C:\\ab', false],
  ['C:\\a', 'D:\\a\\b', false],
  ['C:\\', 'D:\\', false],
  ['C:\\a', '\\\\server\\share\\a', false],
])('on Windows %s holds %s: %s', (folder, path, expected) => {
  expect(liesIn(folder, path, win32)).toBe(expected);
});
