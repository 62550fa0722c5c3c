// Requests, clocks and replies as tests need them.
import type { ModelFailure, ModelReply, ModelRequest } from '../../nouns.js';
import type { Clock } from '../service.js';

export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: null,
    system: 'You judge.',
    messages: [{ role: 'user', text: 'Is it ok?' }],
    tools: [],
    toolChoice: 'auto',
    schema: null,
    maxTokens: 1000,
    signal: new AbortController().signal,
    ...more,
  };
}

export interface TestClock extends Clock {
  /** Every wait that was asked for. */
  readonly waits: readonly number[];
}

/** Waits at once: time goes on by what was asked for. */
export function testClock(random = 0): TestClock {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    now: () => now,
    sleep: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
    random: () => random,
  };
}

export function reply(answer: ModelReply | ModelFailure): ModelReply {
  if (!answer.ok) throw new Error(`a failure instead of a reply: ${answer.kind}: ${answer.message}`);
  return answer;
}

export function failure(answer: ModelReply | ModelFailure): ModelFailure {
  if (answer.ok) throw new Error(`a reply instead of a failure: ${answer.text}`);
  return answer;
}
