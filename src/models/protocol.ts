// What a protocol has to know; everything else is the same for all of them (service.ts).
import type { ModelReply, ModelRequest, ModelToolCall } from '../nouns.js';
import { reasonOf } from '../text/index.js';
import type { Json } from './json.js';
import type { Used } from './prices.js';

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

/** The one call of a library that is used. */
export type Post = (body: Json, signal: AbortSignal) => Promise<Response>;

/** Loaded with the first request, and only once. */
export class Library {
  readonly #name: string;
  readonly #connect: () => Promise<Post>;
  #post: Promise<Post> | null = null;

  constructor(name: string, connect: () => Promise<Post>) {
    this.#name = name;
    this.#connect = connect;
  }

  /** `null`: it is there; else why it is not. */
  async load(): Promise<string | null> {
    try {
      await this.post();
      return null;
    } catch (error) {
      return `the library ${this.#name} cannot be loaded: ${reasonOf(error)}`;
    }
  }

  post(): Promise<Post> {
    this.#post ??= this.#connect();
    return this.#post;
  }
}

/** One protocol, spoken to one address. */
export interface Protocol {
  /** The body of the request. */
  body(request: ModelRequest, model: string, habits: ReadonlySet<Habit>): Json;
  /** Loads the library that does the sending, once; a text says why it cannot. */
  load(): Promise<string | null>;
  /** Sends it; `load` went well. Throws what the library throws for anything but a 2xx. */
  send(body: Json, signal: AbortSignal): Promise<Response>;
  /** What a complaint about a request is about; `null`: nothing that can be done without. */
  habitBehind(complaint: string, body: Json): Habit | null;
  /** A text instead of an answer says why nobody can read it. */
  read(value: unknown, model: string): Answer | string;
  /** The events of a stream as the one value that would have come without streaming; `null`: it ended too early. */
  join(events: readonly unknown[]): unknown;
}
