import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPartialJson } from './partial-json.js';

describe('what JSON says up to where it breaks off', () => {
  it.each([
    ['{"decision":"block","reason":"no', { decision: 'block', reason: 'no' }, 'missing'],
    ['{"decision":"block","rea', { decision: 'block' }, 'missing'],
    ['{"decision":"block",', { decision: 'block' }, 'missing'],
    ['{"decision":', {}, 'missing'],
    ['{"a":{"b":"deny"', { a: { b: 'deny' } }, 'missing'],
    ['{"a":[1,{"b":tru', { a: [1, {}] }, 'missing'],
    ['{"a":12', {}, 'missing'],
    ['{"a":"x\\', { a: 'x' }, 'missing'],
    ['{"a":"say "hi" there"}', { a: 'say ' }, 'mistake'],
    ['{"a":1,}', { a: 1 }, 'mistake'],
    ['{"a":"one\ntwo"}', { a: 'one\ntwo' }, 'whole'],
    ['{"a":1} and more', { a: 1 }, 'whole'],
    ['{', {}, 'missing'],
    ['', undefined, 'missing'],
  ])('%s', (text, value, end) => {
    expect(readPartialJson(text)).toMatchObject({ value, end });
  });

  it('reads whole JSON as JSON is read', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = `${JSON.stringify({ value })} `;
        expect(readPartialJson(text)).toEqual({
          value: JSON.parse(text),
          end: 'whole',
          at: text.length - 1,
        });
      }),
    );
  });

  it('reads every beginning of an object without an end as one that is not whole', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const part = text.slice(0, 1 + (cut % (text.length - 1)));
        expect(readPartialJson(part)).toMatchObject({ end: 'missing' });
      }),
    );
  });

  it('ends where values are deeper than any answer', () => {
    expect(readPartialJson('['.repeat(100_000)).end).toBe('mistake');
  });
});
