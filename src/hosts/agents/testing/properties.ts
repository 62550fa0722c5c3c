// What holds in every host, by the model of its reading.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Agent, Judged, Payload } from '../agent.js';
import { type Heard, isBlocked, type Reads } from '../heard.js';
import { judgedThat, type Want } from './decisions.js';

/** Whatever hooks say beside it, what they want is blocked. */
export function blocksWhateverElse(agent: Agent, reads: Reads, payload: Payload, want: Want): void {
  forAny(agent, reads, payload, want, (heard) => expect(heard).toSatisfy(isBlocked));
}

/** What a host hears of any decision that wants this. */
export function forAny(
  agent: Agent,
  reads: Reads,
  payload: Payload,
  want: Want,
  holds: (heard: Heard, judged: Judged) => void,
): void {
  fc.assert(
    fc.property(judgedThat(agent, payload, want), (judged) => {
      holds(hearing(reads, judged, agent), judged);
    }),
  );
}

/** What a host hears of what it asked about. */
export function hearing(reads: Reads, judged: Judged, agent: Agent): Heard {
  const { hook_event_name: name = judged.payload.event } = judged.payload.fields;
  return reads(String(name), agent.answer(judged));
}
