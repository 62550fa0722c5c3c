// The facts of a host in words, for its page and for who asks about it.
import type { AgentEvent, AgentFacts, Way } from './agent.js';
import { WORDS } from './answering.js';

/** An event of a host, and what hooks must know of it there. */
export interface EventInWords {
  readonly theirs: string;
  /** The event that hooks are written for; `null`: none hears it. */
  readonly ours: string | null;
  /** What is not as in Claude Code, or was not seen there, a sentence each; empty: nothing. */
  readonly differs: readonly string[];
}

export interface HostInWords {
  readonly title: string;
  /** Where this is known from. */
  readonly measured: string;
  readonly events: readonly EventInWords[];
  /** Tools under other names: its own, the one that hooks know, and what must be said of it, or nothing. */
  readonly tools: readonly (readonly [string, string, string])[];
  readonly limits: readonly string[];
}

export const inWords = (facts: AgentFacts): HostInWords => ({
  title: facts.title,
  measured: facts.measured === null ? UNSEEN : `As measured in version ${facts.measured}.`,
  events: facts.events.map(eventInWords),
  tools: facts.tools
    .filter(({ native, name }) => native !== name)
    .map(({ native, name, measured }) => [native, name, measured === false ? ' (not measured)' : '']),
  limits: [
    ...facts.limits,
    facts.stopRounds === null
      ? 'It lets Stop hooks go on without end, so amplifier-hooks ends that after eight rounds in a row.'
      : `It ends a turn itself when Stop hooks have blocked ${facts.stopRounds} times.`,
  ],
});

function eventInWords({ theirs, ours, ways, measured }: AgentEvent): EventInWords {
  const differs = Object.entries(WORDS).flatMap(([ability, words]) => {
    const way = Object.entries(ways).find(([name]) => name === ability)?.[1];
    return way === undefined ? [] : wayInWords(sentence(words), way);
  });
  return { theirs, ours, differs: measured === false ? [UNSEEN, ...differs] : differs };
}

const UNSEEN = 'Not measured: this is what its documents say.';

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

function wayInWords(what: string, way: Way): readonly string[] {
  const seen = way.measured === false ? ' (not measured)' : '';
  if (way.kind === 'lost') return [`${what} has no effect: ${way.why}${seen}.`];
  if (way.kind === 'degraded') return [`${what}: ${way.instead}${seen}.`];
  return way.measured === false ? [`${what} was not measured.`] : [];
}
