// What the rest of this folder knows of a connected client; the library behind it is loaded at the first need.

export interface McpClient {
  /** Calls a tool; rejects with a fault, or when the signal aborts, of which the server is told. */
  call(tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolAnswer>;
  /** Names of the tools that the server offers. */
  tools(signal: AbortSignal): Promise<readonly string[]>;
  /** While somebody waits for an answer the host's process stays. */
  hold(): () => void;
  /** The connection is of no use any more. */
  readonly lost: boolean;
  close(): Promise<void>;
}

export interface ToolAnswer {
  readonly text: string;
  /** The tool says that it failed. */
  readonly failed: boolean;
}
