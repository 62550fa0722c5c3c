// Which hook entries of a settings file belong to this package.
import { wordsOf } from '../guard/shell-words.js';
import { isRecord } from '../input/parse.js';
import { findSubcommand } from '../subcommands.js';

/** By the executable and its subcommand, in any directory and quoted or not; or a script of an older version. */
export function isOurCommand(command: string): boolean {
  const words = wordsOf(command) ?? command.split(/\s+/).filter((word) => word !== '');
  const [program = '', subcommand = ''] = words;
  const isExecutable = program.slice(program.lastIndexOf('/') + 1) === 'amplihack-hooks';
  return (
    (isExecutable && isSubcommand(subcommand)) ||
    words.some((word) => word.includes('tools/amplihack/hooks/') && word.endsWith('.py'))
  );
}

const isSubcommand = (word: string): boolean =>
  findSubcommand(word) !== null || ['--version', '-V', 'precommit-prefs'].includes(word);

/** One entry of a wrapper's `hooks` list. */
export const isOurEntry = (entry: unknown): boolean =>
  isRecord(entry) && typeof entry['command'] === 'string' && isOurCommand(entry['command']);

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
