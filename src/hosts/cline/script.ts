// The programs that Cline runs for its events, as they are installed: one an event, named like it.
import { shellWord } from '../../text/index.js';

/**
 * The text of the program of an event.
 *
 * Cline runs the tool whatever becomes of a hook, unless it prints that the call is cancelled. So that a call is not made
 * because nobody could be asked, the program prints that itself where ours is gone, breaks down or is killed.
 *
 * @param command the program and its first arguments
 * @param words further ones, behind those that say who asks
 */
export function hookScript(event: string, command: readonly string[], words: readonly string[] = []): string {
  const ask = [...command, 'dispatch', '--host', 'cline', '--event', event, ...words]
    .map(shellWord)
    .join(' ');
  const run =
    event === 'PreToolUse'
      ? `answer=$(${ask}) || answer=${shellWord(JSON.stringify({ cancel: true, errorMessage: UNJUDGED }))}\nprintf '%s\\n' "$answer"`
      : `exec ${ask}`;
  return `${HEAD}${run}\n`;
}

const HEAD =
  '#!/bin/sh\n# Runs the hooks of amplifier-hooks for Cline. Written by `amplifier-hooks connect cline`.\n';

export const isHookScript = (text: string): boolean => text.startsWith(HEAD);

const UNJUDGED = 'The hooks of this call could not be asked, so it did not run.';
