/** What a hook answers: the wire form of Amplifier's HookResult, and how an answer is read. */

import { check, type Infer, pathInWords } from '../text/shapes/index.js';
import { answerShape } from './shapes/index.js';
import { describe } from './text.js';

/**
 * What is to happen after a hook ran. When handlers disagree: deny, ask_user, inject_context, modify, continue.
 *
 * @example
 * ```ts
 * hookResult().action; // → 'continue'
 * ```
 */
export type HookAction = 'continue' | 'deny' | 'modify' | 'inject_context' | 'ask_user';

/**
 * The role an injected message gets in the conversation.
 *
 * @example
 * ```ts
 * hookResult().context_injection_role; // → 'system'
 * ```
 */
export type InjectionRole = 'system' | 'user' | 'assistant';

/**
 * How serious a message to the user is.
 *
 * @example
 * ```ts
 * hookResult().user_message_level; // → 'info'
 * ```
 */
export type MessageLevel = 'info' | 'warning' | 'error';

/**
 * What happens when nobody answers an approval in time.
 *
 * @example
 * ```ts
 * hookResult().approval_default; // → 'deny'
 * ```
 */
export type ApprovalDefault = 'allow' | 'deny';

/**
 * The payload of an event: a JSON object. Whoever gets one gets a copy.
 *
 * @example
 * ```ts
 * const data = { tool_name: 'Write' };
 * const hooks = new HookRegistry();
 * hooks.register('tool:pre', (event, mine) => { mine.tool_name = 'Read'; });
 * (await hooks.emit('tool:pre', data)).data.tool_name; // → 'Write'
 * ```
 */
export type EventData = Record<string, unknown>;

/**
 * One text for the conversation, and the hook and event it came from; the registry fills in the last two.
 *
 * @example
 * ```ts
 * const hooks = new HookRegistry();
 * const linter = () => ({ action: 'inject_context', context_injection: '2 errors' });
 * hooks.register('tool:post', linter);
 * const [injection] = (await hooks.emit('tool:post')).context_injections;
 * [injection.content, injection.hook_name, injection.event]; // → ['2 errors', 'linter', 'tool:post']
 * ```
 */
export interface ContextInjection {
  content: string;
  role: InjectionRole;
  /** Only for the next model call; never stored. */
  ephemeral: boolean;
  /** With `ephemeral`: goes to the end of the last tool result instead of a message of its own. */
  append_to_last_tool_result: boolean;
  hook_name: string;
  event: string;
}

/**
 * The complete answer of a hook, every field present, spelled as it goes over the wire.
 * Keys that are not listed here are kept as they came.
 *
 * @example
 * ```ts
 * const result = hookResult({ action: 'deny', reason: 'The file is generated' });
 * result.approval_default; // → 'deny'
 * result.context_injections; // → []
 * ```
 */
export interface HookResult {
  action: HookAction;
  /** With `modify`: the new event data. It replaces the old data as a whole. */
  data: EventData | null;
  /** Why. The agent sees it when an operation is denied. */
  reason: string | null;
  /** With `inject_context`: text for the conversation. */
  context_injection: string | null;
  context_injection_role: InjectionRole;
  /** Only for the next model call; never stored. */
  ephemeral: boolean;
  /** With `ask_user`: the question. */
  approval_prompt: string | null;
  /** The choices. Only `Allow`, `Allow once` and `Allow always` grant anything. */
  approval_options: string[] | null;
  /** Seconds to wait for the user. */
  approval_timeout: number;
  approval_default: ApprovalDefault;
  /** Asks the host not to show the hook's own output. */
  suppress_output: boolean;
  /** A message for the user, apart from what the agent sees. */
  user_message: string | null;
  user_message_level: MessageLevel;
  /** Who the message is from; the hook's name when null. */
  user_message_source: string | null;
  /** With `ephemeral`: the injection goes to the end of the last tool result. */
  append_to_last_tool_result: boolean;
  /** Several injections, each with its own role and lifetime. When not empty, it wins over `context_injection`. */
  context_injections: ContextInjection[];
}

/**
 * What a handler may return: any part of a {@link HookResult}. What is left out gets its default.
 *
 * @example
 * ```ts
 * const answer = { action: 'inject_context', context_injections: [{ content: 'Tests are red' }] };
 * hookResult(answer).context_injections[0].role; // → 'system'
 * ```
 */
export interface HookAnswer extends Partial<Omit<HookResult, 'context_injections'>> {
  context_injections?: (Pick<ContextInjection, 'content'> & Partial<ContextInjection>)[];
}

/**
 * What {@link parseHookResult} gives back: the result, or a sentence that says what is wrong.
 *
 * @example
 * ```ts
 * const parsed = parseHookResult('deny');
 * parsed.ok ? parsed.result.action : parsed.problem; // → 'a hook result must be an object, not "deny"'
 * ```
 */
export type ParsedHookResult = { ok: true; result: HookResult } | { ok: false; problem: string };

/**
 * Reads what a handler returned. Nothing (`undefined`, `null`) is `continue`; a missing field gets its default;
 * an unknown key is kept; one wrong value makes the whole answer invalid.
 *
 * @example
 * ```ts
 * parseHookResult(undefined).result.action; // → 'continue'
 * parseHookResult({ action: 'deny', reason: 5 }).problem; // → 'reason must be a string or null, not 5'
 * ```
 */
export function parseHookResult(answer: unknown): ParsedHookResult {
  const given = answer ?? {};
  if (answerShape.is(given)) return { ok: true, result: { ...given, ...complete(given) } };
  const [{ path, wants, value } = { path: [], wants: 'an object', value: given }] = check(answerShape, given);
  const what = path.length === 0 ? 'a hook result' : pathInWords(path);
  return { ok: false, problem: `${what} must be ${wants}, not ${describe(value)}` };
}

function complete(answer: Infer<typeof answerShape>): HookResult {
  return {
    action: answer.action ?? 'continue',
    data: answer.data ?? null,
    reason: answer.reason ?? null,
    context_injection: answer.context_injection ?? null,
    context_injection_role: answer.context_injection_role ?? 'system',
    ephemeral: answer.ephemeral ?? false,
    approval_prompt: answer.approval_prompt ?? null,
    approval_options: answer.approval_options?.slice() ?? null,
    approval_timeout: answer.approval_timeout ?? 300,
    approval_default: answer.approval_default ?? 'deny',
    suppress_output: answer.suppress_output ?? false,
    user_message: answer.user_message ?? null,
    user_message_level: answer.user_message_level ?? 'info',
    user_message_source: answer.user_message_source ?? null,
    append_to_last_tool_result: answer.append_to_last_tool_result ?? false,
    context_injections: (answer.context_injections ?? []).map((one) => ({
      content: one.content,
      role: one.role ?? 'system',
      ephemeral: one.ephemeral ?? false,
      append_to_last_tool_result: one.append_to_last_tool_result ?? false,
      hook_name: one.hook_name ?? 'unknown',
      event: one.event ?? '',
    })),
  };
}

/**
 * Makes a complete result out of the fields that matter.
 *
 * @throws TypeError when a field has a wrong value.
 *
 * @example
 * ```ts
 * hookResult({ action: 'ask_user', approval_prompt: 'Deploy?' }).approval_timeout; // → 300
 * hookResult().action; // → 'continue'
 * ```
 */
export function hookResult(fields: HookAnswer = {}): HookResult {
  const parsed = parseHookResult(fields);
  if (!parsed.ok) throw new TypeError(`Not a hook result: ${parsed.problem}.`);
  return parsed.result;
}
