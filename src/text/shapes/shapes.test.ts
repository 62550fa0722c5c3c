// One shape, three voices: guard, error and JSON Schema say the same.
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  anyObject,
  anything,
  byTag,
  check,
  count,
  described,
  either,
  flag,
  type Infer,
  integer,
  listOf,
  mapOf,
  named,
  narrowed,
  number,
  object,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  schemaOf,
  text,
  textLike,
  worded,
} from './index.js';

const handler = byTag(
  'type',
  object({ type: oneOf('command'), command: text, args: optional(listOf(text)) }),
  object({ type: oneOf('http'), url: textLike(/^https?:/, 'a web address'), headers: optional(mapOf(text)) }),
);
const hook = open({ handler: named('handler', handler), once: optional(flag), matcher: orNull(text) });

const messages = (shape: Shape<unknown>, value: unknown): readonly string[] =>
  check(shape, value).map(({ message }) => message);

it('gives the type', () => {
  expectTypeOf<Infer<typeof hook>>().toEqualTypeOf<{
    readonly handler:
      | { readonly type: 'command'; readonly command: string; readonly args?: readonly string[] }
      | { readonly type: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };
    readonly matcher: string | null;
    readonly once?: boolean;
  }>();
  const counts = mapOf(count, oneOf('a', 'b'));
  expectTypeOf<Infer<typeof counts>>().toEqualTypeOf<{ readonly a?: number; readonly b?: number }>();
});

describe('errors', () => {
  const fine = { handler: { type: 'command', command: 'x' }, matcher: null };
  const CASES: readonly (readonly [Shape<unknown>, unknown, readonly string[]])[] = [
    [hook, fine, []],
    [hook, { ...fine, other: 1, once: undefined }, []],
    [hook, null, ['the value must be an object, but is null']],
    [hook, [], ['the value must be an object, but is an array']],
    [
      hook,
      { handler: {}, once: 1 },
      [
        '"handler.type" must be "command" or "http", but is nothing',
        '"once" must be true or false, but is the number 1',
        '"matcher" must be a string or null, but is nothing',
      ],
    ],
    [
      hook,
      { ...fine, handler: { type: 'command', command: 'x', args: ['a', 'b', 3] } },
      ['"handler.args[2]" must be a string, but is the number 3'],
    ],
    [
      hook,
      { ...fine, handler: { type: 'command', command: 'x', args: 3 } },
      ['"handler.args" must be a list of strings, but is the number 3'],
    ],
    [
      hook,
      { ...fine, handler: { type: 'command', command: 'x', argz: [], toString: 1 } },
      ['"handler.argz" is not known here; did you mean "args"?', '"handler.toString" is not known here'],
    ],
    [
      hook,
      { ...fine, handler: { type: 'http', url: 'ftp://x', headers: { 'X Y': 1 } } },
      [
        '"handler.url" must be a web address, but is the string "ftp://x"',
        '"handler.headers["X Y"]" must be a string, but is the number 1',
      ],
    ],
    [count, -1, ['the value must be a count, but is the number -1']],
    [number, Number.NaN, ['the value must be a number, but is the number NaN']],
    [oneOf(1, 'a', null), 2, ['the value must be one of 1, "a", null, but is the number 2']],
    [orNull(orNull(text)), 2, ['the value must be a string or null, but is the number 2']],
    [either(text, listOf(text)), [1], ['"[0]" must be a string, but is the number 1']],
    [either(text, anyObject), 1, ['the value must be a string or an object, but is the number 1']],
    [
      mapOf(count, oneOf('a', 'b')),
      { c: 1, a: -1 },
      ['"c" must be called "a" or "b"', '"a" must be a count, but is the number -1'],
    ],
    [
      worded('a list of folders', listOf(text)),
      1,
      ['the value must be a list of folders, but is the number 1'],
    ],
    [listOf(count), 1, ['the value must be a list of counts, but is the number 1']],
    [listOf(integer), 1, ['the value must be a list, but is the number 1']],
    [
      narrowed(listOf(text), (list) => list.length > 0, 'a list with something in it'),
      [],
      ['the value must be a list with something in it, but is an array'],
    ],
  ];
  it.each(CASES.map(([shape, ...rest]) => [...rest, shape] as const))('%j → %j', (value, expected, shape) => {
    expect(messages(shape, value)).toEqual(expected);
    expect(shape.is(value)).toBe(expected.length === 0);
  });

  it('know their parts, for those who say it in other words', () => {
    expect(check(hook, { ...fine, matcher: 5 }, 'params')).toEqual([
      {
        path: ['matcher'],
        wants: 'a string or null',
        value: 5,
        message: '"matcher" must be a string or null, but is the number 5',
      },
    ]);
    expect(check(hook, 5, 'params')[0]?.message).toBe('params must be an object, but is the number 5');
  });
});

describe('JSON Schema', () => {
  it('has names and explanations', () => {
    expect(
      schemaOf(open({ all: described('By name.', mapOf(named('one/x', object({ a: count })))) })),
    ).toEqual({
      type: 'object',
      properties: {
        all: {
          description: 'By name.',
          type: 'object',
          additionalProperties: { $ref: '#/definitions/one~1x' },
        },
      },
      required: ['all'],
      definitions: {
        'one/x': {
          type: 'object',
          properties: { a: { type: 'integer', minimum: 0 } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    });
  });

  it.each([
    [orNull(text), { type: ['string', 'null'] }],
    [orNull(either(text, flag)), { type: ['string', 'boolean', 'null'] }],
    [orNull(count), { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }],
    [orNull(oneOf('a')), { anyOf: [{ const: 'a' }, { type: 'null' }] }],
    [either(text, orNull(text)), { type: ['string', 'null'] }],
    [orNull(anything), {}],
  ])('names types together where it can', (shape, schema) => {
    expect(schemaOf(shape)).toEqual(schema);
  });
});

/** Shapes of every kind, nested. */
const { shape: anyShape } = fc.letrec<{ shape: Shape<unknown> }>((tie) => {
  const inner = tie('shape');
  const fields = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.tuple(inner, fc.boolean()).map(([one, isOptional]) => (isOptional ? optional(one) : one)),
  );
  return {
    shape: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Shape<unknown>>(text, flag, number, integer, count, anything, anyObject),
      fc.uniqueArray(fc.constantFrom('a', 1, true, null), { minLength: 1 }).map((some) => oneOf(...some)),
      inner.map(orNull),
      inner.map(listOf),
      inner.map((one) => mapOf(one)),
      inner.map((one) => mapOf(one, textLike(/^[ab]$/, 'a or b'))),
      fields.map(object),
      fields.map(open),
      fc.tuple(inner, inner).map(([one, other]) => either(one, other)),
      fc
        .tuple(fields, fields)
        .map(([one, other]) =>
          byTag('a', object({ ...one, a: oneOf('a') }), open({ ...other, a: oneOf(1, true) })),
        ),
    ),
  };
});
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'x', 1, -1, 0.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value')),
  ),
})).value;

it('guard, errors and schema agree about every value', () => {
  const ajv = new Ajv({ strict: false });
  fc.assert(
    fc.property(anyShape, fc.array(anyValue, { maxLength: 8 }), (shape, values) => {
      const fits = ajv.compile(schemaOf(shape));
      for (const value of values) {
        expect([shape.is(value), check(shape, value).length === 0]).toEqual(
          fits(value) ? [true, true] : [false, false],
        );
      }
    }),
    { numRuns: 60 },
  );
});
