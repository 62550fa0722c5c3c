// A decision as Amplifier's HookResult, for hosts that have nothing but the decision.
import { eventRow } from '../../events/index.js';
import { type EventData, type HookResult, hookResult } from '../../kernel/index.js';
import type { Decision } from '../../nouns.js';
import { askUser, besideToolResult, denied, injected, modified } from './results.js';
import { withOutput } from './tool-result.js';
import { values } from './values.js';
import { Voice } from './voice.js';

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
export function toHookResult(decision: Decision, data: Readonly<EventData> = {}): HookResult {
  const voice = new Voice(SILENT, false);
  voice.tell(decision);
  const quiet = decision.output['suppressOutput']?.value === true;
  const result = voice.with(said(decision, data)) ?? hookResult();
  return quiet ? { ...result, suppress_output: true } : result;
}

const SILENT = { show: () => undefined, steer: async () => ({ accepted: false, why: null }) };

function said(decision: Decision, data: Readonly<EventData>): HookResult | null {
  const changed = rewritten(decision, data);
  const forModel = values(decision.feedback, decision.context, decision.late).join('\n\n');
  if (decision.permission === 'deny' || decision.blocked) return denied(decision.reason ?? 'Blocked by hook');
  if (decision.stop !== null) return denied(decision.stop.value ?? 'Stopped by hook');
  if (decision.permission === 'defer') return denied('A hook wants this call to wait for a later decision.');
  if (decision.permission === 'ask') {
    const tool = typeof data['tool_name'] === 'string' ? data['tool_name'] : 'this operation';
    return askUser(tool, data['tool_input'], decision.reason, changed);
  }
  if (forModel !== '') {
    const afterTool = eventRow(decision.event).exit2 === 'feedback';
    return { ...(afterTool ? besideToolResult(forModel) : injected(forModel)), data: changed };
  }
  return changed === null ? null : modified(changed);
}

/** The event's data with what hooks rewrote; `null` when they rewrote nothing. */
function rewritten(decision: Decision, data: Readonly<EventData>): EventData | null {
  const { updatedInput, updatedOutput } = decision;
  if (updatedInput === null && updatedOutput === null) return null;
  const withInput = updatedInput === null ? { ...data } : { ...data, tool_input: updatedInput.value };
  return updatedOutput === null ? withInput : withOutput(withInput, updatedOutput, '');
}
