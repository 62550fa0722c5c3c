// A trace stays small, whatever was recorded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageParts } from '../../scripts/page.mjs';
import { call, TraceScene, unpacked } from './testing/traces.js';

let scene: TraceScene;
beforeEach(() => {
  scene = new TraceScene();
});
afterEach(() => scene.remove());

/** Not to be compressed. */
const noise = (seed: number, length: number): string => {
  let [text, state] = ['', seed + 1];
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += String.fromCharCode(33 + (state % 90));
  }
  return text;
};

it('1,000 usual events with the whole page are far below 1 MB', async () => {
  await scene.record(
    Array.from({ length: 1000 }, (_, index) =>
      call(index, `npm test -- src/part-${index}.test.ts && git commit -m "${noise(index, 80)}"`),
    ),
  );
  const { html, events, cutAt } = await scene.trace(await pageParts());
  expect([events, cutAt]).toEqual([1000, null]);
  expect(Buffer.byteLength(html)).toBeLessThan(500_000);
});

it('1,000 events full of noise are cut, and say so', async () => {
  await scene.record(Array.from({ length: 1000 }, (_, index) => call(index, noise(index, 4000))));
  const { html, events, cutAt } = await scene.trace(await pageParts());
  expect(events).toBe(1000);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_000_000);
  expect(cutAt).toBeGreaterThan(100);
  expect(unpacked(html).about.made?.cutAt).toBe(cutAt);
});
