import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten, shortenJson } from './shorten.js';

describe('shorten', () => {
  it('keeps beginning and end, and says how much is missing', () => {
    expect(shorten('abcdefghij', 10)).toBe('abcdefghij');
    expect(shorten('abcdefghijkl', 8)).toBe('abcdef… [4 characters left out] …kl');
  });

  it('tears no pair of surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        expect(shorten(text, limit)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }),
    );
  });
});

describe('shortenJson', () => {
  it('leaves alone what fits', () => {
    expect(shortenJson('{"a":1}', 7)).toEqual({ text: '{"a":1}', whole: null });
  });

  it('stays JSON as long as strings can give way, and stays within its bounds', () => {
    const letter = fc.constantFrom('a', '"', '\\', '\n', '\u2028', '😀', 'é', '\u0001');
    const long = fc.string({ unit: letter, minLength: 3_000, maxLength: 4_000 });
    fc.assert(
      fc.property(long, fc.string({ unit: letter }), (text, other) => {
        const json = JSON.stringify({ text, list: [other, text], last: 1 });
        const short = shortenJson(json, 2_000);
        expect(short.whole).toBe(json.length);
        expect(short.text.length).toBeLessThan(2_000);
        expect(JSON.parse(short.text)).toMatchObject({ last: 1 });
        expect(JSON.parse(short.text).text).toContain('characters left out');
      }),
    );
  });

  it('cuts the text itself where there are too many keys', () => {
    const json = JSON.stringify(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, key) => [`key${key}`, key])),
    );
    const { text, whole } = shortenJson(json, 1_000);
    expect(whole).toBe(json.length);
    expect(text.length).toBeLessThan(1_050);
    expect(text).toMatch(/^\{"key0":0.*characters left out.*"key1999":1999\}$/);
  });
});
