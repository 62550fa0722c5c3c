// The beginning of a turn, each of its model calls, and its end.
import type { EventData, HookResult } from '../../kernel/index.js';
import { isRecord, reasonOf } from '../../text/index.js';
import type { Core, Handler } from './core.js';
import { failureFields, promptFields } from './payload.js';
import { denied, injected } from './results.js';
import { Turn } from './turn.js';
import { values } from './values.js';

type Data = Readonly<EventData>;

export const onPrompt: Handler = async (core, data, signal) => {
  core.turn = new Turn();
  core.forPrompt.push(...core.parts.calls.drain(), ...core.forRequest.splice(0));
  if (core.isRoot) {
    const decision = await core.parts.asking.ask('UserPromptSubmit', data, promptFields(data), signal);
    core.hasStopped = false;
    core.keep(decision);
    // What waits for a prompt waits on: this one never reaches the model.
    if (decision.blocked) return denied(decision.reason ?? 'Blocked by hook');
    if (decision.stop !== null) return denied(decision.stop.value ?? 'Stopped by hook');
  }
  const waiting = core.parts.family.collect(core.parts.about.session);
  const text = core.text([...waiting, ...core.forPrompt.splice(0)]);
  return text === null ? null : injected(text);
};

/** Before a model call: the end of a batch of tool calls, and the last chance to end a turn. */
export const onRequest: Handler = async (core, data, signal) => {
  core.turn.asksModel = true;
  core.forRequest.push(...core.parts.calls.drain());
  const calls = core.turn.takeBatch();
  if (calls.length > 0) {
    const decision = await core.parts.asking.ask('PostToolBatch', data, { tool_calls: calls }, signal);
    core.forRequest.push(...values(decision.feedback, decision.context, decision.late));
    if (decision.blocked) core.endTurn(decision.reason ?? 'Blocked by hook');
    if (decision.stop !== null) core.endTurn(decision.stop.value ?? 'Stopped by hook');
  }
  const { ending } = core.turn;
  if (ending !== null) {
    core.turn.ending = null;
    // The agent is stopped by a hook: Stop hooks have nothing to judge.
    core.turn.stopAsked = true;
    return denied(ending);
  }
  const text = core.text(core.forRequest.splice(0));
  return text === null ? null : injected(text);
};

/** The last block of a response without tool calls: the agent is about to stop, and can still be kept going. */
export const onBlockEnd: Handler = async (core, data, signal) => {
  if (core.parts.can.steer !== true) return null;
  const block = isRecord(data['block']) ? data['block'] : {};
  const type = block['type'] ?? data['block_type'];
  const said = core.turn.block(data['block_index'], data['total_blocks'], type, block['text']);
  if (said === null) return null;
  core.turn.stopAsked = true;
  return askStop(core, data, said, signal);
};

export const onComplete: Handler = async (core, data, signal) => {
  const { turn } = core;
  core.turn = new Turn();
  if (data['goal_final'] === false || data['status'] === 'cancelled') return null;
  tellUndelivered(core, turn);
  if (turn.isLost) return null;
  if (data['status'] === 'error') {
    await reportFailure(core, turn, data, signal);
    return null;
  }
  const recovered = data['status'] === 'success';
  if (turn.stopAsked || (turn.failed && !recovered)) return null;
  return askStop(core, data, turn.lastText, signal);
};

export const onProviderError: Handler = async (core, data, signal) => {
  await reportFailure(core, core.turn, data, signal);
  return null;
};

/** A loop that gives up at the first failure of a model says so by this event, and then that the turn was a success. */
export const onLoopFailed: Handler = async (core, data, signal) => {
  core.turn.isLost = true;
  const error = { type: data['error_type'], msg: data['error_message'] };
  await reportFailure(core, core.turn, { ...data, error }, signal);
  return null;
};

/** What only an event before a model call could have brought about, under a loop that says nothing before one. */
function tellUndelivered({ parts: { voice, asking } }: Core, turn: Turn): void {
  if (turn.ending !== null)
    voice.say(
      `A hook wanted the turn to end, and this orchestrator cannot be told so; tool calls were denied from then on. The hook says: ${turn.ending}`,
      'warning',
    );
  if (!turn.asksModel && turn.takeBatch().length > 0 && asking.has('PostToolBatch'))
    voice.remark(
      'PostToolBatch hooks do not run in this session: its orchestrator does not say when it calls the model',
      'warning',
    );
}

async function askStop(
  core: Core,
  data: Data,
  said: string,
  signal: AbortSignal | null,
): Promise<HookResult | null> {
  const { asking, family, about } = core.parts;
  if (!core.isRoot) family.stops(about.session);
  const event = core.isRoot ? 'Stop' : 'SubagentStop';
  if (!asking.has(event)) return null;
  core.hasStopped = true;
  const transcript =
    !core.isRoot && about.transcript !== null ? { agent_transcript_path: about.transcript } : {};
  const own = { ...transcript, ...(said === '' ? {} : { last_assistant_message: said }) };
  const decision = await asking.ask(event, data, own, signal);
  core.forPrompt.push(...values(decision.feedback, decision.late));
  if (decision.stop?.value) core.parts.voice.quote(decision.stop.value, decision.stop.by, decision);
  if (!decision.continues) return null;
  const reason = decision.blocked ? [decision.reason ?? 'A hook wants you to go on.'] : [];
  return goOn(core, event, [...reason, ...values(decision.context)].join('\n\n'), signal);
}

async function goOn(
  core: Core,
  event: string,
  text: string,
  signal: AbortSignal | null,
): Promise<HookResult | null> {
  const { can, port, voice } = core.parts;
  if (can.stopResult === true) return denied(text);
  if (can.steer !== true) {
    voice.say(
      `A ${event} hook wants the agent to go on, and this orchestrator cannot be told so. The hook says: ${text}`,
      'warning',
    );
    return null;
  }
  if (signal?.aborted === true) return null;
  const { accepted, why } = await port.steer(text).catch((error: unknown) => ({
    accepted: false,
    why: reasonOf(error),
  }));
  if (!accepted) {
    const because = why === null ? '' : `: ${why}`;
    voice.say(
      `A ${event} hook wants the agent to go on, but the host refused${because}. The hook says: ${text}`,
      'error',
    );
  }
  return null;
}

/** Once a turn: a failed model call is reported by itself and again as the end of the turn. */
async function reportFailure(core: Core, turn: Turn, data: Data, signal: AbortSignal | null): Promise<void> {
  if (turn.failed) return;
  turn.failed = true;
  const said = turn.lastText;
  const own = { ...failureFields(data), ...(said === '' ? {} : { last_assistant_message: said }) };
  core.keep(await core.parts.asking.ask('StopFailure', data, own, signal));
}
