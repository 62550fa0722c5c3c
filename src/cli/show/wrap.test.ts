import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beside, screenFor, shortPaths, wrap } from './screen.js';

const screen = screenFor({ columns: 60 }, {}, '/project');

it('breaks at blanks, and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { minLength: 1 }), (words) => {
      const lines = wrap(screen, words.join(' '), 4, 6);
      expect(lines.every((line) => line.length <= 60)).toBe(true);
      expect(lines.join(' ').trim().split(/ +/)).toEqual(words);
    }),
  );
});

it('a word that is too long stands whole, and nothing moves the cursor', () => {
  const path = `/${'a'.repeat(90)}`;
  expect(wrap(screen, `see ${path}\u001b[2J`, 2)).toEqual(['  see', `  ${path}\\u001b[2J`]);
});

it('blanks inside of a text stay, ends of lines become one', () => {
  expect(wrap(screen, "sed 's/  */ /g'\n  x", 0)).toEqual(["sed 's/  */ /g' x"]);
});

it('a command that is there to be copied stays on one line', () => {
  const command = '`amplifier-hooks trust --project /a/folder/that/is/rather/long`';
  expect(wrap(screen, `Look at what it would run, and approve it: ${command} does`, 2)).toEqual([
    '  Look at what it would run, and approve it:',
    `  ${command}`,
    '  does',
  ]);
});

it('stands behind what comes before it, or below where there is no room', () => {
  expect(beside(screen, 'a name  ', 8, 'b '.repeat(30).trim())).toEqual([
    `a name  ${'b '.repeat(26).trim()}`,
    `        ${'b '.repeat(4).trim()}`,
  ]);
  expect(beside(screen, 'n'.repeat(50), 50, 'short')).toEqual([`${'n'.repeat(50)}short`]);
  expect(beside(screen, 'n'.repeat(50), 50, 'too long for that')).toEqual([
    'n'.repeat(50),
    '       too long for that',
  ]);
});

it.each([
  ['/project/a and "/project/b", /home/u/c', 'a and "b", ~/c'],
  ['/some/project/.env, file:/project/x', '/some/project/.env, file:x'],
  ['/project, /projects/x', '/project, /projects/x'],
])('%s: %s', (text, short) => {
  expect(shortPaths(text, { projectDir: '/project', home: '/home/u' })).toBe(short);
});
