// What was seen of one start of a host.
import type { Message } from './model/dialect.js';

/** An event that the host told us of, and our answer. */
export interface Exchange {
  /** `--event` of the command line, where the host does not name the event; `null`: it does. */
  readonly event: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** `null`: we were ended before. */
  readonly answer: Answer | null;
}

export interface Answer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Seen {
  /** Files of the project by name, with what is in them. */
  readonly files: Readonly<Record<string, string | undefined>>;
  /** Messages to the model that hold the words of the hook. */
  readonly told: readonly Message[];
  /** The words of the hook were printed for the user. */
  readonly printed: boolean;
  /** How often the model was asked what to do; titles and the like do not count. */
  readonly requests: number;
  /** It ended by itself. */
  readonly ended: boolean;
  /** Its exit code; `null`: a signal ended it. */
  readonly exitCode: number | null;
  /** The events that hooks could be asked about, under Claude Code's names. */
  readonly asked: readonly string[];
}
