import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, kindInWords } from '../index.js';
import type { FieldKind } from '../row.js';
import { KINDS, kindShape } from './index.js';

const named = Object.keys(KINDS).filter((name): name is keyof typeof KINDS => name in KINDS);
const kinds: readonly FieldKind[] = [...named, ['a', 'b']];

describe('a kind and its shape', () => {
  it.each(kinds.map((kind) => [kind]))('say the same: %j', (kind) => {
    expect(kindShape(kind).words).toBe(kindInWords(kind));
  });

  it('agree about every value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...kinds), (value, kind) => {
        expect(kindShape(kind).is(value)).toBe(fits(value, kind));
      }),
    );
  });
});
