// What a scripted model says, and the forms in which hosts ask for it.

/** A call that the model makes. A text is the input of a tool that takes no fields. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** What a host sent, as far as the script needs to know it. */
export interface Asked {
  /** The names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** How many calls the model has made before. */
  readonly calls: number;
  /** What the model reads, one text a message. */
  readonly messages: readonly Message[];
  readonly streaming: boolean;
}

export interface Message {
  readonly role: string;
  readonly text: string;
}

/** What the model answers: a call, or that it is done. */
export type Reply = { readonly call: ToolCall; readonly id: string } | { readonly text: string };

/** The interface of one provider. */
export interface Dialect {
  /** Whether a request is one for an answer of the model. */
  fits(path: string): boolean;
  read(body: Fields, path: string): Asked;
  /** The whole body of the response. */
  write(reply: Reply, asked: Asked): string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Server-sent events without a name. */
export const dataLines = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');

/** Server-sent events that are named by their `type`. */
export const namedEvents = (events: readonly (Fields & { readonly type: string })[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

export const jsonOf = (input: ToolCall['input']): string =>
  typeof input === 'string' ? input : JSON.stringify(input);
