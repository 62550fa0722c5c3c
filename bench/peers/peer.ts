// Somebody else's hook system with some hooks, or a way to start their commands.

export interface Peer {
  readonly name: string;
  /** One event that all of the hooks match; throws where they did not run. */
  fire(): Promise<unknown>;
  close(): void;
}

/** What the hooks are: all match the event, and each is another command, so that nobody takes two for one. */
export interface Scene {
  readonly projectDir: string;
  readonly commands: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The event as JSON. */
  readonly stdin: Buffer;
}
