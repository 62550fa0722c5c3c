// Why a call came to nothing, told apart for the outcome of a hook.
import type { LaunchFailed } from '../command/launch.js';

export type FaultKind =
  /** The server may not be called there. */
  | 'refused'
  /** No connection, or it ended before the answer. */
  | 'unreachable'
  /** The server answered with an error. */
  | 'rejected'
  /** The server said something that is not MCP, or too much. */
  | 'garbled'
  /** The server has forgotten the session; nothing was done yet. */
  | 'session-lost';

export class McpFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The program of a server could not be started. */
export class NotStarted extends Error {
  readonly failure: LaunchFailed;

  constructor(failure: LaunchFailed) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Long texts of others are quoted by their beginning. */
export const shortened = (text: string, longest = 2000): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;
