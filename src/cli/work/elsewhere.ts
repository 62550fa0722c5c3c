// Hooks of other tools that are not read here: who has none of their own wants to know, and how to take them over.
import { type Check, inArea } from '../../doctor/index.js';
import type { Elsewhere, Journey, Left } from '../../plugins/migrate/index.js';
import { hooksElsewhere, titleOf } from '../../plugins/migrate/index.js';
import { plural, shellWord } from '../../text/index.js';
import type { Call } from '../command.js';
import { textFlag } from '../options/flags.js';

/** What is there, and the commands that take it over. */
export interface Offer {
  readonly tool: Elsewhere['tool'];
  readonly scope: Elsewhere['scope'];
  readonly what: string;
  readonly commands: readonly string[];
}

/** All that other tools have, in words. */
export function offers(call: Call, places: Omit<Journey, 'to' | 'scope'>): readonly Offer[] {
  return hooksElsewhere(places).flatMap(({ tool, scope, files, left }): Offer[] => {
    const there = files.map(({ file, hooks }) => `${plural(hooks, 'hook')} in ${file}`);
    const of = `${titleOf(tool)} has`;
    return [
      ...(there.length === 0
        ? []
        : [{ tool, scope, what: `${of} ${there.join(' and ')}`, commands: [moving(call, tool, scope)] }]),
      ...left
        .filter(isOffered)
        .map(({ what, commands }) => ({ tool, scope, what: `${of} ${what}`, commands })),
    ];
  });
}

/** What cannot be taken over by a command is told by `migrate`, with the reason. */
const isOffered = ({ commands }: Left): boolean => commands.length > 0;

/** The folders that were named are named again. */
function moving({ options }: Call, tool: Elsewhere['tool'], scope: Elsewhere['scope']): string {
  const named = ['project', 'home'].flatMap((name) => {
    const value = textFlag(options, name);
    return value === null ? [] : [` --${name} ${shellWord(value)}`];
  });
  return `amplifier-hooks migrate --from ${tool}${scope === 'user' ? ' --scope user' : ''}${named.join('')}`;
}

const { warn } = inArea('sources');

/** The same as findings of the doctor. */
export const elsewhereCheck =
  (call: Call): Check =>
  async (settled, { hooks, quarantined }) => {
    if (hooks.length + quarantined.length > 0) return [];
    return offers(call, settled).map(({ what, commands }) =>
      warn(`${what}, not read here`, `Take them over: ${commands.join('; ')}`),
    );
  };
