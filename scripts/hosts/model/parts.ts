// Parts of requests, whose form nobody promises.
import { isRecord } from '../../../src/text/index.js';
import type { Fields } from './dialect.js';

export const recordsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All texts in a message, however deep they lie, in their order. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, part]) => (name === 'type' ? '' : textsIn(part)))
    .filter(Boolean)
    .join('\n');
}
