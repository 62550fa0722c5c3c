// What every shape has, and what becomes of it as JSON Schema.

/** Keys and indexes that lead to a place in a value. */
export type Path = readonly (string | number)[];

/** A part of a value and what it must be; a text instead says why nothing may be there. */
export type Part = readonly [key: string | number, value: unknown, must: Shape<unknown> | string];

/** A JSON Schema, draft 7: the newest that all common editors understand. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** What a value must be. */
export interface Shape<T> {
  /** Allocates nothing, so that it may be asked a million times. */
  readonly is: (value: unknown) => value is T;
  /** As an error says it, behind "must be". */
  readonly words: string;
  /** The parts of a value among which an error is looked for; `null`: the value is wrong as a whole. */
  readonly parts: (value: unknown) => readonly Part[] | null;
  /** Puts what it refers to by name into `definitions`. */
  readonly schema: (definitions: Map<string, JsonSchema>) => JsonSchema;
}

/** The type of the values that have a shape. */
export type Infer<S> = S extends Shape<infer T> ? T : never;

/** A shape that stands under a name in `definitions`, and is referred to wherever it is used. */
export const named = <S extends Shape<unknown>>(name: string, shape: S): S => ({
  ...shape,
  schema: (definitions) => {
    if (!definitions.has(name)) definitions.set(name, shape.schema(definitions));
    return { $ref: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  },
});

/** The schema of a shape, with the definitions that it refers to. */
export function schemaOf(shape: Shape<unknown>): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const schema = shape.schema(definitions);
  return definitions.size === 0 ? schema : { ...schema, definitions: Object.fromEntries(definitions) };
}
