import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './digest.js';

const nodes = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

describe('sha256 is what Node says', () => {
  it('of every length around the ends of blocks, and around where Node takes over', () => {
    const lengths = [...Array(200).keys(), ...[4093, 4094, 4095, 4096, 4097, 4098, 10_000]];
    for (const length of lengths) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
      expect(sha256(bytes)).toBe(nodes(bytes));
      const text = 'é'.repeat(length);
      expect(sha256(text)).toBe(nodes(text));
    }
  });

  it('of any text, halves of signs too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sha256(text)).toBe(nodes(text));
      }),
    );
    expect(sha256('\uD800x')).toBe(nodes('\uD800x'));
  });

  it('of any bytes, also a part of a longer array', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(50), (bytes, from) => {
        const part = bytes.subarray(from);
        expect(sha256(part)).toBe(nodes(part));
      }),
    );
  });
});
