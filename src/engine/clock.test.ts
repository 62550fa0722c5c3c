import { expect, it } from 'vitest';
import { isoNow } from './clock.js';

it('is the time of the system, also over the turn of a second', () => {
  const start = Date.now();
  let last = '';
  while (Date.now() - start < 1100) {
    const before = Date.now();
    last = isoNow();
    expect(Date.parse(last)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(last)).toBeLessThanOrEqual(Date.now());
  }
  expect(last).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
