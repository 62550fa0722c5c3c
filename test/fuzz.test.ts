// The short form of `npm run fuzz`: a few thousand inputs.
import { expect, it } from 'vitest';
import { fuzz } from '../scripts/fuzz/fuzz.js';

const seed = Number(process.env['TEST_SEED'] ?? 1);

it(`no input makes a way in throw, hang or lose an answer (seed ${seed})`, async () => {
  const { tried, findings } = await fuzz(seed, 6_000);
  expect(findings).toEqual([]);
  expect(Object.values(tried).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(6_000);
}, 60_000);
