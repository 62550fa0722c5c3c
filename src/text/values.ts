// Values whose shape nobody vouches for.

/** A value as a person says it, short enough for an error message. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string')
    return value.length > 40 ? 'a string' : `the string ${JSON.stringify(value)}`;
  return value === undefined ? 'nothing' : `the ${typeof value} ${String(value)}`;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
