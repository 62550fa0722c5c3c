// What a copy does not say as it was is marked: whoever goes by a copy without marks goes by the original.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../text/index.js';
import { Copier, USUAL, WHOLE } from './copy.js';
import type { Mark } from './entries.js';

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'TOKEN=abcdef1234567890',
    'curl -u me:geheim https://example.com',
    'x'.repeat(5000),
    '[redacted]',
    'y…[cut: 9 characters]',
    '--token',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  ),
);
const name = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    'password',
    'name',
    'value',
    'key',
    '__proto__',
    'a/b',
    'a~b',
    'x'.repeat(60),
    `TOKEN=${'a1'.repeat(40)}`,
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.oneof(
    fc.array(tie('any'), { maxLength: 6 }),
    fc.constant(Array.from({ length: 120 }, (_, at) => at)),
    fc.constant(['--token', 'abcdef']),
  ),
  object: fc.dictionary(name, tie('any'), { maxKeys: 6 }),
})).object;

const pointer = (at: string, member: string): string =>
  `${at}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Where two values differ. */
function differing(one: unknown, other: unknown, at: string): readonly string[] {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length
      ? one.flatMap((item, index) => differing(item, other[index], pointer(at, String(index))))
      : [at];
  if (isRecord(one) && isRecord(other)) {
    const [names, others] = [Object.keys(one), Object.keys(other)];
    if (names.length !== others.length || names.some((each) => !Object.hasOwn(other, each))) return [at];
    return names.flatMap((each) => differing(one[each], other[each], pointer(at, each)));
  }
  return Object.is(one, other) ? [] : [at];
}

const isMarked = (place: string, marks: readonly Mark[]): boolean =>
  marks.some(({ at }) => at === '' || at === place || place.startsWith(`${at}/`));

describe.each([
  ['as usual', () => new Copier(true, USUAL)],
  ['with secrets', () => new Copier(false, USUAL)],
  ['whole', () => new Copier(false, WHOLE)],
] as const)('a copy, %s', (_, made) => {
  it('is marked wherever it is not as it was', () => {
    fc.assert(
      fc.property(value, (original) => {
        const copier = made();
        const copy = copier.record(Object(original), 0, '/input');
        const unmarked = differing(original, copy, '/input').filter(
          (place) => !isMarked(place, copier.marks),
        );
        expect(unmarked).toEqual([]);
      }),
    );
  });
});

it('a copy that nobody asks about leaves no marks', () => {
  const copier = new Copier(true);
  copier.record({ password: 'geheim' });
  expect(copier.marks).toEqual([]);
});
