// Scalars and lists, and what can be done to any shape.
import { isRecord } from '../values.js';
import { type JsonSchema, nullable } from './schema.js';
import { type Infer, type Shape, shape } from './shape.js';

type Guard<T> = (value: unknown) => value is T;

const isText: Guard<string> = (value) => typeof value === 'string';
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';
const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);
const isInteger: Guard<number> = (value): value is number => Number.isInteger(value);
const isCount: Guard<number> = (value): value is number => isInteger(value) && value >= 0;
const isObject: Guard<Readonly<Record<string, unknown>>> = isRecord;
const isThere: Guard<unknown> = (value): value is unknown => value !== undefined;

const plain = <T>(is: Guard<T>, words: string, many: string, schema: JsonSchema): Shape<T> =>
  shape(is, words, many, () => schema);

export const text = plain(isText, 'a string', 'strings', { type: 'string' });
export const flag = plain(isFlag, 'true or false', 'true or false', { type: 'boolean' });
export const number = plain(isNumber, 'a number', 'numbers', { type: 'number' });
export const integer = plain(isInteger, 'a whole number', 'whole numbers', { type: 'integer' });
export const count = plain(isCount, 'a count', 'counts', { type: 'integer', minimum: 0 });
/** Any value, but one must be there. */
export const anything = plain(isThere, 'any value', 'values', true);
/** An object of which nothing else is known. */
export const anyObject = plain(isObject, 'an object', 'objects', { type: 'object' });

/** Exactly one of these values. */
export function oneOf<const T extends readonly (string | number | boolean | null)[]>(
  ...choices: T
): Shape<T[number]> {
  const is = (value: unknown): value is T[number] => {
    for (const choice of choices) if (choice === value) return true;
    return false;
  };
  const words = anyOf(choices.map((choice) => JSON.stringify(choice)));
  return shape(is, words, null, () => (choices.length === 1 ? { const: choices[0] } : { enum: choices }));
}

/** A text of a pattern, which must mean the same in a JSON Schema. */
export const textLike = (pattern: RegExp, words: string): Shape<string> =>
  narrowed(text, (value) => pattern.test(value), words, { pattern: pattern.source });

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  const is = (value: unknown): value is readonly T[] => {
    if (!Array.isArray(value)) return false;
    for (const one of value) if (!item.is(one)) return false;
    return true;
  };
  return shape(
    is,
    item.many === null ? 'a list' : `a list of ${item.many}`,
    'lists',
    (definitions) => {
      const items = item.schema(definitions);
      return items === true ? { type: 'array' } : { type: 'array', items };
    },
    (value) => (Array.isArray(value) ? value.map((one, index) => [index, one, item] as const) : null),
  );
}

/** A list of a fixed length, each item with a shape of its own. */
export function tupleOf<const S extends readonly Shape<unknown>[]>(
  ...items: S
): Shape<{ readonly [I in keyof S]: Infer<S[I]> }> {
  const { length } = items;
  const isLong = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length === length;
  return shape(
    (value): value is { readonly [I in keyof S]: Infer<S[I]> } =>
      isLong(value) && items.every((item, index) => item.is(value[index])),
    `a list of ${length}`,
    'lists',
    (definitions) => ({
      type: 'array',
      items: items.map(({ schema }) => schema(definitions)),
      minItems: length,
      maxItems: length,
    }),
    (value) => (isLong(value) ? items.map((item, index) => [index, value[index], item]) : null),
  );
}

/** What has any one of these shapes. Objects that a field tells apart get better errors from `byTag`. */
export function either<const S extends readonly Shape<unknown>[]>(...shapes: S): Shape<Infer<S[number]>> {
  const is = (value: unknown): value is Infer<S[number]> => {
    for (const one of shapes) if (one.is(value)) return true;
    return false;
  };
  return shape(
    is,
    anyOf(shapes.map(({ words }) => words)),
    null,
    (definitions) => ({ anyOf: shapes.map(({ schema }) => schema(definitions)) }),
    // Those of the one that the value is probably meant to be; where several could be meant, nobody guesses.
    (value) => {
      const [parts, ...more] = shapes.flatMap((one) => [one.parts(value)].filter((found) => found !== null));
      return parts === undefined || more.length > 0 ? null : parts;
    },
  );
}

const anyOf = (words: readonly string[]): string =>
  words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');

export function orNull<T>(inner: Shape<T>): Shape<T | null> {
  if (inner.is(null)) return inner;
  return {
    ...inner,
    is: (value): value is T | null => value === null || inner.is(value),
    words: `${inner.words} or null`,
    many: null,
    schema: (definitions) => nullable(inner.schema(definitions)),
  };
}

/** A shape with one more condition; `keywords` say of it what JSON Schema can say. */
export const narrowed = <T>(
  inner: Shape<T>,
  fits: (value: T) => boolean,
  words: string,
  keywords: Readonly<Record<string, unknown>> = {},
): Shape<T> => ({
  ...withKeywords(keywords, inner),
  is: (value): value is T => inner.is(value) && fits(value),
  words,
  many: null,
  parts: (value) => (inner.is(value) ? null : inner.parts(value)),
});

/** The same shape under other words. */
export const worded = <S extends Shape<unknown>>(words: string, inner: S): S => ({ ...inner, words });

/** The same shape, but an error speaks of the whole value and never of a part of it. */
export const whole = <S extends Shape<unknown>>(inner: S): S => ({ ...inner, parts: () => null });

/** The same shape with more keywords in its JSON Schema. */
export const withKeywords = <S extends Shape<unknown>>(
  { description, ...keywords }: Readonly<Record<string, unknown>>,
  inner: S,
): S => ({
  ...inner,
  schema: (definitions) => {
    const schema = inner.schema(definitions);
    const about = description === undefined ? {} : { description };
    return { ...about, ...(typeof schema === 'object' ? schema : {}), ...keywords };
  },
});

/** The same shape, explained in its JSON Schema. */
export const described = <S extends Shape<unknown>>(description: string, inner: S): S =>
  withKeywords({ description }, inner);
