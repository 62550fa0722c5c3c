/** Reads typed fields out of an unknown object; the first wrong one ends the reading. */

/** A type check that can say what it wants. */
export interface Check<T> {
  readonly is: (value: unknown) => value is T;
  readonly wants: string;
}

/** Thrown by {@link Fields}; its message names the field, what it must be and what it is. */
export class WrongField extends Error {}

export class Fields {
  readonly #values: Record<string, unknown>;
  readonly #where: string;

  constructor(values: Record<string, unknown>, where = '') {
    this.#values = values;
    this.#where = where;
  }

  /** `undefined` counts as left out, `null` does not. */
  optional<T>(name: string, check: Check<T>, fallback: T): T {
    return this.#values[name] === undefined ? fallback : this.required(name, check);
  }

  required<T>(name: string, { is, wants }: Check<T>): T {
    const value = this.#values[name];
    if (is(value)) return value;
    throw new WrongField(`${this.#where}${name} must be ${wants}, not ${describe(value)}`);
  }

  /** The objects of an optional list. */
  list(name: string): Fields[] {
    return this.optional(name, objects, []).map(
      (item, index) => new Fields(item, `${this.#where}${name}[${index}].`),
    );
  }
}

export const text: Check<string> = { is: (value) => typeof value === 'string', wants: 'a string' };
export const flag: Check<boolean> = { is: (value) => typeof value === 'boolean', wants: 'true or false' };
export const seconds: Check<number> = {
  is: (value): value is number => Number.isFinite(value),
  wants: 'a number of seconds',
};
export const object: Check<Record<string, unknown>> = { is: isObject, wants: 'an object' };
export const texts: Check<string[]> = listOf(text, 'a list of strings');
const objects: Check<Record<string, unknown>[]> = listOf(object, 'a list of objects');

function listOf<T>(item: Check<T>, wants: string): Check<T[]> {
  return { is: (value): value is T[] => Array.isArray(value) && value.every((one) => item.is(one)), wants };
}

export function orNull<T>({ is, wants }: Check<T>): Check<T | null> {
  return { is: (value): value is T | null => value === null || is(value), wants: `${wants} or null` };
}

export function oneOf<const T extends string>(...choices: T[]): Check<T> {
  return {
    is: (value): value is T => choices.some((choice) => choice === value),
    wants: `one of ${choices.join(', ')}`,
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.length > 40 ? 'a long string' : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
