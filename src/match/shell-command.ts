// Reads a shell command into the simple commands it would run, however they are nested.
import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';
import { reasonOf } from '../text/index.js';
import { withinTime } from './within-time.js';

/** One simple command, in the spellings a rule may have it in. */
export interface SimpleCommand {
  /** The words as written, the words without quotes, and everything with assignments and redirections; blanks made one. */
  readonly spellings: readonly string[];
  /** Which program runs is only known when it runs: `$TOOL x`, `{rm,-r,x}`. */
  readonly nameUnknown: boolean;
}

export type CommandReading =
  | { readonly kind: 'unreadable'; readonly why: string }
  | {
      readonly kind: 'read';
      readonly whole: string;
      readonly commands: readonly SimpleCommand[];
      /** The first `$(…)`, backticks, `$VAR` or the like in it, as written. */
      readonly expansion: string | null;
    };

export type ReadCommand = (command: string) => CommandReading;

/** Time to parse may grow with the square of the length; below this it needs no guard. */
const SHORT = 1_000;
const BUDGET_MS = 50;

/**
 * Whatever opens a level of a shell command. More of them than this are not parsed: the parser recurses, and where a
 * stack runs out the failure may end the process instead of being thrown.
 */
const OPENERS = /[({[`]|\b(?:if|for|while|until|case|select|do|then|else|elif)\b/g;
const MOST_OPENERS = 1_500;

const EXPANSIONS: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ArithmeticCommandExpansion',
  'ProcessSubstitution',
]);

const MAKES_NAME_UNKNOWN: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  ...EXPANSIONS,
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
]);

/**
 * Every simple command in a shell command: in lists, pipelines, groups, bodies of loops and functions, and in substitutions.
 * The text given to `bash -c`, `sh -c` or `eval` is an argument like any other and is not read.
 */
export function readCommand(command: string): CommandReading {
  try {
    if (command.length <= SHORT) return read(command);
    if (hasTooManyOpeners(command)) return unreadable('it may nest too deep');
    const timed = withinTime(BUDGET_MS, () => read(command));
    return timed.finished ? timed.value : unreadable(`reading it takes longer than ${BUDGET_MS} ms`);
  } catch (error) {
    return unreadable(reasonOf(error));
  }
}

function hasTooManyOpeners(command: string): boolean {
  let count = 0;
  for (const _ of command.matchAll(OPENERS)) {
    count += 1;
    if (count > MOST_OPENERS) return true;
  }
  return false;
}

/** Reads each command once, for a number of rules that are judged one after the other. */
export function rememberingReader(): ReadCommand {
  const known = new Map<string, CommandReading>();
  return (command) => {
    const reading = known.get(command) ?? readCommand(command);
    known.set(command, reading);
    return reading;
  };
}

function read(command: string): CommandReading {
  const commands: SimpleCommand[] = [];
  let expansion: string | null = null;
  let problem: string | null = null;
  const visit = (node: SyntaxNode, outer: string) => {
    // Inside escaped backticks positions count in a text of their own.
    const source = node.type === 'Script' ? (node.source ?? outer) : outer;
    if (node.type === 'Script') problem ??= node.errors?.[0]?.message ?? null;
    if (node.type === 'Command') commands.push(simpleCommand(node, source));
    if (EXPANSIONS.has(node.type)) expansion ??= source.slice(node.pos, node.end);
    forEachChild(node, (child) => visit(child, source));
  };
  visit(parse(command), command);
  if (problem !== null) return unreadable(problem);
  return { kind: 'read', whole: oneBlank(command), commands, expansion };
}

function simpleCommand(node: Command, source: string): SimpleCommand {
  const name = node.name === undefined ? [] : [node.name];
  const words = [...name, ...node.args];
  const everything = [...node.prefix, ...name, ...node.suffix];
  const spellings = [
    words.map((word) => word.text),
    words.map((word) => (word.type === 'Word' ? word.value : word.text)),
    everything.map((part) => source.slice(part.pos, part.end)),
  ];
  return {
    spellings: [...new Set(spellings.map((parts) => oneBlank(parts.join(' '))))],
    nameUnknown: node.name !== undefined && containsAny(node.name, MAKES_NAME_UNKNOWN),
  };
}

function containsAny(node: SyntaxNode, types: ReadonlySet<SyntaxNode['type']>): boolean {
  if (types.has(node.type)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= containsAny(child, types);
  });
  return found;
}

/** Runs of blanks and line ends as one blank, none at the ends. */
export const oneBlank = (text: string): string => text.replace(/\s+/g, ' ').trim();

const unreadable = (why: string): CommandReading => ({ kind: 'unreadable', why });
