// Small checks that together say whether a value read from a file has the type it should have.

export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
export const isAnything: Guard<unknown> = (_value): _value is unknown => true;

export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const orNull =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value) =>
    value === null || guard(value);

export const orMissing =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value) =>
    value === undefined || guard(value);

export const oneOf =
  <T extends string>(values: readonly T[]): Guard<T> =>
  (value): value is T =>
    values.some((known) => known === value);

export const listOf =
  <T>(guard: Guard<T>): Guard<readonly T[]> =>
  (value) =>
    Array.isArray(value) && value.every(guard);

/** Every field of a type with its check; the compiler sees to it that none is missing. */
export function shape<T>(fields: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const checks: [string, Guard<unknown>][] = Object.entries(fields);
  return (value): value is T => isRecord(value) && checks.every(([name, guard]) => guard(value[name]));
}
