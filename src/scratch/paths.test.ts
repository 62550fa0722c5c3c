// Folders that were moved, wherever they stand in a text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExactly, writeExactly } from '../text/index.js';
import { PathMap } from './paths.js';

const map = new PathMap([
  ['/home/me', '/tmp/x/home'],
  ['/home/me/proj', '/tmp/x/home/proj2'],
]);

describe('a text', () => {
  it.each([
    ['/home/me/proj/a.txt', '/tmp/x/home/proj2/a.txt'],
    ['/home/me/proj', '/tmp/x/home/proj2'],
    ['/home/me/.bashrc', '/tmp/x/home/.bashrc'],
    [
      'cd /home/me/proj && rm -rf "/home/me/proj/a b"',
      'cd /tmp/x/home/proj2 && rm -rf "/tmp/x/home/proj2/a b"',
    ],
    ['--file=/home/me/proj:ro', '--file=/tmp/x/home/proj2:ro'],
    ['file:///home/me/proj/a', 'file:///tmp/x/home/proj2/a'],
    ['It lies in /home/me/proj.', 'It lies in /tmp/x/home/proj2.'],
    // Other folders, whose names only begin alike.
    ['/home/me/proj-old/a', '/tmp/x/home/proj-old/a'],
    ['/home/me/proj.bak', '/tmp/x/home/proj.bak'],
    ['/home/men/a', '/home/men/a'],
    ['/srv/home/me/a', '/srv/home/me/a'],
    ['/home/meñ', '/home/meñ'],
  ])('%s', (before, after) => expect(map.text(before)).toBe(after));

  it('goes there and back unchanged, whatever stands in it', () => {
    const there = new PathMap([['/home/me/proj', '/tmp/amplifier-1f/proj']]);
    const back = new PathMap([['/tmp/amplifier-1f/proj', '/home/me/proj']]);
    const piece = fc.constantFrom('/home/me/proj', '/home/me', ' ', '/a', '.', '-', 'x', '"', '\n');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(back.text(there.text(text))).toBe(text);
      }),
    );
  });
});

describe('a value', () => {
  it('is mapped in all its texts, and names of members stay', () => {
    const value = { cwd: '/home/me/proj', list: [{ '/home/me': '/home/me/a' }, 1, null] };
    expect(map.value(value)).toEqual({
      cwd: '/tmp/x/home/proj2',
      list: [{ '/home/me': '/tmp/x/home/a' }, 1, null],
    });
  });

  it('keeps numbers as they were written', () => {
    const value = readExactly('{"cwd": "/home/me", "id": 12345678901234567890, "n": [1.0, "/home/me"]}');
    expect(writeExactly(map.value(value))).toBe(
      '{"cwd":"/tmp/x/home","id":12345678901234567890,"n":[1.0,"/tmp/x/home"]}',
    );
  });
});

it('nothing is moved where a folder stays where it is, or is the root', () => {
  expect(
    new PathMap([
      ['/', '/x'],
      ['/a', '/a'],
    ]).text('/a/b /'),
  ).toBe('/a/b /');
});
