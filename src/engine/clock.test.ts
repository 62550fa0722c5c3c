import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime } from './clock.js';

it('is what a date says, also over the turn of a second and back', () => {
  const at = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(
      fc.array(fc.oneof(at, fc.integer({ min: 1_794_819_600_990, max: 1_794_819_602_010 }))),
      (times) => {
        for (const time of times) expect(isoTime(time)).toBe(new Date(time).toISOString());
      },
    ),
  );
});
