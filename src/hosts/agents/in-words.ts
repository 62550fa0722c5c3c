// The facts of a host in words, for its page and for who asks about it.
import type { AgentEvent, AgentFacts, Way } from './agent.js';
import { WORDS } from './answering.js';

/** An event of a host, and what hooks must know of it there. */
export interface EventInWords {
  readonly theirs: string;
  /** The event that hooks are written for; `null`: none hears it. */
  readonly ours: string | null;
  /** What is not as in Claude Code, a sentence each; empty: nothing. */
  readonly differs: readonly string[];
}

export interface HostInWords {
  readonly title: string;
  /** Where this is known from. */
  readonly measured: string;
  readonly events: readonly EventInWords[];
  /** Tools under other names: its own, and the one that hooks know. */
  readonly tools: readonly (readonly [string, string])[];
  readonly limits: readonly string[];
}

export const inWords = (facts: AgentFacts): HostInWords => ({
  title: facts.title,
  measured:
    facts.measured === null
      ? 'Not measured: this is what its documents say.'
      : `As measured in version ${facts.measured}.`,
  events: facts.events.map(eventInWords),
  tools: facts.tools.filter(({ native, name }) => native !== name).map(({ native, name }) => [native, name]),
  limits: [
    ...facts.limits,
    facts.stopRounds === null
      ? 'It lets Stop hooks go on without end, so amplifier-hooks ends that after eight rounds in a row.'
      : `It ends a turn itself when Stop hooks have blocked ${facts.stopRounds} times.`,
  ],
});

function eventInWords({ theirs, ours, ways }: AgentEvent): EventInWords {
  const differs = Object.entries(WORDS).flatMap(([ability, words]) => {
    const way = Object.entries(ways).find(([name]) => name === ability)?.[1];
    return way === undefined || way.kind === 'works' ? [] : [`${sentence(words)}${wayInWords(way)}`];
  });
  return { theirs, ours, differs };
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const wayInWords = (way: Exclude<Way, { readonly kind: 'works' }>): string =>
  way.kind === 'lost' ? ` has no effect: ${way.why}.` : `: ${way.instead}.`;
