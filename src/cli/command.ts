// What a command of the command line consists of.
import type { Command } from 'commander';
import type { Io } from './io.js';

/** One command: its words, and what it does. Loaded only when it is called. */
export interface CommandModule {
  /** Arguments, options and examples. */
  define(command: Command): void;
  /** Does it; returns the exit code. Throws `UserError` for what the user can put right. */
  run(call: Call): Promise<number>;
}

export interface Call {
  readonly args: readonly string[];
  /** As commander parsed them; each command reads its own with the functions of flags.ts. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly io: Io;
}
