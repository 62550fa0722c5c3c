// The kind of a failed model call, in the words that matchers of StopFailure use.
import { isRecord } from '../../text/index.js';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_failed',
  402: 'billing_error',
  403: 'authentication_failed',
  404: 'model_not_found',
  429: 'rate_limit',
  529: 'overloaded',
};

const BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/RateLimit/, 'rate_limit'],
  [/Auth|AccessDenied/, 'authentication_failed'],
  [/Overload|Unavailable/, 'overloaded'],
  [/NotFound/, 'model_not_found'],
  [/InvalidRequest|ContextLength|ContentFilter|BadRequest/, 'invalid_request'],
  [/Server|Timeout|Network|Connection/, 'server_error'],
];

/** By the status of the answer, else by the name of the error. */
export function failureKind(data: Readonly<Record<string, unknown>>): string {
  const status = data['status_code'];
  if (typeof status === 'number') {
    const known = BY_STATUS[status];
    if (known !== undefined) return known;
    if (status >= 500) return 'server_error';
  }
  const type = isRecord(data['error']) ? data['error']['type'] : undefined;
  const found = typeof type === 'string' ? BY_TYPE.find(([pattern]) => pattern.test(type)) : undefined;
  return found?.[1] ?? 'unknown';
}
