// What answers to all hosts have in common.
import { EVENT_NAMES, type EventName } from '../../events/index.js';
import { writeExactly } from '../../text/index.js';
import type { Ability, AgentAnswer, AgentFacts, AgentRead, Fields, Judged, Payload } from './agent.js';
import { knownCalls, nativeInput } from './tools.js';
import { asked, type Verdict } from './verdict.js';

/** An answer in JSON with exit code 0; without fields nothing is said. */
export const inJson = (fields: Fields): Pick<AgentAnswer, 'exitCode' | 'stdout' | 'stderr'> => ({
  exitCode: 0,
  stdout: Object.keys(fields).length === 0 ? '' : `${writeExactly(fields)}\n`,
  stderr: '',
});

/** A field that is there only with a value. */
export const given = (name: string, value: unknown): Fields =>
  value === null || value === undefined || value === '' ? {} : { [name]: value };

export const lines = (texts: readonly string[]): string => texts.join('\n');

/**
 * What hooks asked for and a host does otherwise or not at all, in words for its user.
 *
 * @param own the event as the host names it, where it has several for one of ours
 */
export function untold(
  facts: AgentFacts,
  { event, decisions }: Judged,
  verdict: Verdict,
  own: unknown = null,
): readonly string[] {
  const rows = facts.events.filter(({ ours }) => ours === event);
  const row = rows.find(({ theirs }) => theirs === own) ?? rows[0];
  return asked(decisions, verdict).flatMap((ability) => {
    const way = row?.ways[ability];
    if (way === undefined || way.kind === 'works') return [];
    const what = `${facts.title}: ${WORDS[ability]} of ${event}`;
    return [way.kind === 'lost' ? `${what} has no effect: ${way.why}` : `${what}: ${way.instead}`];
  });
}

export const WORDS: Readonly<Record<Ability, string>> = {
  deny: 'a deny',
  ask: 'a question to the user',
  allow: 'an allow',
  updatedInput: 'a rewritten input',
  updatedOutput: 'a rewritten result',
  context: 'context',
  feedback: 'feedback',
  stop: '`continue: false`',
  continue: 'a block',
  systemMessage: 'a message to the user',
};

/** A payload that is Claude Code's but for the names of events and tools. */
export function readAsClaude(
  facts: AgentFacts,
  payload: Payload,
  fields: Fields = payload.fields,
): AgentRead {
  const theirs = fields['hook_event_name'] ?? payload.event;
  const row = facts.events.find((known) => known.theirs === theirs);
  const event = row === undefined ? ownName(theirs) : row.ours;
  if (event === null) return { kind: 'nothing' };
  const named = { ...fields, hook_event_name: event };
  const { tool_name: tool, tool_input: input } = fields;
  if (typeof tool !== 'string') return { kind: 'event', event, inputs: [named] };
  const cwd = typeof fields['cwd'] === 'string' ? fields['cwd'] : payload.cwd;
  const [first, ...others] = knownCalls(facts.tools, tool, input, cwd).map((call) => ({
    ...named,
    tool_name: call.name,
    tool_input: call.input,
  }));
  return { kind: 'event', event, inputs: [first ?? named, ...others] };
}

/** Why a call is denied where hooks rewrote it and its tool cannot be given that. */
export const NO_SUCH_INPUT =
  'A hook rewrote what this call would do, and its tool takes no such input. It did not run.';

const ownName = (name: unknown): EventName | null => EVENT_NAMES.find((known) => known === name) ?? null;

/** The input that hooks wrote, as the host's tool reads it; `null`: they wrote none, or none that it takes. */
export function rewritten(facts: AgentFacts, { payload, decisions, inputs }: Judged): Fields | null {
  const index = decisions.findIndex(({ updatedInput }) => updatedInput !== null);
  const written = decisions[index]?.updatedInput?.value;
  const tool = inputs[index]?.tool;
  const { tool_name: native, tool_input: own } = payload.fields;
  if (written === undefined || tool === null || tool === undefined || typeof native !== 'string') return null;
  return nativeInput(facts.tools, native, written, tool, own);
}
