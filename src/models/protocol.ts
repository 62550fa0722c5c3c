// What a protocol has to know; everything else is the same for all of them (service.ts).
import type { ModelReply, ModelRequest, ModelToolCall } from '../nouns.js';
import type { Json } from './json.js';
import type { Used } from './prices.js';
import type { Target } from './wire.js';

/** Something a server or model may not offer, and that a request can do without or say otherwise. */
export type Habit =
  /** No structured output: the schema is left out. */
  | 'no-schema'
  /** No tool can be forced: it is only offered. */
  | 'no-forced-tool'
  /** Answers only as a stream. */
  | 'stream'
  /** The other name for the limit of tokens. */
  | 'other-limit';

/** What a server said, before prices and names. */
export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  /** `null`: it does not say. */
  readonly model: string | null;
  /** `null`: it does not count. */
  readonly used: Used | null;
  readonly end: ModelReply['end'];
}

/** One protocol, spoken to one address. */
export interface Protocol {
  /** Where requests are sent, and with what. */
  readonly target: Target;
  /** The body of the request. */
  body(request: ModelRequest, model: string, habits: ReadonlySet<Habit>): Json;
  /** What a complaint about a request is about; `null`: nothing that can be done without. */
  habitBehind(complaint: string, body: Json): Habit | null;
  /** A text instead of an answer says why nobody can read it. */
  read(value: unknown, model: string): Answer | string;
  /** The events of a stream as the one value that would have come without streaming; `null`: it ended too early. */
  join(events: readonly unknown[]): unknown;
}
