// The tag of a hook: the name under which its script notes that it ran.
import type { Hook } from '../nouns.js';
import { EXPECTATIONS, type Expectation } from './expect/index.js';

// A script that serves several hooks is told its tag as its first argument.
// The look-behind keeps the search linear: commands of vectors can be very long.
const SCRIPT = /(?<![\w-])([\w-]+)\.sh["']?(?:\s+([A-Z]\w*))?/;

/** The tag in the command of a hook, or its whole command line where it runs no tagged script. */
export function tagOf(hook: Hook): string {
  const { handler } = hook;
  if (handler.type !== 'command') return handler.type;
  const line = [handler.command, ...(handler.args ?? [])].join(' ');
  const [, script, argument] = SCRIPT.exec(line) ?? [];
  return argument ?? script ?? line;
}

export interface Dialect {
  /** Every key of `expect`. */
  readonly rules: Readonly<Record<string, Expectation>>;
  /** The name by which expectations call a hook. */
  readonly tagOf: (hook: Hook) => string;
  /** Who says that a hook ran: its script, which notes it, or the engine. */
  readonly starts: 'noted' | 'seen';
}

/** Vectors about the engine. */
export const VECTORS: Dialect = { rules: EXPECTATIONS, tagOf, starts: 'noted' };
