import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findIn, searchable } from './find.js';

it('finds words in any case, with some words around', () => {
  const text = `${'x'.repeat(200)} Not\ttoday ${'y'.repeat(200)}`;
  const hit = findIn(
    [
      ['a', 'nothing'],
      ['b', text],
    ],
    'NOT\tTODAY',
  );
  expect(hit?.where).toBe('b');
  expect(hit?.excerpt.slice(hit.start, hit.end)).toBe('Not today');
  expect(hit?.excerpt.length).toBeLessThan(150);
  expect(findIn([['a', text]], 'tomorrow')).toBe(null);
});

it('marks lie within the excerpt, whatever the text', () => {
  // Signs that become longer or shorter in another case, and others.
  const words = fc.string({ unit: fc.constantFrom('a', 'A', '\u0130', 'ß', '\n', '\u{1f600}', '<') });
  fc.assert(
    fc.property(words, words, (text, wanted) => {
      const hit = findIn([['t', text]], wanted);
      if (hit === null) return;
      expect(hit.start).toBeGreaterThanOrEqual(0);
      expect(hit.end).toBeGreaterThanOrEqual(hit.start);
      expect(hit.end).toBeLessThanOrEqual(hit.excerpt.length);
    }),
  );
});

it('texts are searched as they are, not as JSON writes them', () => {
  const input = { tool_input: { command: 'say "hi" \\ there', list: ['a', 1, null, { b: true }] } };
  expect(searchable(input)).toBe('tool_input: command: say "hi" \\ there\nlist: a\n1\n\nb: true');
});
