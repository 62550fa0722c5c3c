// A hook that `dispatch --host` runs: payloads and answers are translated, so only what the agent itself cannot do is missing.
import {
  type Ability,
  type AgentEvent,
  type AgentFacts,
  abilityInWords,
  type Way,
} from '../hosts/agents/index.js';
import { degraded, lost, type Note, type PortableHook, type Ported, together } from './report.js';
import { selectionNotes } from './tools.js';
import { BLOCKS, wishesOf } from './wishes.js';

/** How often Claude Code itself lets Stop hooks go on. */
const ROUNDS = 8;

export function portedByDispatch(hook: PortableHook, facts: AgentFacts): Ported {
  const rows = rowsOf(hook, facts);
  const wishes = wishesOf(hook);
  const measured = facts.measured !== null && isMeasured(rows, wishes);
  if (rows.length === 0) return together([lost(noEvent(hook, facts))], facts.measured !== null);
  const notes = [
    ...selectionNotes(hook, facts),
    ...wishes.flatMap((wish) => wishNotes(wish, rows)),
    ...(wishes.includes('continue') ? roundNotes(facts) : []),
  ];
  return together(notes, measured);
}

/** The events of the agent that such a hook hears; one that another event tells too is not counted. */
export const rowsOf = ({ event }: PortableHook, { events }: AgentFacts): readonly AgentEvent[] =>
  events.filter(({ ours, toldBy }) => ours === event && toldBy === undefined);

export const noEvent = ({ event }: PortableHook, { title }: AgentFacts): string =>
  `it never runs: ${title} has no event like ${event}`;

const isMeasured = (rows: readonly AgentEvent[], wishes: readonly Ability[]): boolean =>
  rows.every((row) => row.measured !== false && wishes.every((wish) => row.ways[wish]?.measured !== false));

/** Where one event of ours is several of the agent, it may be heard at one and not at the other. */
export function wishNotes(wish: Ability, rows: readonly AgentEvent[]): readonly Note[] {
  const ways = rows.map(({ ways }): Way => ways[wish] ?? { kind: 'works' });
  const [bad] = ways.filter((way) => way.kind !== 'works');
  if (bad === undefined) return [];
  const what = abilityInWords(wish);
  if (bad.kind === 'degraded') return [degraded(`${what}: ${bad.instead}`)];
  const said = `${what} has no effect: ${bad.why}`;
  // What it forbids happens: then it is no guard. Whatever else is not heard, it has run.
  const isLost = BLOCKS.includes(wish) && ways.every(({ kind }) => kind === 'lost');
  return [isLost ? lost(said) : degraded(said)];
}

/** None at all is said by the event itself. */
export function roundNotes({ stopRounds, title }: AgentFacts): readonly Note[] {
  if (stopRounds === null || stopRounds === 0 || stopRounds >= ROUNDS) return [];
  return [
    degraded(
      `${title} ends the turn itself after ${stopRounds === 1 ? 'one round' : `${stopRounds} rounds`}`,
    ),
  ];
}
