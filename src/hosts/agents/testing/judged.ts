// What was decided about a payload, without an engine.
import type { EventName, HookInput } from '../../../events/index.js';
import type { Decision } from '../../../nouns.js';
import { decision, inputOf } from '../../../testing/index.js';
import type { Agent, Fields, Judged, Payload } from '../agent.js';

export interface ReadPayload {
  readonly event: EventName;
  readonly inputs: readonly [HookInput, ...HookInput[]];
}

/** A payload as events behind the border; it must be one. */
export function readBy(agent: Agent, payload: Payload): ReadPayload {
  const read = agent.read(payload);
  if (read.kind !== 'event') throw new Error(`not an event: ${JSON.stringify(read)}`);
  const [first, ...others] = read.inputs;
  return { event: read.event, inputs: [inputOf(first), ...others.map((other) => inputOf(other))] };
}

/** The calls that hooks are shown for a payload. */
export const callsOf = (agent: Agent, payload: Payload): readonly unknown[] =>
  readBy(agent, payload).inputs.map(({ tool }) => [tool?.name, tool?.input]);

/** With several inputs, the first has the decision, and nobody said anything about the others. */
export function judged(agent: Agent, payload: Payload, changes: Partial<Decision>): Judged {
  const { event, inputs } = readBy(agent, payload);
  const [, ...others] = inputs;
  return {
    payload,
    event,
    inputs,
    decisions: [decision([], { event, ...changes }), ...others.map(() => decision([], { event }))],
  };
}

/** What a host is told, its stdout as what is in it. */
export function answerTo(
  agent: Agent,
  payload: Payload,
  changes: Partial<Decision>,
): { readonly exitCode: number; readonly said: Fields | null; readonly untold: readonly string[] } {
  const { exitCode, stdout, untold } = agent.answer(judged(agent, payload, changes));
  return { exitCode, said: stdout === '' ? null : JSON.parse(stdout), untold };
}
