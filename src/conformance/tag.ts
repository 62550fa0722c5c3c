// The tag of a hook: the name under which its script notes that it ran.
import type { Hook } from '../nouns.js';

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
