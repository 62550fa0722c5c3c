// What can be done to any shape; scalars, lists and alternatives.
import { isRecord } from '../values.js';
import type { Infer, JsonSchema, Shape } from './shape.js';

/** The same shape under other words. */
export const worded = <S extends Shape<unknown>>(words: string, inner: S): S => ({ ...inner, words });

/** The same shape with more keywords in its JSON Schema. */
export const withKeywords = <S extends Shape<unknown>>(keywords: JsonSchema, inner: S): S => ({
  ...inner,
  // They win; they also stand first, where people look for a description.
  schema: (definitions) => ({ ...keywords, ...inner.schema(definitions), ...keywords }),
});

/** The same shape, explained in its JSON Schema. */
export const described = <S extends Shape<unknown>>(description: string, inner: S): S =>
  withKeywords({ description }, inner);

/** A shape with one more condition; `keywords` say of it what JSON Schema can say. */
export const narrowed = <T, N extends T = T>(
  inner: Shape<T>,
  fits: ((value: T) => value is N) | ((value: T) => boolean),
  words: string,
  keywords: JsonSchema = {},
): Shape<N> => ({
  ...withKeywords(keywords, inner),
  is: (value): value is N => inner.is(value) && fits(value),
  words,
  parts: (value) => (inner.is(value) ? null : inner.parts(value)),
});

/** A shape that is judged as a whole. */
const plain = <T>(words: string, schema: JsonSchema, is: Shape<T>['is']): Shape<T> => ({
  is,
  words,
  parts: () => null,
  schema: () => schema,
});

export const text = plain('a string', { type: 'string' }, (value) => typeof value === 'string');
export const flag = plain('true or false', { type: 'boolean' }, (value) => typeof value === 'boolean');
const none = plain('null', { type: 'null' }, (value) => value === null);
const anyNumber = plain('a number', { type: 'number' }, (value) => typeof value === 'number');
export const number = narrowed(anyNumber, Number.isFinite, 'a number');
export const integer = narrowed(anyNumber, Number.isInteger, 'a whole number', { type: 'integer' });
export const count = narrowed(integer, (value) => value >= 0, 'a count', { minimum: 0 });
/** Any value, but one must be there. */
export const anything = plain('any value', {}, (value): value is unknown => value !== undefined);
/** An object of which nothing else is known. */
export const anyObject = plain<Readonly<Record<string, unknown>>>('an object', { type: 'object' }, isRecord);

/** A text of a pattern, which must mean the same in a JSON Schema. */
export const textLike = (pattern: RegExp, words: string): Shape<string> =>
  narrowed(text, (value) => pattern.test(value), words, { pattern: pattern.source });

type Scalar = string | number | boolean | null;

/** Exactly one of these values. */
export function oneOf<const T extends readonly Scalar[]>(...choices: T): Shape<T[number]> {
  const all: readonly unknown[] = choices;
  const words = anyOf(choices.map((choice) => JSON.stringify(choice)));
  const schema = choices.length === 1 ? { const: choices[0] } : { enum: choices };
  return plain(words, schema, (value): value is T[number] => all.includes(value));
}

const anyOf = (words: readonly string[]): string =>
  words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    is: (value): value is readonly T[] => {
      if (!Array.isArray(value)) return false;
      for (const one of value) if (!item.is(one)) return false;
      return true;
    },
    // Said of few, and made when it is.
    get words() {
      return wordsForMany(item.words);
    },
    parts: (value) => (Array.isArray(value) ? value.map((one, index) => [index, one, item] as const) : null),
    schema: (definitions) => ({ type: 'array', items: item.schema(definitions) }),
  };
}

/** Of "a string" there can be several; of "true or false" not. */
function wordsForMany(words: string): string {
  const [, noun] = /^an? (\w+)$/.exec(words) ?? [];
  return noun === undefined ? 'a list' : `a list of ${noun}s`;
}

/** What has any one of these shapes. Objects that a field tells apart get better errors from `byTag`. */
export const either = <const S extends readonly Shape<unknown>[]>(...shapes: S): Shape<Infer<S[number]>> => ({
  is: (value): value is Infer<S[number]> => {
    for (const one of shapes) if (one.is(value)) return true;
    return false;
  },
  words: anyOf(shapes.map(({ words }) => words)),
  // Those of the one that the value is probably meant to be; where several could be meant, nobody guesses.
  parts: (value) => {
    const [parts, ...more] = shapes.map((one) => one.parts(value)).filter((found) => found !== null);
    return parts === undefined || more.length > 0 ? null : parts;
  },
  schema: (definitions) => anyOfThese(shapes.map(({ schema }) => schema(definitions))),
});

/** Types are named together, where there is nothing else to say. */
function anyOfThese(schemas: readonly JsonSchema[]): JsonSchema {
  const types = schemas.flatMap(({ type, ...more }) => (Object.keys(more).length === 0 ? type : null));
  return types.every((type) => typeof type === 'string') ? { type: [...new Set(types)] } : { anyOf: schemas };
}

export const orNull = <T>(inner: Shape<T>): Shape<T | null> => (inner.is(null) ? inner : either(inner, none));
