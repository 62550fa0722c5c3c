// What a session of Amplifier needs from whoever connects it, and what it gives back. Types only.
import type { EventData, HookResult } from '../../kernel/index.js';
import type { Recipe, Severity } from '../../nouns.js';
import type { NewExports } from '../exports.js';
import type { Gapped } from './gaps.js';

/** The way to the host, for what a HookResult cannot carry. */
export interface HostPort {
  /** Shows the user a message at once. */
  show(message: string, level: Severity, source: string): void;
  /** Makes the agent go on with this text instead of stopping. */
  steer(text: string): Promise<{ readonly accepted: boolean; readonly why: string | null }>;
  /** Lends the process of the hook that runs for the next call of a tool; the host starts it ahead. */
  lend?(offer: Offer): void;
  /** Takes back what was lent. */
  recall?(loans: readonly number[]): void;
}

/** A process that a host may start, and let through with what the hook is to read. */
export interface Offer {
  readonly loan: number;
  readonly tool: string;
  readonly recipe: Recipe;
  readonly input: Gapped;
}

/** How a process ended. Neither: nobody knows. */
export interface LoanEnd {
  readonly code: number | null;
  readonly signal: number | null;
}

/** The host let the process of a hook through, so long ago, in milliseconds. */
export interface LoanCall {
  readonly loan: number;
  readonly pid: number;
  readonly ago: number;
  /** Left out: it runs. */
  readonly end?: LoanEnd;
}

export interface SessionAbout {
  readonly session: string;
  /** The session that started this one; `null`: a person's own session. */
  readonly parent: string | null;
  readonly cwd: string;
  readonly transcript: string | null;
  /** A tool call or prompt whose hooks could not be asked is denied; default `false`. */
  readonly failClosed?: boolean;
}

export interface EventReply extends NewExports {
  /** `null`: nothing to say, the same as `continue`. */
  readonly result: HookResult | null;
}

export interface AmplifierSession {
  /** Amplifier's events worth sending now: those that a hook, or something that waits to be delivered, needs. */
  events(): readonly string[];
  /** Tools whose `tool:pre` is not worth sending now: no hook can match, and nothing waits for it. */
  passing(): readonly string[];
  /** Whether hooks judge tool calls. */
  judged(): boolean;
  /** So many calls of these tools were not sent. */
  passed(tools: Readonly<Record<string, number>>): void;
  /** Runs the hooks of an event and says what the host has to do. Never rejects. */
  handle(
    event: string,
    data: Readonly<EventData>,
    signal?: AbortSignal | null,
    call?: LoanCall,
  ): Promise<EventReply>;
  /** The host went on: the hook of this call had nothing to say. */
  ran(event: string, data: Readonly<EventData>, call: LoanCall): Promise<void>;
  /** How a process ended that was let through. */
  ended(loan: number, end: LoanEnd): void;
  /** The host does not use these. `failed`: it could not. */
  unused(loans: readonly number[], failed: boolean): void;
  /** The event of this call is given up: what was let through for it is ended. */
  unjudged(call: LoanCall | undefined): void;
  /** Takes back what may not be used any more. */
  recall(): void;
  close(): Promise<void>;
}
