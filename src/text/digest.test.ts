import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownSha256, sha256 } from './digest.js';

const nodes = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

describe.each([
  ['sha256', sha256],
  ['ownSha256', ownSha256],
])('%s is what Node says', (_name, digest) => {
  it('of every length around the ends of blocks', () => {
    const lengths = [...Array(200).keys(), 4096, 10_000];
    for (const length of lengths) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
      expect(digest(bytes)).toBe(nodes(bytes));
      const text = 'é'.repeat(length);
      expect(digest(text)).toBe(nodes(text));
    }
  });

  it('of any text, halves of signs too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(digest(text)).toBe(nodes(text));
      }),
    );
    expect(digest('\uD800x')).toBe(nodes('\uD800x'));
  });

  it('of any bytes, also a part of a longer array', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(50), (bytes, from) => {
        const part = bytes.subarray(from);
        expect(digest(part)).toBe(nodes(part));
      }),
    );
  });
});
