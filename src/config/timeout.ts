// The timeout of a hook: unit settled, cut to what is allowed.

import { describe, jsonOf } from '../text/index.js';
import type { Fields } from './fields.js';

/** From here on a number can only mean milliseconds. */
const MILLISECONDS_FROM = 1000;

/** The stated timeout in milliseconds; `null`: none stated, or none that counts. */
export function readTimeout(fields: Fields): number | null {
  const tree = fields.raw('timeout');
  if (tree === undefined) return null;
  const { strict, profile, maxTimeoutMs } = fields.sheet.rules;
  const value = jsonOf(tree);
  if (typeof value !== 'number' || !(value > 0)) {
    const message = `"timeout" must be a number of seconds greater than 0, but is ${describe(value)}`;
    if (strict) fields.fail('timeout-invalid', tree.at, message);
    else fields.sheet.report('timeout-invalid', tree.at, `${message}; the default timeout is used`);
    return null;
  }
  const wanted = settleUnit(fields, value, tree.at, profile.timeoutUnit);
  if (maxTimeoutMs === null || wanted <= maxTimeoutMs) return wanted;
  const message = `The timeout of ${inSeconds(wanted)} was cut to the allowed ${inSeconds(maxTimeoutMs)}`;
  fields.sheet.report('timeout-cut', tree.at, message);
  return maxTimeoutMs;
}

function settleUnit(
  fields: Fields,
  value: number,
  at: number,
  unit: 'seconds' | 'seconds-or-milliseconds',
): number {
  if (value < MILLISECONDS_FROM) return whole(value * 1000);
  const milliseconds = unit === 'seconds-or-milliseconds';
  if (!milliseconds && isWholeMinutes(value)) return whole(value * 1000);
  const reading = milliseconds
    ? `was read as ${value} milliseconds, ${inSeconds(value)}`
    : `is ${value} seconds, about ${Math.round(value / 60)} minutes`;
  const seconds = value / 1000;
  fields.sheet.report(
    'timeout-milliseconds',
    at,
    `The timeout ${value} ${reading}`,
    `Write ${seconds} if ${inSeconds(value)} are meant.`,
  );
  return whole(milliseconds ? value : value * 1000);
}

/** 1800, 3600, 7200: nobody writes such a number of milliseconds. */
const isWholeMinutes = (value: number): boolean => value % 60 === 0 && value % 500 !== 0 && value <= 86_400;

/** Timers count whole milliseconds, and no number of them may be beyond exact arithmetic. */
const whole = (ms: number): number => Math.min(Math.max(1, Math.round(ms)), Number.MAX_SAFE_INTEGER);

const inSeconds = (ms: number): string => `${ms / 1000} seconds`;
