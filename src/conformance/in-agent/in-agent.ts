// The engine behind another agent: its payload in, its answer out, and what comes of that there.
import { eventRow, type HookInput } from '../../events/index.js';
import {
  type Ability,
  type Agent,
  type AgentEvent,
  abilityInWords,
  type Heard,
  type Payload,
  type Reads,
  sentBy,
} from '../../hosts/agents/index.js';
import type { Decision } from '../../nouns.js';
import { plural } from '../../text/index.js';
import type { Difference } from '../expect/index.js';
import { abilityOf } from './abilities.js';
import { inEffect } from './effect.js';

type Fields = Readonly<Record<string, unknown>>;

/** An event as the agent tells it. */
export interface Told {
  readonly fields: readonly [Fields, ...Fields[]];
  readonly payload: Payload;
  readonly row: AgentEvent;
}

/** One test in one agent, with what it finds out beside its problems. */
export class InAgent {
  readonly #agent: Agent;
  readonly #reads: Reads;
  #rounds = 0;
  /** What the agent does otherwise, on the safer side. */
  readonly notes = new Set<string>();
  /** What was expected and was never measured. */
  readonly unmeasured = new Set<string>();
  /** Why the test says nothing about the agent; `null`: it does. */
  skipped: string | null = null;

  constructor(agent: Agent, reads: Reads) {
    const { title, measured } = agent.facts;
    if (measured === null) this.notes.add(`${title} was not measured: so its documents have it`);
    this.#agent = agent;
    this.#reads = reads;
  }

  /** Throws where the agent never tells of it. */
  async tell({ row: { name, moment } }: HookInput, event: Fields): Promise<Told> {
    const sent = await sentBy(this.#agent, name, event, {
      cwd: String(event['cwd'] ?? ''),
      env: {},
    });
    if (moment === 'turn-begins') this.#rounds = 0;
    if (sent.kind === 'never') {
      // A guard of a tool that is not there has nothing to guard.
      if (sent.lacks === 'tool') this.skipped = sent.why;
      throw new Error(sent.why);
    }
    const read = this.#agent.read(sent.payload);
    if (read.kind !== 'event') throw new Error(`${this.#agent.facts.title} tells hooks nothing of it`);
    return { fields: read.inputs, payload: sent.payload, row: sent.row };
  }

  /** What comes of the decisions about one event. */
  effect(
    { payload, row }: Told,
    inputs: readonly [HookInput, ...HookInput[]],
    decisions: readonly [Decision, ...Decision[]],
  ): Decision {
    const [{ event }] = decisions;
    const answer = this.#agent.answer({ payload, event, decisions, inputs });
    const decided = decisions.find(({ blocked, permission }) => blocked || permission === 'deny');
    const heard = this.#withinRounds(this.#reads(row.theirs, answer), event);
    return inEffect(decided ?? decisions[0], heard, row.ways.allow === undefined);
  }

  /** An agent that has let Stop hooks go on often enough ends the turn. */
  #withinRounds(heard: Heard, event: Decision['event']): Heard {
    const { stopRounds, title } = this.#agent.facts;
    if (eventRow(event).stops === null || heard.happens) return heard;
    this.#rounds += 1;
    if (stopRounds === null || this.#rounds <= stopRounds) return heard;
    this.notes.add(`${title} ends the turn itself after ${plural(stopRounds, 'round')} of Stop hooks`);
    return { ...heard, happens: true, model: '' };
  }

  /** A difference that only the agent makes: `null` where it is only worth a note. */
  judged(difference: Difference, { row }: Told, decision: Decision): Difference | null {
    const ability = abilityOf(difference.key, decision);
    const way = ability === null ? undefined : row.ways[ability];
    if (ability !== null && way?.kind === 'degraded') {
      this.notes.add(`${this.#what(ability, decision)}: ${way.instead}`);
      return null;
    }
    if (ability !== null && way?.kind === 'lost') {
      return { ...difference, why: `${this.#what(ability, decision)} has no effect: ${way.why}` };
    }
    const { measured, title } = this.#agent.facts;
    if (measured === null || row.measured === false || way?.measured === false) {
      const what = ability === null ? difference.key : abilityInWords(ability);
      this.unmeasured.add(`${what} of ${decision.event} was not measured in ${title}`);
      return null;
    }
    return difference;
  }

  #what(ability: Ability, { event }: Decision): string {
    return `${this.#agent.facts.title}: ${abilityInWords(ability)} of ${event}`;
  }
}
