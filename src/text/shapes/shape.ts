// What every shape has.
import type { Definitions, JsonSchema } from './schema.js';

/** Keys and indexes that lead to a place in a value. */
export type Path = readonly (string | number)[];

/** A part of a value and what it must be; a text instead says why nothing may be there. */
export type Part = readonly [key: string | number, value: unknown, must: Shape<unknown> | string];

/** What a value must be. */
export interface Shape<T> {
  /** Allocates nothing, so that it may be asked a million times. */
  readonly is: (value: unknown) => value is T;
  /** As an error says it, behind "must be". */
  readonly words: string;
  /** Several of them, behind "a list of"; `null`: there is no good word for them. */
  readonly many: string | null;
  /** The parts of a value among which an error is looked for; `null`: the value is wrong as a whole. */
  readonly parts: (value: unknown) => readonly Part[] | null;
  readonly schema: (definitions: Definitions) => JsonSchema;
}

/** The type of the values that have a shape. */
export type Infer<S> = S extends Shape<infer T> ? T : never;

/** Whether a value has a shape. */
export const is = <T>(shape: Shape<T>, value: unknown): value is T => shape.is(value);

/** A shape that is judged as a whole, unless told otherwise. */
export const shape = <T>(
  is: (value: unknown) => value is T,
  words: string,
  many: string | null,
  schema: Shape<T>['schema'],
  parts: Shape<T>['parts'] = () => null,
): Shape<T> => ({ is, words, many, parts, schema });
