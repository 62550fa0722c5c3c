// Objects: with known fields, with any, and one of several by a field that tells them apart.
import { similarName } from '../similar.js';
import { isRecord } from '../values.js';
import { either } from './pieces.js';
import type { Definitions, JsonSchema } from './schema.js';
import { type Infer, type Part, type Shape, shape } from './shape.js';

/** A field that may be left out; `undefined` counts as left out. */
export interface Optional<T> extends Shape<T | undefined> {
  readonly mayBeLeftOut: true;
}

type Fields = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;
/** Written out, so that compiler messages show the fields. */
type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;
type ObjectOf<F> = Flat<
  { readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Infer<F[K]> } & {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T>
      ? T
      : never;
  }
>;

export interface ObjectShape<F extends Fields> extends Shape<ObjectOf<F>> {
  readonly fields: F;
}

/** A field that may be left out. */
export const optional = <T>(inner: Shape<T>): Optional<T> => ({
  ...inner,
  is: (value): value is T | undefined => value === undefined || inner.is(value),
  mayBeLeftOut: true,
});

/** An object with these fields and no others. */
export const object = <const F extends Fields>(fields: F): ObjectShape<F> => objectShape(fields, false);

/** An object with these fields; it may have others, which are left alone. */
export const open = <const F extends Fields>(fields: F): ObjectShape<F> => objectShape(fields, true);

/** An object with any of these fields; it may have others, which are left alone. */
export function some<const F extends Fields>(fields: F): Shape<Partial<ObjectOf<F>>> {
  const inner = open(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])),
  );
  return { ...inner, is: (value): value is Partial<ObjectOf<F>> => inner.is(value) };
}

function objectShape<F extends Fields>(fields: F, isOpen: boolean): ObjectShape<F> {
  // Made when it is first needed: most programs have many more shapes than they use.
  let checks: readonly { readonly name: string; readonly is: (value: unknown) => boolean }[] | null = null;
  const known = () => Object.entries(fields);
  const is = (value: unknown): value is ObjectOf<F> => {
    if (!isRecord(value)) return false;
    checks ??= known().map(([name, field]) => ({ name, is: field.is }));
    for (const field of checks) if (!field.is(value[field.name])) return false;
    if (!isOpen) for (const name in value) if (!Object.hasOwn(fields, name)) return false;
    return true;
  };
  const schema = (definitions: Definitions): JsonSchema => {
    const required = known().flatMap(([name, field]) => ('mayBeLeftOut' in field ? [] : [name]));
    return {
      type: 'object',
      properties: Object.fromEntries(known().map(([name, field]) => [name, field.schema(definitions)])),
      ...(required.length === 0 ? {} : { required }),
      ...(isOpen ? {} : { additionalProperties: false }),
    };
  };
  const parts = (value: unknown): readonly Part[] | null => {
    if (!isRecord(value)) return null;
    const unknown = isOpen ? [] : Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
    return [
      ...known().map(([name, field]) => [name, value[name], field] as const),
      ...unknown.map(
        (name) => [name, value[name], didYouMean(similarName(name, Object.keys(fields)))] as const,
      ),
    ];
  };
  return { fields, is, words: 'an object', many: 'objects', parts, schema };
}

const didYouMean = (meant: string | null): string =>
  `is not known here${meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`}`;

type MapOf<T, K extends string> = string extends K ? Readonly<Record<string, T>> : { readonly [N in K]?: T };

/** An object whose fields have any names, or any that have the shape `names`. */
export function mapOf<T, K extends string = string>(
  values: Shape<T>,
  names: Shape<K> | null = null,
): Shape<MapOf<T, K>> {
  const is = (value: unknown): value is MapOf<T, K> => {
    if (!isRecord(value)) return false;
    for (const name in value) if (names?.is(name) === false || !values.is(value[name])) return false;
    return true;
  };
  const partOf = ([name, value]: [string, unknown]): Part =>
    names === null || names.is(name) ? [name, value, values] : [name, value, `must be called ${names.words}`];
  return shape(
    is,
    'an object',
    'objects',
    (definitions) => ({
      type: 'object',
      ...(names === null ? {} : { propertyNames: names.schema(definitions) }),
      additionalProperties: values.schema(definitions),
    }),
    (value) => (isRecord(value) ? Object.entries(value).map(partOf) : null),
  );
}

/** One of several objects; each says by its own shape of the field `tag` that it is the one. */
export function byTag<const S extends readonly ObjectShape<Fields>[]>(
  tag: string,
  ...shapes: S
): Shape<Infer<S[number]>> {
  const tags = either(...shapes.flatMap(({ fields }) => fields[tag] ?? []));
  const meant = (value: Readonly<Record<string, unknown>>): Shape<unknown> | undefined => {
    for (const one of shapes) if (one.fields[tag]?.is(value[tag]) === true) return one;
    return undefined;
  };
  return {
    ...either(...shapes),
    is: (value): value is Infer<S[number]> => isRecord(value) && meant(value)?.is(value) === true,
    words: 'an object',
    many: 'objects',
    parts: (value) => {
      if (!isRecord(value)) return null;
      const one = meant(value);
      return one === undefined ? [[tag, value[tag], tags]] : one.parts(value);
    },
  };
}
