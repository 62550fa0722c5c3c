// What answers to all hosts have in common.
import { isDeepStrictEqual } from 'node:util';
import { EVENT_NAMES, type EventName } from '../../events/index.js';
import { keepNumbers, writeExactly } from '../../text/index.js';
import type { Ability, AgentAnswer, AgentFacts, AgentRead, Fields, Judged, Payload } from './agent.js';
import { knownCalls, nativeInput } from './tools.js';
import { asked, isRewritten, type Verdict } from './verdict.js';

/** An answer in JSON with exit code 0; without fields nothing is said. */
export const inJson = (fields: Fields): Pick<AgentAnswer, 'exitCode' | 'stdout' | 'stderr'> => ({
  exitCode: 0,
  stdout: Object.keys(fields).length === 0 ? '' : `${writeExactly(fields)}\n`,
  stderr: '',
});

/** A field that is there only with a value. */
export const given = (name: string, value: unknown): Fields =>
  value === null || value === undefined || value === '' ? {} : { [name]: value };

/** Fields under the names that hooks know them by. */
export function renamed(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  const nameOf = (name: string): string => (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
  const own = Object.entries(fields).map(([name, value]) => [nameOf(name), value] as const);
  return keepNumbers(fields, Object.fromEntries(own), nameOf);
}

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

/** What hooks ask for, in words. */
export const abilityInWords = (ability: Ability): string => WORDS[ability];

/** A payload that is Claude Code's but for the names of events and tools. */
export function readAsClaude(
  facts: AgentFacts,
  payload: Payload,
  fields: Fields = payload.fields,
): AgentRead {
  const theirs = fields['hook_event_name'] ?? payload.event;
  if (typeof theirs !== 'string' || theirs === '') return { kind: 'refused', event: null, why: NO_NAME };
  const row = facts.events.find((known) => known.theirs === theirs);
  const event = row === undefined ? ownName(theirs) : row.ours;
  if (event === null) return { kind: 'nothing' };
  const named = keepNumbers(payload.fields, { ...fields, hook_event_name: event });
  const { tool_name: tool, tool_input: input } = fields;
  if (typeof tool !== 'string') return { kind: 'event', event, inputs: [named] };
  const cwd = typeof fields['cwd'] === 'string' ? fields['cwd'] : payload.cwd;
  const [first, ...others] = knownCalls(facts.tools, tool, input, cwd).map((call) =>
    keepNumbers(named, { ...named, tool_name: call.name, tool_input: call.input }),
  );
  return { kind: 'event', event, inputs: [first ?? named, ...others] };
}

const NO_NAME = '"hook_event_name" must name the event; it is missing';

const ownName = (name: string): EventName | null => EVENT_NAMES.find((known) => known === name) ?? null;

/** The input that hooks wrote, as the host's tool reads it; `null`: they wrote none, or none that it takes. */
export function rewritten(facts: AgentFacts, { payload, decisions, inputs }: Judged): Fields | null {
  const { tool_name: native, tool_input: own } = payload.fields;
  if (typeof native !== 'string') return null;
  const isText = facts.tools.some(
    (tool) => tool.native === native && (tool.patch ?? tool.addresses) !== undefined,
  );
  const [first = null, ...others] = decisions.flatMap(({ updatedInput }, index) => {
    const tool = inputs[index]?.tool ?? null;
    if (updatedInput === null || tool === null) return [];
    const input = nativeInput(facts.tools, native, updatedInput.value, tool, own);
    // A new patch may change files that no hook was asked about, and a new text name other addresses.
    return [isText && !isDeepStrictEqual(input, own) ? null : input];
  });
  // Hooks that were asked about parts of one call may each want another call, and there is only one.
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : null;
}

export const NO_SUCH_INPUT =
  'A hook rewrote what this call would do, and its tool takes no such input. It did not run.';

/**
 * For a host that runs a call as it is or not at all: why a call that hooks rewrote is denied, and how to make it. `null`: it is
 * as they want it.
 */
export function refusalOfRewrite(facts: AgentFacts, judged: Judged): string | null {
  if (!isRewritten(judged.decisions)) return null;
  const input = rewritten(facts, judged);
  if (input === null) return NO_SUCH_INPUT;
  if (isDeepStrictEqual(input, judged.payload.fields['tool_input'])) return null;
  return `A hook rewrote the input of this call, which ${facts.title} cannot apply. It did not run. Make the call again with exactly this input: ${writeExactly(input)}`;
}

/**
 * Whether a variable of the environment that names a session is about the one of a payload: programs that a host starts inherit it,
 * another host among them.
 */
export const isOfSession = ({ session_id: session }: Fields, variable: string | undefined): boolean =>
  variable !== undefined && variable !== '' && variable === session;
