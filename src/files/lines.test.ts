// Lines of long files, from either end.
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endOfLines, linesBackwards, linesForwards } from './index.js';
import { Place } from './testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

it('lines backwards are lines forwards, the other way round; what has no end is left out', async () => {
  const file = place.at('lines');
  const line = fc.oneof(fc.string({ maxLength: 20 }), fc.constant('x'.repeat(600_000)), fc.constant(''));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.string({ maxLength: 5 }), async (lines, torn) => {
      const clean = lines.map((text) => text.replaceAll('\n', ''));
      writeFileSync(file, clean.map((text) => `${text}\n`).join('') + torn.replaceAll('\n', ''));
      const forwards: string[] = [];
      for await (const piece of linesForwards(file)) forwards.push(...piece.lines.map(String));
      const backwards: string[] = [];
      for await (const piece of linesBackwards(file, Number.POSITIVE_INFINITY))
        backwards.push(...piece.map(String));
      const expected = clean.filter((text) => text !== '');
      expect(forwards.map((text) => text.length)).toEqual(
        expected.map((text) => Buffer.byteLength(text) && text.length),
      );
      expect(backwards.reverse()).toEqual(forwards);
    }),
    { numRuns: 60 },
  );
});

it('tells where to go on in a file that grows', async () => {
  const file = place.file('it', 'one\ntwo\nthr');
  const seen: unknown[] = [];
  for await (const { lines, behind } of linesForwards(file)) seen.push(...lines.map(String), behind);
  expect(seen).toEqual(['one', 'two', 8]);
  expect(await endOfLines(file, 11)).toBe(8);
  writeFileSync(file, 'ee\n', { flag: 'a' });
  for await (const { lines, behind } of linesForwards(file, { start: 8, end: 14 }))
    expect([...lines.map(String), behind]).toEqual(['three', 14]);
});

it('nothing is no lines, and a pipe is refused', async () => {
  for await (const _ of linesForwards(place.at('no'))) expect.unreachable();
  for await (const _ of linesBackwards(place.at('no'), 10)) expect.unreachable();
  expect(await endOfLines(place.at('no'), 10)).toBe(0);
  const pipe = place.pipe('pipe');
  await expect(linesForwards(pipe).next()).rejects.toMatchObject({ code: 'not-a-file' });
});
