// What a hook came to, as one mark; the same wherever runs are shown.
import type { RunHead } from '../../journal/index.js';
import type { Screen } from './screen.js';

export const OBSERVED = '◌';

export const MARKS = `✓ ran   ✗ denied, blocked or stopped   ? asked   ! failed   … in the background   ${OBSERVED} only observed`;

/** The mark of a run: what it decided counts more than how it ended. */
export function markOf(
  {
    failed,
    verdict,
    outcome,
    exitCode,
  }: Pick<RunHead, 'verdict' | 'outcome' | 'exitCode'> & { readonly failed: unknown },
  screen: Screen,
): string {
  switch (verdict) {
    case 'deny':
    case 'block':
    case 'stop':
      return screen.red('✗');
    case 'ask':
    case 'defer':
      return screen.yellow('?');
    default:
      // Where nothing can be held up any more, it still objects.
      if (outcome === 'finished' && exitCode === 2) return screen.red('✗');
      if (failed !== null) return screen.yellow('!');
      return outcome === 'background' ? '…' : screen.green('✓');
  }
}
