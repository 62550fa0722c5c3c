import { describe, expect, it } from 'vitest';
import { fill, fillMap, fillText } from './place.js';

const TOKENS = { PROJECT: '/p', HOME: '/h', TMP: '/t$&' };

describe('tokens', () => {
  it.each([
    ['@PROJECT@/a', '/p/a'],
    ['@PROJECT@@HOME@', '/p/h'],
    ['x@PROJECT', 'x@PROJECT'],
    ['@OTHER@', '@OTHER@'],
    ['@constructor@ @toString@', '@constructor@ @toString@'],
    ['@TMP@', '/t$&'],
  ])('%j becomes %j', (text, filled) => {
    expect(fillText(text, TOKENS)).toBe(filled);
  });

  it('are replaced at any depth, in keys too, and other values stay', () => {
    const value = { a: ['@HOME@', { '@PROJECT@/x': '@PROJECT@' }], n: 1, b: false, z: null };
    expect(fill(value, TOKENS)).toEqual({ a: ['/h', { '/p/x': '/p' }], n: 1, b: false, z: null });
  });

  it('a repeated string is written out', () => {
    const event = {
      tool_input: { content: { $repeat: 'ab', times: 3 }, path: { $repeat: '@HOME@', times: 2 } },
    };
    expect(fillMap(event, TOKENS)).toEqual({ tool_input: { content: 'ababab', path: '/h/h' } });
  });

  it('an object that only resembles a repetition stays', () => {
    const value = { a: { $repeat: 'x' }, b: { $repeat: 'x', times: -1 }, c: { $repeat: 1, times: 2 } };
    expect(fill(value, TOKENS)).toEqual(value);
  });
});
