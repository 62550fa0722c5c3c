// The HookResults that this host gives.
import { type EventData, type HookResult, hookResult } from '../../kernel/index.js';
import { isRecord } from '../../text/index.js';

const APPROVAL_OPTIONS = ['Allow once', 'Allow always', 'Deny'];
/** A fault is no reason to let the same pass for ever. */
const OPTIONS_AT_FAULT = ['Allow once', 'Deny'];

export const denied = (reason: string): HookResult => hookResult({ action: 'deny', reason });

export const modified = (data: EventData): HookResult => hookResult({ action: 'modify', data });

/** A text that stays in the conversation. */
export const injected = (text: string): HookResult =>
  hookResult({ action: 'inject_context', context_injection: text });

/** A text beside the last tool result, for the next model call only. */
export const besideToolResult = (text: string): HookResult =>
  hookResult({
    action: 'inject_context',
    context_injection: text,
    ephemeral: true,
    append_to_last_tool_result: true,
  });

/**
 * The question to the user. Hosts remember "Allow always" by its text: the same call has the same text, and another
 * call has another.
 */
export function askUser(
  tool: string,
  input: unknown,
  reason: string | null,
  data: EventData | null,
): HookResult {
  const question = `Allow ${tool}${detail(input)}?`;
  return hookResult({
    action: 'ask_user',
    reason: reason ?? 'A hook asks for confirmation.',
    approval_prompt: reason === null ? question : `${question} ${reason}`,
    approval_options: APPROVAL_OPTIONS,
    approval_timeout: 300,
    approval_default: 'deny',
    data,
  });
}

/** The same where hooks could not be asked. */
export const askAtFault = (tool: string, input: unknown, why: string): HookResult => ({
  ...askUser(tool, input, `Its hooks could not be asked: ${why}`, null),
  approval_options: OPTIONS_AT_FAULT,
});

/** What the call is about, in one line. */
function detail(input: unknown): string {
  if (!isRecord(input)) return '';
  const name = ['command', 'file_path', 'path', 'url', 'query', 'agent', 'skill_name'].find(
    (field) => typeof input[field] === 'string',
  );
  return name === undefined ? '' : ` ${JSON.stringify(input[name]).slice(0, 300)}`;
}

/** A text no longer than the host takes; that it was cut stands in it. */
export function cutTo(limit: number | null, text: string): string {
  if (limit === null || text.length <= limit) return text;
  const note = `\n[cut by amplifier-hooks: ${text.length} characters, and this host takes ${limit}]`;
  const room = limit - note.length;
  return room > 0 ? `${whole(text.slice(0, room))}${note}` : whole(text.slice(0, Math.max(0, limit)));
}

/** Without half a character at its end. */
const whole = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

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
