import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './lines.js';

function split(chunks: readonly Buffer[], limit = 1000): { lines: string[]; tooLong: number } {
  const found: { readonly lines: string[]; tooLong: number } = { lines: [], tooLong: 0 };
  const splitter = new LineSplitter(limit, {
    line: (text) => found.lines.push(text),
    tooLong: () => {
      found.tooLong += 1;
    },
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

describe('LineSplitter', () => {
  it('gives the same lines however the bytes are cut', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')));
    fc.assert(
      fc.property(texts, fc.array(fc.nat()), (lines, cuts) => {
        const bytes = Buffer.from(lines.join('\n'));
        const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...places].map((from, index) => bytes.subarray(from, places[index]));
        const whole = split([bytes]).lines;
        expect(split(chunks).lines).toEqual(whole);
        expect(whole).toEqual(lines.filter((line) => line.trim() !== ''));
      }),
    );
  });

  it('refuses a line beyond the limit once, and reads the next', () => {
    const chunks = ['aaaa', 'aaaa', 'aaaa', 'aa\nshort\n'].map((text) => Buffer.from(text));
    expect(split(chunks, 5)).toEqual({ lines: ['short'], tooLong: 1 });
    expect(split([Buffer.from('12345\n123456\n')], 5)).toEqual({ lines: ['12345'], tooLong: 1 });
  });

  it('leaves out empty lines, and takes a last one without its end', () => {
    expect(split([Buffer.from('\r\n\n  \na\r\nb')]).lines).toEqual(['a\r', 'b']);
  });
});
