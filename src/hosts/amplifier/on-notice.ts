// What the host tells the user, and what it asks them.
import type { HookResult } from '../../kernel/index.js';
import type { Core, Handler } from './core.js';
import { notifyOfQuestion } from './on-tool-pre.js';
import { noticeFields, toolFields } from './payload.js';
import { denied } from './results.js';
import { callIn } from './tool-calls.js';
import { knownCalls } from './tool-names.js';

export const onNotification: Handler = async (core, data, signal) => {
  core.keep(await core.parts.asking.ask('Notification', data, noticeFields(data), signal));
  return null;
};

/** Another module asks the user. The event lacks the tool's input, so it is taken from the call under way. */
export const onApproval: Handler = async (core, data, signal) => {
  const { voice, calls } = core.parts;
  const call = calls.find(data);
  if (call?.allowed === true)
    voice.remark(
      `A PreToolUse hook allows ${call.native}, but another module asks the user all the same`,
      'info',
    );
  const refusal = await refusalOf(core, data, signal);
  if (refusal !== null)
    voice.say(
      `A PermissionRequest hook denies this, but another module asks the user all the same: ${refusal}`,
      'warning',
    );
  return null;
};

/** The documented event for the same; a host that emits it reads the answer. */
export const onAskUser: Handler = async (core, data, signal): Promise<HookResult | null> => {
  const refusal = await refusalOf(core, data, signal);
  return refusal === null ? null : denied(refusal);
};

async function refusalOf(
  core: Core,
  data: Parameters<Handler>[1],
  signal: AbortSignal | null,
): Promise<string | null> {
  const call = core.parts.calls.find(data) ?? callIn(data);
  const [known] = knownCalls(call.native, call.input, core.parts.about.cwd);
  notifyOfQuestion(core, known.name);
  if (!core.parts.asking.has('PermissionRequest')) return null;
  const decision = await core.parts.asking.ask('PermissionRequest', data, toolFields(call, known), signal);
  core.keep(decision);
  return decision.permission === 'deny' ? (decision.reason ?? 'Permission denied by hook') : null;
}
