// What reading many keys costs, and when they are too many.
import { expect, it } from 'vitest';
import { cpuMs } from '../../testing/index.js';
import { parseYamlDocuments } from './index.js';

it('four times the keys take about four times the time, and keys still have to differ', async () => {
  const text = (count: number): string => Array.from({ length: count }, (_, n) => `k${n}: 1\n`).join('');
  parseYamlDocuments(text(2_000));
  const ratios: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const once = await cpuMs(() => parseYamlDocuments(text(4_000)));
    ratios.push((await cpuMs(() => parseYamlDocuments(text(16_000)))) / once);
  }
  expect(Math.min(...ratios)).toBeLessThan(10);
  expect(parseYamlDocuments(text(100_001))).toMatchObject([
    { ok: false, why: 'it has more than 100000 values' },
  ]);
  expect(parseYamlDocuments('a: 1\nb: 2\na: 3\n')).toMatchObject([{ ok: false, at: 10 }]);
});
