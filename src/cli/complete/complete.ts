// What can stand at the cursor of a command line: commands, options, and the names that they take.
import { Command, type Option } from 'commander';
import { schemaNames } from '../../schema/index.js';
import { shown, shownBlock } from '../../text/index.js';
import { EXIT, type Io } from '../io.js';
import { optionNamed } from '../options/words.js';
import type { Entry } from '../program.js';
import { backups, type Candidate, events, hooks, installed, marketplaces, PLUGIN, tools } from './names.js';

/** `files`: what stands here is a file or folder, which the shell knows best. */
type Found = readonly Candidate[] | 'files';

/**
 * Prints a line for each candidate, the word and a tab and what it is; gives 1 where the shell is to offer files, otherwise 0.
 * `words`: after the program, the last unfinished.
 */
export async function complete(
  words: readonly string[],
  commands: readonly Entry[],
  io: Io,
): Promise<number> {
  const current = words.at(-1) ?? '';
  const all = await candidates(words, commands, io);
  if (all === 'files') return EXIT.problem;
  const found = all.filter(({ word }) => word.startsWith(current));
  // The shell shows both. A word that cannot be shown as it is cannot be typed either.
  const typed = found.filter(({ word }) => shown(word) === word);
  for (const { word, about } of typed)
    io.stdout.data(`${word}\t${shownBlock(about).replace(/\s+/g, ' ').slice(0, 80)}\n`);
  return EXIT.fine;
}

async function candidates(words: readonly string[], commands: readonly Entry[], io: Io): Promise<Found> {
  const [name, ...rest] = words;
  const current = words.at(-1) ?? '';
  const names = commands.map((one) => ({ word: one.name, about: one.summary }));
  if (rest.length === 0) return [...names, HELP_COMMAND];
  if (name === HELP_COMMAND.word) return rest.length === 1 ? names : [];
  const entry = commands.find((one) => one.name === name);
  if (entry === undefined) return [];
  const command = new Command(entry.name);
  (await entry.load()).define(command);
  const before = rest.slice(0, -1);
  if (before.includes('--')) return argumentsOf(command, before, io);
  const waiting = optionNamed(command, before.at(-1) ?? '');
  if (waiting?.required === true) return valuesOf(waiting, entry.name, before, io);
  if (!current.startsWith('-')) return argumentsOf(command, before, io);
  const options = command.options.flatMap(({ long, description, hidden }) =>
    long === undefined || long === null || hidden ? [] : [{ word: long, about: description }],
  );
  return [...options, ...EVERYWHERE];
}

const HELP_COMMAND: Candidate = { word: 'help', about: 'everything about a command' };

/** Options that every command has. */
const EVERYWHERE: readonly Candidate[] = [
  { word: '--color', about: 'show colours' },
  { word: '--color=never', about: 'show none' },
  { word: '--help', about: 'display help for command' },
];

const plain = (words: readonly string[]): readonly Candidate[] => words.map((word) => ({ word, about: '' }));

function valuesOf(option: Option, command: string, words: readonly string[], io: Io): Found {
  if (option.argChoices !== undefined) return plain(option.argChoices);
  switch (option.long) {
    case '--event':
      return command === 'explain' ? [] : events();
    case '--hook':
      return hooks(words, io);
    case '--owner':
      return hooks(words, io).filter(({ about }) => about === PLUGIN);
    case '--tool':
      return tools(words, io);
    default:
      return /<(?:dir|file)>/.test(option.flags) ? 'files' : [];
  }
}

function argumentsOf(command: Command, words: readonly string[], io: Io): Found {
  const operands = operandsIn(command, words);
  const all = command.registeredArguments;
  const argument = all[operands.length] ?? all.find(({ variadic }) => variadic);
  if (argument === undefined) return [];
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  switch (`${command.name()} ${argument.name()}`) {
    case 'run event':
    case 'explain event':
      return events();
    case 'enable id|plugin':
    case 'disable id|plugin':
    case 'shadow id|plugin':
    case 'promote id|plugin|file':
      return hooks(words, io);
    case 'trust ids':
    case 'untrust ids':
      return hooks([...words, '--claude-settings'], io).filter(({ about }) => about !== PLUGIN);
    case 'update name':
    case 'uninstall name':
      return installed(io);
    case 'marketplace what':
      return operands[0] === 'add' ? 'files' : operands[0] === 'list' ? [] : marketplaces(io);
    case 'restore backup':
      return [{ word: 'latest', about: 'the newest' }, ...backups(io)];
    case 'new kind':
      return [{ word: PLUGIN, about: 'a plugin that can be shared' }];
    case 'schema name':
      return plain(schemaNames());
    default:
      return ['path', 'folder', 'source'].includes(argument.name()) ? 'files' : [];
  }
}

/** The arguments that stand there already. */
const operandsIn = (command: Command, words: readonly string[]): readonly string[] =>
  words.filter(
    (word, at) => !word.startsWith('-') && optionNamed(command, words[at - 1] ?? '')?.required !== true,
  );
