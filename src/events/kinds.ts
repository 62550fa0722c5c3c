// The kinds of fields as shapes: what a value must be, in the words of hook authors.
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
} from '../text/shapes/index.js';
import type { FieldKind } from './row.js';

const KINDS: Readonly<Record<Extract<FieldKind, string>, Shape<unknown>>> = {
  string: text,
  number,
  boolean: flag,
  object: anyObject,
  array: worded('an array', listOf(optional(anything))),
  strings: worded('an array of strings', listOf(text)),
  'string|null': orNull(text),
  any: optional(anything),
};

/** Choices are written into the event table once, so each list is made into a shape once. */
const choices = new WeakMap<readonly string[], Shape<unknown>>();

/** What a field of a kind must be. */
export function kindShape(kind: FieldKind): Shape<unknown> {
  if (typeof kind === 'string') return KINDS[kind];
  const known = choices.get(kind);
  if (known !== undefined) return known;
  const words = `one of ${kind.map((value) => `"${value}"`).join(', ')}`;
  const shape = worded(words, oneOf(...kind));
  choices.set(kind, shape);
  return shape;
}

/** Whether a JSON value has the kind a field asks for. */
export const fits = (value: unknown, kind: FieldKind): boolean => kindShape(kind).is(value);

/** A field kind as a person says it. */
export const kindInWords = (kind: FieldKind): string => kindShape(kind).words;
