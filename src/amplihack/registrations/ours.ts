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

export interface OurRegistration {
  readonly event: string;
  readonly ours: OurCommand;
}

/** Every entry of ours in a settings file, under any event. */
export function oursIn(settings: unknown): readonly OurRegistration[] {
  const hooks = isRecord(settings) ? settings['hooks'] : null;
  if (!isRecord(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) =>
    itemsOf(list)
      .flatMap((wrapper) => (isRecord(wrapper) ? itemsOf(wrapper['hooks']) : []))
      .flatMap((entry) => {
        const ours = ourEntry(entry);
        return ours === null ? [] : [{ event, ours }];
      }),
  );
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
