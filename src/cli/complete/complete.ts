// What can stand at the cursor of a command line: commands, options, events, hook ids.
import { Command, type Option } from 'commander';
import { handlerInWords, loadGeneration } from '../../config/index.js';
import { EVENT_NAMES, eventRow } from '../../events/index.js';
import { homeOf } from '../../files/index.js';
import { placesOf, readLock } from '../../plugins/index.js';
import { schemaNames } from '../../schema/index.js';
import { shown, shownBlock } from '../../text/index.js';
import type { CommandModule } from '../command.js';
import { EXIT, type Io } from '../io.js';
import { projectHere } from '../options/flags.js';
import { settledOptions } from '../options/settled.js';
import { SHELLS } from './shells.js';

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Prints a line for each candidate, the word and a tab and what it is. `words`: after the program, the last unfinished. */
export async function complete(
  words: readonly string[],
  commands: readonly Entry[],
  io: Io,
): Promise<number> {
  const current = words.at(-1) ?? '';
  const found = (await candidates(words, commands, io)).filter(({ word }) => word.startsWith(current));
  // The shell shows both. A word that cannot be shown as it is cannot be typed either.
  const typed = found.filter(({ word }) => shown(word) === word);
  for (const { word, about } of typed)
    io.stdout.data(`${word}\t${shownBlock(about).replace(/\s+/g, ' ').slice(0, 80)}\n`);
  return EXIT.fine;
}

async function candidates(
  words: readonly string[],
  commands: readonly Entry[],
  io: Io,
): Promise<readonly Candidate[]> {
  const [name, ...rest] = words;
  const current = words.at(-1) ?? '';
  const entry = commands.find((one) => one.name === name);
  if (rest.length === 0 || entry === undefined)
    return rest.length > 0 ? [] : commands.map((one) => ({ word: one.name, about: one.summary }));

  const command = new Command(entry.name);
  (await entry.load()).define(command);
  const before = rest.slice(0, -1);
  const waiting = optionNamed(command, before.at(-1) ?? '');
  if (waiting !== null && (waiting.required || waiting.optional))
    return valuesOf(waiting, entry.name, before, io);
  if (current.startsWith('-')) {
    const options = command.options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ word: long, about: description }],
    );
    return [...options, { word: '--help', about: 'display help for command' }];
  }
  return argumentsOf(entry.name, before, io);
}

const optionNamed = (command: Command, word: string): Option | null =>
  command.options.find((option) => option.long === word || option.short === word) ?? null;

/** Where nothing is offered the shell offers files. */
function valuesOf(option: Option, command: string, words: readonly string[], io: Io): readonly Candidate[] {
  if (option.argChoices !== undefined) return option.argChoices.map((word) => ({ word, about: '' }));
  switch (option.long) {
    case '--event':
      return command === 'explain' ? [] : events();
    case '--hook':
      return hooks(words, io);
    case '--owner':
      return hooks(words, io).filter(({ about }) => about === PLUGIN);
    default:
      return [];
  }
}

function argumentsOf(command: string, words: readonly string[], io: Io): readonly Candidate[] {
  switch (command) {
    case 'run':
    case 'explain':
      return events();
    case 'enable':
    case 'disable':
      return hooks(words, io);
    case 'update':
    case 'uninstall':
      return installed(io);
    case 'new':
      return words.length === 0 ? [{ word: PLUGIN, about: 'a plugin that can be shared' }] : [];
    case 'schema':
      return schemaNames().map((word) => ({ word, about: '' }));
    case 'completion':
      return SHELLS.map((word) => ({ word, about: '' }));
    default:
      return [];
  }
}

const events = (): readonly Candidate[] => EVENT_NAMES.map((word) => ({ word, about: eventRow(word).fires }));

const PLUGIN = 'plugin';

/** Plugins that lock files name; one that cannot be read names none. */
function installed(io: Io): readonly Candidate[] {
  const places = placesOf({ projectDir: projectHere(io), home: homeOf(io.env).path });
  return places.flatMap((place) => {
    try {
      return [...readLock(place)].map(([word, { source }]) => ({ word, about: source }));
    } catch {
      return [];
    }
  });
}

/** Ids and plugins of the hooks that the words so far would load. */
function hooks(words: readonly string[], io: Io): readonly Candidate[] {
  const value = (name: string): string | undefined => words[words.indexOf(name) + 1];
  const options = {
    ...(words.includes('--project') ? { project: value('--project') } : {}),
    ...(words.includes('--home') ? { home: value('--home') } : {}),
    plugin: words.flatMap((word, index) => (words[index - 1] === '--plugin' ? [word] : [])),
    claudeSettings: words.includes('--claude-settings'),
  };
  const { hooks: found } = loadGeneration(settledOptions({ args: [], options, io }).request);
  const owners = [...new Set(found.flatMap(({ source }) => source.owner ?? []))];
  return [
    ...found.map(({ id, event, matcher, handler }) => ({
      word: id,
      about: [event, matcher ?? '*', handlerInWords(handler)].join(' '),
    })),
    ...owners.map((word) => ({ word, about: PLUGIN })),
  ];
}
