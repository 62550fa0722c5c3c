// The journal of a command that runs hooks, unless the user does not want one.
import type { Journal } from '../nouns.js';
import { openJournal } from './journal.js';
import type { JournalProblem } from './problem.js';

const OFF = new Set(['off', '0', 'false', 'no']);

/** A journal, or `null` where `AMPLIFIER_HOOKS_JOURNAL` is `off`. */
export function journalFor(
  env: Readonly<Record<string, string | undefined>>,
  stateDir: string,
  projectDir: string,
  onProblem: (problem: JournalProblem) => void = () => undefined,
): Journal | null {
  const wish = env['AMPLIFIER_HOOKS_JOURNAL']?.trim().toLowerCase() ?? '';
  return OFF.has(wish) ? null : openJournal({ stateDir, projectDir, onProblem });
}
