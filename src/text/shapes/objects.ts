// Objects: with known fields, with any, and one of several by a field that tells them apart.
import { similarName } from '../similar.js';
import { isRecord } from '../values.js';
import { either } from './pieces.js';
import type { Infer, Shape } from './shape.js';

/** A field that may be left out; `undefined` counts as left out. */
export type Optional<T> = Shape<T | undefined> & { readonly mayBeLeftOut: true };

type Fields = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;
/** Written out, so that compiler messages show the fields. */
type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;
type LeftOut<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type ObjectOf<F> = Flat<
  { readonly [K in Exclude<keyof F, LeftOut<F>>]: Infer<F[K]> } & {
    readonly [K in LeftOut<F>]?: Exclude<Infer<F[K]>, undefined>;
  }
>;

export type ObjectShape<F extends Fields> = Shape<ObjectOf<F>> & { readonly fields: F };

export const optional = <T>(inner: Shape<T>): Optional<T> => ({
  ...inner,
  is: (value): value is T | undefined => value === undefined || inner.is(value),
  mayBeLeftOut: true,
});

/** An object with these fields and no others. */
export const object = <const F extends Fields>(fields: F): ObjectShape<F> => objectShape(fields, false);

/** An object with these fields; it may have others, which are left alone. */
export const open = <const F extends Fields>(fields: F): ObjectShape<F> => objectShape(fields, true);

function objectShape<F extends Fields>(fields: F, isOpen: boolean): ObjectShape<F> {
  const isUnknown = (name: string): boolean => !Object.hasOwn(fields, name);
  return {
    fields,
    is: (value): value is ObjectOf<F> => {
      if (!isRecord(value)) return false;
      for (const name in fields) if (fields[name]?.is(value[name]) === false) return false;
      if (!isOpen) for (const name in value) if (isUnknown(name)) return false;
      return true;
    },
    words: 'an object',
    parts: (value) => {
      if (!isRecord(value)) return null;
      const known = Object.entries(fields).map(([name, field]) => [name, value[name], field] as const);
      const others = isOpen ? [] : Object.keys(value).filter(isUnknown);
      return [...known, ...others.map((name) => [name, value[name], notKnown(name, fields)] as const)];
    },
    schema: (definitions) => {
      const known = Object.entries(fields);
      const required = known.flatMap(([name, field]) => ('mayBeLeftOut' in field ? [] : [name]));
      return {
        type: 'object',
        properties: Object.fromEntries(known.map(([name, { schema }]) => [name, schema(definitions)])),
        ...(required.length === 0 ? {} : { required }),
        ...(isOpen ? {} : { additionalProperties: false }),
      };
    },
  };
}

function notKnown(name: string, fields: Fields): string {
  const meant = similarName(name, Object.keys(fields));
  return `is not known here${meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`}`;
}

type MapOf<T, K extends string> = string extends K ? Readonly<Record<string, T>> : { readonly [N in K]?: T };

/** An object whose fields have any names, or any that have the shape `names`. */
export const mapOf = <T, K extends string = string>(
  values: Shape<T>,
  names: Shape<K> | null = null,
): Shape<MapOf<T, K>> => ({
  is: (value): value is MapOf<T, K> => {
    if (!isRecord(value)) return false;
    for (const name in value) if (names?.is(name) === false || !values.is(value[name])) return false;
    return true;
  },
  words: 'an object',
  parts: (value) => {
    const must = (name: string) => (names?.is(name) === false ? `must be called ${names.words}` : values);
    return isRecord(value) ? Object.keys(value).map((name) => [name, value[name], must(name)]) : null;
  },
  schema: (definitions) => ({
    type: 'object',
    ...(names === null ? {} : { propertyNames: names.schema(definitions) }),
    additionalProperties: values.schema(definitions),
  }),
});

/** One of several objects; each says by its own shape of the field `tag` that it is the one. */
export const byTag = <const S extends readonly ObjectShape<Fields>[]>(
  tag: string,
  ...shapes: S
): Shape<Infer<S[number]>> => ({
  ...either(...shapes),
  words: 'an object',
  parts: (value) => {
    if (!isRecord(value)) return null;
    const meant = shapes.find(({ fields }) => fields[tag]?.is(value[tag]) === true);
    if (meant !== undefined) return meant.parts(value);
    return [[tag, value[tag], either(...shapes.flatMap(({ fields }) => fields[tag] ?? []))]];
  },
});
