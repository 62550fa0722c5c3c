import fc from 'fast-check';
import { expect, it } from 'vitest';
import { screenFor, wrap } from './screen.js';

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
