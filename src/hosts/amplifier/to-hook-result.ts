// A decision as Amplifier's HookResult.
import { eventRow } from '../../events/index.js';
import { type HookResult, hookResult } from '../../kernel/index.js';
import type { Decision, Said } from '../../nouns.js';

/** Data of an Amplifier event. */
type EventData = Readonly<Record<string, unknown>>;

const APPROVAL_OPTIONS = ['Allow once', 'Allow always', 'Deny'];

/**
 * Says a decision as a HookResult. One result has one action, so the strongest is taken: deny, then ask_user, then
 * inject_context, then modify. Where a rewrite and context come together, `inject_context` carries the rewritten
 * `data` too. A block after the fact (PostToolUse) is feedback for the model: there is nothing left to deny.
 *
 * @param data the data of the Amplifier event, so that `modify` can give it back whole
 *
 * @example
 * const result = toHookResult(await engine.dispatch(input), data);
 * if (result.action === 'deny') console.error(result.reason);
 */
export function toHookResult(decision: Decision, data: EventData = {}): HookResult {
  const message = messageOf(decision);
  const changed = rewritten(decision, data);
  const forModel = texts([...decision.feedback, ...decision.context, ...decision.late]);
  const afterTool = eventRow(decision.event).exit2 === 'feedback';

  if (decision.permission === 'deny' || decision.blocked) {
    return hookResult({ action: 'deny', reason: decision.reason ?? 'Blocked by hook', ...message });
  }
  if (decision.stop !== null) {
    return hookResult({ action: 'deny', reason: decision.stop.value ?? 'Stopped by hook', ...message });
  }
  if (decision.permission === 'defer') {
    return hookResult({
      action: 'deny',
      reason: 'A hook wants this call to wait for a later decision.',
      ...message,
    });
  }
  if (decision.permission === 'ask') return askUser(decision, data, changed, message);
  if (forModel !== '') {
    return hookResult({
      action: 'inject_context',
      context_injection: forModel,
      ...(afterTool ? { ephemeral: true, append_to_last_tool_result: true } : {}),
      ...(changed === null ? {} : { data: changed }),
      ...message,
    });
  }
  if (changed !== null) return hookResult({ action: 'modify', data: changed, ...message });
  return hookResult({ action: 'continue', ...message });
}

function askUser(
  decision: Decision,
  data: EventData,
  changed: Record<string, unknown> | null,
  message: Partial<HookResult>,
): HookResult {
  const tool = typeof data['tool_name'] === 'string' ? data['tool_name'] : 'this operation';
  const reason = decision.reason ?? 'A hook asks for confirmation.';
  return hookResult({
    action: 'ask_user',
    reason,
    approval_prompt: decision.reason === null ? `Allow ${tool}?` : `Allow ${tool}? ${decision.reason}`,
    approval_options: APPROVAL_OPTIONS,
    approval_timeout: 300,
    approval_default: 'deny',
    ...(changed === null ? {} : { data: changed }),
    ...message,
  });
}

/** The event's data with what hooks rewrote; `null` when they rewrote nothing. */
function rewritten(decision: Decision, data: EventData): Record<string, unknown> | null {
  const input = decision.updatedInput;
  const output = decision.updatedOutput;
  if (input === null && output === null) return null;
  const resultField = ['result', 'tool_response', 'tool_result'].find((name) => name in data) ?? 'result';
  return {
    ...data,
    ...(input === null ? {} : { tool_input: input.value }),
    ...(output === null ? {} : { [resultField]: output.value }),
  };
}

/** What the user is told: the hooks' own messages, every hook that failed, and what else went wrong. */
function messageOf(decision: Decision): Partial<HookResult> {
  const failures = [
    ...decision.failures.map((failure) => `Hook ${failure.by} failed: ${failure.message}`),
    ...decision.diagnostics.filter(({ severity }) => severity !== 'info').map(({ message }) => message),
  ];
  const lines = [...decision.systemMessages.map(({ value }) => value), ...failures];
  const quiet = decision.output['suppressOutput']?.value === true;
  return {
    ...(quiet ? { suppress_output: true } : {}),
    ...(lines.length === 0 ? {} : { user_message: lines.join('\n'), user_message_source: 'amplifier-hooks' }),
    ...(failures.length > 0 ? { user_message_level: 'warning' as const } : {}),
  };
}

const texts = (said: readonly Said<string>[]): string => said.map(({ value }) => value).join('\n\n');
