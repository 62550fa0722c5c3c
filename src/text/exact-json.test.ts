import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepNumbers, readExactly, writeExactly } from './exact-json.js';
import { isRecord } from './values.js';

/** JSON texts without blanks, with numbers of every form. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/),
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null', '"12345678901234567890"', '1.0', '1e400'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      // Objects put names that are whole numbers first.
      .uniqueArray(
        fc.tuple(
          fc.string().map((name) => `.${name}`),
          tie('value'),
        ),
        { selector: ([name]) => name },
      )
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ),
})).value;

it('what was read is written as it was', () => {
  fc.assert(
    fc.property(json, (text) => {
      const whole = `{"a":${text}}`;
      expect(writeExactly(readExactly(whole))).toBe(whole);
    }),
  );
});

it('any value is written as JSON.stringify does', () => {
  readExactly('[1.0]');
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      expect(writeExactly(value)).toBe(JSON.stringify(value));
    }),
  );
});

it('copies keep what they took over, and nothing of what is new', () => {
  const read = readExactly('{"id":12345678901234567890,"n":1.0,"deep":{"m":2.0}}');
  if (!isRecord(read)) throw new Error('no object');
  const copy = keepNumbers(read, { ...read, n: 3, own: 1 }, (name) => (name === 'id' ? 'key' : name));
  expect(writeExactly(copy)).toBe('{"id":12345678901234567000,"n":3,"deep":{"m":2.0},"own":1}');
  expect(writeExactly(keepNumbers(read, { ...read }))).toBe(
    '{"id":12345678901234567890,"n":1.0,"deep":{"m":2.0}}',
  );
});

it('of a name that stands twice the last one counts', () => {
  expect(writeExactly(readExactly('{"a":1.0,"a":"x","b":1,"b":2.0}'))).toBe('{"a":"x","b":2.0}');
});

it('depth exhausts nothing where it is read', () => {
  const deep = `${'['.repeat(50_000)}1.0${']'.repeat(50_000)}`;
  expect(Array.isArray(readExactly(deep))).toBe(true);
});

it('a value that contains itself is refused, as JSON.stringify does', () => {
  const around: Record<string, unknown> = { read: readExactly('[1.0]') };
  around['self'] = around;
  expect(() => writeExactly(around)).toThrow();
  const plain: unknown[] = [];
  plain.push(plain);
  expect(() => writeExactly(plain)).toThrow(TypeError);
});
