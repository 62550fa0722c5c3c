// What a hook came to, as one mark; the same wherever runs are shown.
import type { RunHead } from '../../journal/index.js';
import type { Screen } from './screen.js';

export const MARKS = '✓ ran   ✗ denied, blocked or stopped   ? asked   ! failed   … in the background';

/** The mark of a run: what it decided counts more than how it ended. */
export function markOf(
  { failed, verdict, outcome }: Pick<RunHead, 'verdict' | 'outcome'> & { readonly failed: unknown },
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
      if (failed !== null) return screen.yellow('!');
      return outcome === 'background' ? '…' : screen.green('✓');
  }
}
