// The journal that an environment asks for.
import { homeOf } from '../files/index.js';
import type { Journal } from '../nouns.js';
import { type JournalOptions, openJournal } from './journal.js';
import type { JournalProblem } from './problem.js';

const OFF = new Set(['off', '0', 'false', 'no']);

/**
 * A journal, or `null` where `AMPLIFIER_HOOKS_JOURNAL` is `off` and nobody else listens; with `full` it keeps what hooks are given
 * as it is.
 */
export function journalFor(
  env: Readonly<Record<string, string | undefined>>,
  stateDir: string,
  projectDir: string,
  onProblem: (problem: JournalProblem) => void = () => undefined,
  more: Pick<JournalOptions, 'repeated' | 'brief' | 'listener' | 'full'> = {},
): Journal | null {
  const wish = env['AMPLIFIER_HOOKS_JOURNAL']?.trim().toLowerCase() ?? '';
  const enabled = !OFF.has(wish);
  if (!enabled && more.listener === undefined) return null;
  const { path: home, missing } = homeOf(env);
  return openJournal({
    stateDir,
    projectDir,
    home: missing === null ? home : null,
    full: wish === 'full',
    enabled,
    onProblem,
    ...more,
  });
}
