// The door `events/shapes`: kinds of fields as shapes. `dispatch` answers most events without the kit, so the border checks
// kinds by hand; a test holds the two together.
import {
  anyObject,
  anything,
  flag,
  listOf,
  number,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  worded,
} from '../../text/shapes/index.js';
import type { FieldKind } from '../row.js';

export const KINDS = {
  string: text,
  number,
  boolean: flag,
  object: anyObject,
  array: worded('an array', listOf(optional(anything))),
  strings: worded('an array of strings', listOf(text)),
  'string|null': orNull(text),
  any: optional(anything),
} as const satisfies Record<Extract<FieldKind, string>, Shape<unknown>>;

/** One of the values that a table or a reader lists. */
export const choiceOf = <T extends string>(values: readonly T[]): Shape<T> =>
  worded(`one of ${values.map((value) => `"${value}"`).join(', ')}`, oneOf(...values));

/** Choices are written into the event table once, so each list is made into a shape once. */
const choices = new WeakMap<readonly string[], Shape<unknown>>();

/** What a field of a kind must be. */
export function kindShape(kind: FieldKind): Shape<unknown> {
  if (typeof kind === 'string') return KINDS[kind];
  const shape = choices.get(kind) ?? choiceOf(kind);
  choices.set(kind, shape);
  return shape;
}
