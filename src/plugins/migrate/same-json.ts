// Whether two JSON values say the same; the order of keys is the author's.
import { isDeepStrictEqual } from 'node:util';

export const sameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other));

/** Without prototypes, so that only content counts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
