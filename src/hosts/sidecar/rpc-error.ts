// Errors as JSON-RPC carries them, and every code the sidecar uses.

export const CODES = {
  /** A line that is not JSON. */
  notJson: -32700,
  /** JSON that is no message: a batch, no `jsonrpc`, an id that is no id. */
  notAMessage: -32600,
  unknownMethod: -32601,
  wrongParams: -32602,
  /** A fault of whoever was asked. */
  fault: -32603,
  /** Nobody answered in time. */
  deadline: -32001,
  /** The first request must be `initialize`. */
  notInitialized: -32002,
  initializedAlready: -32003,
  noCommonVersion: -32004,
  unknownSession: -32005,
  sessionExists: -32006,
  /** After `shutdown`, or when the other side is gone. */
  ending: -32007,
  /** A line beyond the limit; it was not read. */
  lineTooLong: -32008,
  /** Whoever asked no longer wanted to know. */
  cancelled: -32800,
} as const;

/** An answer that is an error. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown = undefined) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}
