// What a session of Amplifier needs from whoever connects it, and what it gives back. Types only.
import type { EventData, HookResult } from '../../kernel/index.js';
import type { Severity } from '../../nouns.js';
import type { NewExports } from '../exports.js';

/** The way to the host, for what a HookResult cannot carry. */
export interface HostPort {
  /** Shows the user a message at once. */
  show(message: string, level: Severity, source: string): void;
  /** Makes the agent go on with this text instead of stopping. */
  steer(text: string): Promise<{ readonly accepted: boolean; readonly why: string | null }>;
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
  handle(event: string, data: Readonly<EventData>, signal?: AbortSignal | null): Promise<EventReply>;
  close(): Promise<void>;
}
