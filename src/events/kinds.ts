// What a field of an event must be.
import { isRecord } from '../text/index.js';
import type { FieldKind } from './row.js';

/** Whether a JSON value has the kind a field asks for. */
export function fits(value: unknown, kind: FieldKind): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'string|null':
      return value === null || typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'string':
    case 'boolean':
      return typeof value === kind;
    default:
      return typeof value === 'string' && kind.includes(value);
  }
}

/** A field kind as a person says it. */
export function kindInWords(kind: FieldKind): string {
  if (typeof kind !== 'string') return `one of ${kind.map((value) => `"${value}"`).join(', ')}`;
  const words: Record<typeof kind, string> = {
    string: 'a string',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
    array: 'an array',
    strings: 'an array of strings',
    'string|null': 'a string or null',
    any: 'any value',
  };
  return words[kind];
}
