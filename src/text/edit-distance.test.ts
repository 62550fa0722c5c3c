import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './similar.js';

it.each([
  ['', '', 0],
  ['', 'Stop', 4],
  ['Stop', 'Stop', 0],
  ['Stopp', 'Stop', 1],
  ['Sotp', 'Stop', 1],
  ['PreTolUse', 'PreToolUse', 1],
  ['Bash', 'Edit', 4],
])('from %j to %j: %i', (from, to, expected) => {
  expect(editDistance(from, to)).toBe(expected);
});

it('is the same both ways, zero only for equal words, and never more than the longer word', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

it('is exact up to the limit, and beyond the limit where it is more', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 });
  fc.assert(
    fc.property(word, word, fc.nat({ max: 4 }), (a, b, limit) => {
      const [distance, limited] = [editDistance(a, b), editDistance(a, b, limit)];
      if (distance <= limit) expect(limited).toBe(distance);
      else expect(limited).toBeGreaterThan(limit);
    }),
  );
});
