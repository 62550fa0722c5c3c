/** What a hook answers: the wire form of Amplifier's HookResult, and how an answer is read. */

/** What is to happen after a hook ran. When handlers disagree: deny, ask_user, inject_context, modify, continue. */
export type HookAction = 'continue' | 'deny' | 'modify' | 'inject_context' | 'ask_user';

/** The role an injected message is given in the conversation. */
export type InjectionRole = 'system' | 'user' | 'assistant';

/** How serious a message to the user is. */
export type MessageLevel = 'info' | 'warning' | 'error';

/** What happens when nobody answers an approval in time. */
export type ApprovalDefault = 'allow' | 'deny';

/** The payload of an event: JSON, and always a private copy for whoever gets it. */
export type EventData = Record<string, unknown>;

/** One text for the conversation, and the hook and event it came from. The registry fills in the last two. */
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

/** What {@link parseHookResult} gives back: the result, or one sentence that says what is wrong. */
export type ParsedHookResult = { ok: true; result: HookResult } | { ok: false; problem: string };

/**
 * Reads what a handler returned. Nothing (`undefined`, `null`) is `continue`; a missing field gets its default;
 * an unknown key is kept; a wrong value anywhere makes the whole answer invalid.
 *
 * @example
 * ```ts
 * parseHookResult({ action: 'block' });
 * // → { ok: false, problem: 'action must be one of continue, deny, modify, inject_context, ask_user, not "block"' }
 * parseHookResult(undefined).result.action; // → 'continue'
 * ```
 */
export function parseHookResult(answer: unknown): ParsedHookResult {
  if (answer !== undefined && answer !== null && !isObject(answer)) {
    return { ok: false, problem: `a hook result must be an object, not ${describe(answer)}` };
  }
  const read = new Reader(answer ?? {});
  const result: HookResult = {
    ...answer,
    action: read.field('action', 'continue', isAction),
    data: read.field('data', null, isObjectOrNull),
    reason: read.field('reason', null, isTextOrNull),
    context_injection: read.field('context_injection', null, isTextOrNull),
    context_injection_role: read.field('context_injection_role', 'system', isRole),
    ephemeral: read.field('ephemeral', false, isBoolean),
    approval_prompt: read.field('approval_prompt', null, isTextOrNull),
    approval_options: read.field('approval_options', null, isTextsOrNull),
    approval_timeout: read.field('approval_timeout', 300, isNumber),
    approval_default: read.field('approval_default', 'deny', isApprovalDefault),
    suppress_output: read.field('suppress_output', false, isBoolean),
    user_message: read.field('user_message', null, isTextOrNull),
    user_message_level: read.field('user_message_level', 'info', isLevel),
    user_message_source: read.field('user_message_source', null, isTextOrNull),
    append_to_last_tool_result: read.field('append_to_last_tool_result', false, isBoolean),
    context_injections: read.items('context_injections').map((item) => ({
      content: item.field('content', undefined, isText),
      role: item.field('role', 'system', isRole),
      ephemeral: item.field('ephemeral', false, isBoolean),
      append_to_last_tool_result: item.field('append_to_last_tool_result', false, isBoolean),
      hook_name: item.field('hook_name', 'unknown', isText),
      event: item.field('event', '', isText),
    })),
  };
  const problem = read.problems[0];
  return problem === undefined ? { ok: true, result } : { ok: false, problem };
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
  if (!parsed.ok) throw new TypeError(`not a hook result: ${parsed.problem}`);
  return parsed.result;
}
