// Before a tool runs: the one place where hooks can keep it from running.
import { isDeepStrictEqual } from 'node:util';
import type { EventData, HookResult } from '../../kernel/index.js';
import type { Decision, Loan } from '../../nouns.js';
import { keepNumbers } from '../../text/index.js';
import type { Core, Handler } from './core.js';
import { toolFields } from './payload.js';
import { askUser, denied, modified } from './results.js';
import { callIn, type NativeCall } from './tool-calls.js';
import { type KnownCall, knownCalls, nativeInput } from './tool-names.js';
import { values } from './values.js';

type Data = Readonly<EventData>;

export const onToolPre: Handler = async (core, data, signal, loan) => {
  const call = callIn(data);
  // The agent works, so what Stop hooks said before is no longer the last word.
  core.turn.stopAsked = false;
  core.hasStopped = false;
  const { ending } = core.turn;
  const result = ending === null ? await judge(core, data, call, signal, loan) : denied(ending);
  if (result?.action !== 'deny') {
    call.ran = inputIn(result) ?? call.input;
    if (isRemembered(core, call)) core.parts.calls.begin(call);
    return result;
  }
  // The tool will not run, so what was to stand beside its result goes with the reason.
  const reason = [result.reason ?? '', ...call.context].join('\n\n');
  deniedCall(core, call, reason);
  return denied(reason);
};

async function judge(
  core: Core,
  data: Data,
  call: NativeCall,
  signal: AbortSignal | null,
  loan: Loan | null,
): Promise<HookResult | null> {
  let last: HookResult | null = null;
  for (const known of knownCalls(call.native, call.input, core.parts.about.cwd)) {
    const decision = await core.parts.asking.ask('PreToolUse', data, toolFields(call, known), signal, loan);
    const result = await answer(core, data, call, known, decision, signal);
    if (result?.action === 'deny') return result;
    last = result ?? last;
  }
  return last;
}

async function answer(
  core: Core,
  data: Data,
  call: NativeCall,
  known: KnownCall,
  decision: Decision,
  signal: AbortSignal | null,
): Promise<HookResult | null> {
  call.context.push(...values(decision.feedback, decision.context, decision.late));
  if (decision.stop !== null) core.endTurn(decision.stop.value ?? STOPPED);
  const refusal = refusalIn(decision);
  if (refusal !== null) return denied(refusal);
  const written = rewritten(core, data, call, known, decision);
  if (written?.action === 'deny') return written;
  if (decision.permission === 'allow') call.allowed = core.hasAllowed = true;
  if (decision.permission !== 'ask') return written;
  return askPermission(core, data, call, known, decision, written, signal);
}

const STOPPED = 'Stopped by hook';

function refusalIn(decision: Decision): string | null {
  if (decision.permission === 'deny' || decision.blocked) return decision.reason ?? 'Blocked by hook';
  if (decision.stop !== null) return decision.stop.value ?? STOPPED;
  if (decision.permission !== 'defer') return null;
  return decision.reason ?? 'A hook wants this call to wait for a later decision, and this host cannot wait.';
}

/** A changed input: applied where the host can, else the call is refused and the agent told how to make it. */
function rewritten(
  core: Core,
  data: Data,
  call: NativeCall,
  known: KnownCall,
  decision: Decision,
): HookResult | null {
  const { updatedInput } = decision;
  if (updatedInput === null) return null;
  const { can, rewrites, voice } = core.parts;
  const input = nativeInput(call.native, updatedInput.value, known, call.input);
  if (input === null) {
    const why = `A hook rewrote what ${call.native} would do, and ${call.native} takes no such input.`;
    voice.say(`${voice.nameOf(updatedInput.by, decision)}: ${why} The call was refused.`, 'warning');
    return denied(`${why} The call did not run. It was to be: ${JSON.stringify(updatedInput.value)}`);
  }
  if (isDeepStrictEqual(input, call.input)) return null;
  if (can.updated_input === true && isAsJudged(core, call, input, updatedInput.value)) {
    const field =
      (data['tool_input'] ?? null) === null && (data['input'] ?? null) !== null ? 'input' : 'tool_input';
    return modified(keepNumbers(data, { ...data, [field]: input }));
  }
  if (rewrites.wasAsked(call.native, call.input)) return null;
  voice.say(
    `The ${voice.nameOf(updatedInput.by, decision)} rewrote the input of ${call.native}, which Amplifier cannot apply; the call was refused and the agent told to repeat it with the new input.`,
    'warning',
  );
  return denied(rewrites.askFor(call.native, input));
}

/**
 * Whether hooks, if they were shown the rewritten call, would see what they judged: a path that was written as a
 * relative one is another text than the file it means, and a new patch may change other files. Such a call has to be
 * made, so that all of it is judged.
 */
function isAsJudged(core: Core, { native }: NativeCall, input: unknown, judged: unknown): boolean {
  const [first, ...others] = knownCalls(native, input, core.parts.about.cwd);
  return others.length === 0 && isDeepStrictEqual(first.input, judged);
}

/** Hooks may answer the question for the user; else the user is asked. */
async function askPermission(
  core: Core,
  data: Data,
  call: NativeCall,
  known: KnownCall,
  asking: Decision,
  written: HookResult | null,
  signal: AbortSignal | null,
): Promise<HookResult | null> {
  const input = inputIn(written);
  if (core.parts.asking.has('PermissionRequest')) {
    const decision = await core.parts.asking.ask('PermissionRequest', data, toolFields(call, known), signal);
    call.context.push(...values(decision.feedback, decision.context, decision.late));
    const refusal = refusalIn(decision);
    if (refusal !== null) {
      if (decision.interrupt) core.endTurn(refusal);
      return denied(refusal);
    }
    if (decision.permission === 'allow') return rewritten(core, data, call, known, decision) ?? written;
  }
  notifyOfQuestion(core, known.name);
  return askUser(call.native, input ?? call.input, asking.reason, written?.data ?? null);
}

/** Tells Notification hooks that the user is being asked. */
export function notifyOfQuestion({ parts: { asking, aside } }: Core, tool: string): void {
  if (!asking.has('Notification')) return;
  const fields = { notification_type: 'permission_prompt', message: `Permission is needed to use ${tool}` };
  aside((signal) => asking.ask('Notification', {}, fields, signal));
}

function deniedCall(core: Core, call: NativeCall, reason: string): void {
  if (!core.parts.asking.has('PostToolBatch')) return;
  const [known] = knownCalls(call.native, call.input, core.parts.about.cwd);
  core.turn.finished({
    tool_name: known.name,
    tool_input: known.input,
    ...(call.id === null ? {} : { tool_use_id: call.id }),
    tool_response: `Denied by hook: ${reason}`,
  });
}

/** The input that a result gives the call; `undefined`: it stays as it is. */
const inputIn = (result: HookResult | null): unknown =>
  result?.data?.['tool_input'] ?? result?.data?.['input'];

/** What waits for its end, what hooks changed about it, and its input, which some later events lack. */
const isRemembered = ({ parts: { asking } }: Core, call: NativeCall): boolean =>
  call.context.length > 0 || call.allowed || call.ran !== call.input || remembersCalls(asking);

/** Whether hooks are configured that are told of a call after `tool:pre` by what was said there. */
export const remembersCalls = (asking: Core['parts']['asking']): boolean =>
  asking.has('PostToolUseFailure') || asking.has('PostToolBatch') || asking.has('PermissionRequest');
