// OTLP's JSON form: names in camel case, 64-bit numbers as texts, ids in hex.
import { ATTRIBUTES, type AttributeName } from '../names.js';

type Scalar = string | number | boolean;

export interface KeyValue {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean };
}

export type Values = Readonly<Partial<Record<AttributeName, Scalar | null | undefined>>>;

/** Those that are known, in the order of the table. */
export function attributes(values: Values): KeyValue[] {
  const known: KeyValue[] = [];
  for (const [name, value] of Object.entries(values)) {
    const found = isAttribute(name) ? ATTRIBUTES[name] : null;
    if (found !== null && value !== null && value !== undefined)
      known.push({ key: found.name, value: typed(found.type, value) });
  }
  return known;
}

const isAttribute = (name: string): name is AttributeName => name in ATTRIBUTES;

export const text = (key: string, value: string): KeyValue => ({ key, value: { stringValue: value } });

function typed(type: 'string' | 'int' | 'double' | 'boolean', value: Scalar): KeyValue['value'] {
  switch (type) {
    case 'int':
      return { intValue: String(value) };
    case 'double':
      return { doubleValue: Number(value) };
    case 'boolean':
      return { boolValue: value === true };
    case 'string':
      return { stringValue: String(value) };
  }
}

/** Milliseconds since the epoch, in nanoseconds. Microseconds are as far as a number is exact. */
export const nanos = (ms: number): string => `${Math.round(ms * 1000)}000`;
