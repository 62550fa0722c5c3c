// Words of a command line that cannot be meant so, said with what was probably meant.
import type { Command, CommanderError, Option } from 'commander';
import { similarName } from '../../text/index.js';
import { UserError } from '../io.js';
import { COLOURS } from '../output.js';

/** A command line that cannot be followed. */
export class WrongWords extends UserError {}

/** Here nothing is a value too: an empty prompt, and the matcher that selects everything. */
const MAY_BE_EMPTY: readonly string[] = ['--prompt', '--matcher'];

/** A client that `dispatch --client` wrote has words of its own, and its caller's come after them. */
const LAST_COUNTS: readonly string[] = ['dispatch'];

/**
 * Refuses what the library takes in silence: an empty value (mostly a variable that is not set), an option in the place of a
 * value, and a second value for what has one.
 */
export function checkWords(command: Command, words: readonly string[]): void {
  const given = new Set<Option>();
  let operands = 0;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  // Who asks for help has not written the line yet.
  if (own.includes('--help') || own.includes('-h')) return;
  for (let at = 0; at < own.length; at += 1) {
    const word = own[at] ?? '';
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const option = optionNamed(command, equals < 0 ? word : word.slice(0, equals));
    if (option === null) {
      if (word.startsWith('--color=')) throw noColour(command, word.slice('--color='.length));
      if (word.startsWith('--') && !isEverywhere(command, word)) throw unknownOption(command, word);
      if (word === '') throw emptyArgument(command, operands);
      if (!word.startsWith('-')) operands += 1;
      continue;
    }
    if (!option.required) continue;
    const value = equals < 0 ? own[at + 1] : word.slice(equals + 1);
    if (equals < 0) at += 1;
    if (value === undefined) continue;
    checkValue(command, option, value, equals < 0);
    if (given.has(option) && !isRepeatable(option, command))
      throw wrong(command, `${nameOf(option)} is given twice`, 'Leave one of them out.');
    given.add(option);
  }
  if (end >= 0 && words.slice(end + 1).includes('')) throw emptyArgument(command, operands);
}

/** Who collects values has a function for that; so do choices, which are one. */
const isRepeatable = ({ parseArg, argChoices }: Option, command: Command): boolean =>
  LAST_COUNTS.includes(command.name()) || (parseArg !== undefined && argChoices === undefined);

function checkValue(command: Command, option: Option, value: string, isNextWord: boolean): void {
  const name = nameOf(option);
  if (value === '' && !MAY_BE_EMPTY.includes(name))
    throw wrong(command, `the value of ${name} is empty`, `Write ${option.flags}.`);
  if (isNextWord && optionNamed(command, value) !== null)
    throw wrong(
      command,
      `${name} needs a value, and ${value} is an option`,
      `Write ${option.flags}, or ${name}=${value} if that is the value.`,
    );
}

/** One that is a colour was taken off the line. */
const noColour = (command: Command, value: string): WrongWords =>
  wrong(command, `"${value}" is not a valid --color: it is one of ${COLOURS.join(', ')}`, null);

const emptyArgument = (command: Command, at: number): WrongWords => {
  const names = command.registeredArguments.map((argument) => argument.name());
  return wrong(command, `the argument ${names[at] ?? names.at(-1) ?? at + 1} is empty`, null);
};

export const optionNamed = (command: Command, word: string): Option | null =>
  command.options.find(({ long, short }) => word !== '' && (long === word || short === word)) ?? null;

const nameOf = ({ long, short, flags }: Option): string => long ?? short ?? flags;

/** What the library found, in our words. */
export function wrongWords({ code, message }: CommanderError, command: Command): WrongWords {
  const plain = message.replace(/^error: /, '').replace(/\.$/, '');
  const [first = '', second = ''] = [...plain.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? '');
  const own = command.name();
  switch (code) {
    case 'commander.unknownOption':
      return unknownOption(command, first);
    case 'commander.missingArgument':
      return wrong(command, `${own} needs <${first}>`, null);
    case 'commander.optionMissingArgument':
      return wrong(command, `${longIn(first)} needs a value`, `Write ${first}.`);
    case 'commander.missingMandatoryOptionValue':
      return wrong(command, `${own} needs ${first}`, choicesOf(longIn(first), command));
    case 'commander.excessArguments':
      return wrong(command, `${own} takes ${takes(command)}`, null);
    case 'commander.invalidArgument': {
      const [, choices = ''] = /Allowed choices are (.*)$/s.exec(plain) ?? [];
      const [what, value] = first.startsWith('-') ? [longIn(first), second] : [`<${second}>`, first];
      if (choices === '') return wrong(command, plain, null);
      const meant = similarName(value, choices.split(', '));
      const near = meant === null ? null : `Did you mean ${meant}?`;
      return wrong(command, `"${value}" is not a valid ${what}: it is one of ${choices}`, near);
    }
    default:
      return wrong(command, plain, null);
  }
}

function takes({ args, registeredArguments: { length } }: Command): string {
  const most = length === 0 ? 'no argument' : length === 1 ? 'one argument' : `${length} arguments`;
  return `${most}; "${args.slice(length).join(' ')}" is too much`;
}

const longIn = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const isEverywhere = ({ parent }: Command, word: string): boolean =>
  parent !== null && optionNamed(parent, word) !== null;

function unknownOption(command: Command, word: string): WrongWords {
  const known = [...command.options, ...(command.parent?.options ?? [])].flatMap(({ long }) => long ?? []);
  const [name = word] = word.split('=', 1);
  const meant = similarName(name, [...known, '--help']);
  return wrong(
    command,
    command.parent === null ? `there is no option "${name}"` : `${command.name()} has no option "${name}"`,
    meant === null ? null : `Did you mean ${meant}?`,
  );
}

function choicesOf(name: string, command: Command): string | null {
  const choices = optionNamed(command, name)?.argChoices;
  return choices === undefined ? null : `It is one of ${choices.join(', ')}.`;
}

/** Every complaint says where to read on. */
function wrong(command: Command, message: string, hint: string | null): WrongWords {
  const help = `amplifier-hooks ${command.parent === null ? '' : `${command.name()} `}--help`;
  return new WrongWords(message, `${hint === null ? '' : `${hint} `}See ${help}.`);
}
