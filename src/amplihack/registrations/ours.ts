// Which hook entries of a settings file belong to this package.

import { isRecord } from '../../text/index.js';
import { wordsOf } from '../guard/shell-words.js';
import { findSubcommand } from '../subcommands.js';

export type OurCommand =
  | { readonly kind: 'executable'; readonly program: string; readonly subcommand: string }
  /** A script of an older version. */
  | { readonly kind: 'script' };

/** By the executable and its subcommand, in any directory and quoted or not; or a script. `null`: somebody else's. */
export function ourCommand(command: string): OurCommand | null {
  const words = wordsOf(command) ?? command.split(/\s+/).filter((word) => word !== '');
  const [program = '', subcommand = ''] = words;
  const isExecutable = program.slice(program.lastIndexOf('/') + 1) === 'amplihack-hooks';
  if (isExecutable && isSubcommand(subcommand)) return { kind: 'executable', program, subcommand };
  const isScript = words.some((word) => word.includes('tools/amplihack/hooks/') && word.endsWith('.py'));
  return isScript ? { kind: 'script' } : null;
}

export const isOurCommand = (command: string): boolean => ourCommand(command) !== null;

const isSubcommand = (word: string): boolean =>
  findSubcommand(word) !== null || ['--version', '-V', 'precommit-prefs'].includes(word);

/** What one entry of a wrapper's `hooks` list runs; `null`: it is not ours. */
export const ourEntry = (entry: unknown): OurCommand | null =>
  isRecord(entry) && typeof entry['command'] === 'string' ? ourCommand(entry['command']) : null;

export const isOurEntry = (entry: unknown): boolean => ourEntry(entry) !== null;

/** A settings file with at least one entry of ours, under any event. */
export function holdsOurs(settings: unknown): boolean {
  const hooks = isRecord(settings) ? settings['hooks'] : null;
  if (!isRecord(hooks)) return false;
  return Object.values(hooks).some(
    (list) =>
      Array.isArray(list) &&
      list.some(
        (wrapper) =>
          isRecord(wrapper) && Array.isArray(wrapper['hooks']) && wrapper['hooks'].some(isOurEntry),
      ),
  );
}
