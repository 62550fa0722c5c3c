// What a hook exported through its env file. Assignments are understood; no code is ever run.
// Not part of the room's index: the shell parser is heavy, so load this file when there is an env file to read.
import { type Assignment, type Command, parse, type Statement, type Word, type WordPart } from 'unbash';

export interface EnvFileContent {
  readonly variables: Readonly<Record<string, string>>;
  /** Lines (1-based) of what was not understood and has no effect. */
  readonly skipped: readonly number[];
}

type LookUp = (name: string) => string;
type Variable = readonly [name: string, value: string];

const NAME = /^[A-Za-z_]\w*$/;
const QUOTED_ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
const DECLARING: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly']);
/** Flags of those that do not change what is assigned. */
const HARMLESS_FLAG = /^(?:-[gxr]+|--)$/;

/** Reads `export K=V` and `K=V`; `known`: what `$K` may refer to. Never throws. */
export function parseEnvFile(
  text: string,
  known: Readonly<Record<string, string | undefined>> = {},
): EnvFileContent {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const variables = new Map<string, string>();
  const lookUp: LookUp = (name) =>
    variables.get(name) ?? (Object.hasOwn(known, name) ? (known[name] ?? '') : '');
  const script = parse(source);
  const skipped = (script.errors ?? []).map(({ pos }) => pos);
  // A shell runs what stands before a syntax error and nothing after it.
  const broken = Math.min(...skipped, Number.POSITIVE_INFINITY);
  for (const statement of script.commands) {
    const understood = statement.end <= broken && assign(statement, lookUp, variables);
    if (!understood) skipped.push(statement.pos);
  }
  return { variables: Object.fromEntries(variables), skipped: linesOf(source, skipped) };
}

function assign({ command, background }: Statement, lookUp: LookUp, variables: Map<string, string>): boolean {
  if (command.type !== 'Command' || background === true || command.redirects.length > 0) return false;
  const name = command.name === undefined ? null : command.name.text;
  if (name === null) return inTurn(command, lookUp, variables);
  if (name === 'set') return command.args.every((word) => /^[-+][a-z]+$/.test(word.text));
  if (!DECLARING.has(name) || command.prefix.length > 0) return false;
  // All values are expanded before the command assigns any.
  const found = command.args.map((word) => declared(word, lookUp));
  if (found.includes(null)) return false;
  for (const variable of found) if (variable !== null && variable.length === 2) variables.set(...variable);
  return true;
}

/** `A=1 B=$A`: each is known to the next. All or none. */
function inTurn(command: Command, lookUp: LookUp, variables: Map<string, string>): boolean {
  const before = new Map(variables);
  for (const node of command.prefix) {
    const variable = node.type === 'Assignment' ? assigned(node, lookUp) : null;
    if (variable === null) {
      variables.clear();
      for (const entry of before) variables.set(...entry);
      return false;
    }
    variables.set(...variable);
  }
  return true;
}

/** One argument of `export`; an empty list: it changes no value; `null`: not understood. */
function declared(word: Word | Assignment, lookUp: LookUp): Variable | readonly [] | null {
  if (word.type === 'Assignment') return assigned(word, lookUp);
  if (HARMLESS_FLAG.test(word.text) || NAME.test(word.text)) return [];
  const [, name, value] = QUOTED_ASSIGNMENT.exec(expand(word, lookUp) ?? '') ?? [];
  return name === undefined || value === undefined ? null : [name, value];
}

function assigned({ name, value, append, index }: Assignment, lookUp: LookUp): Variable | null {
  if (index !== undefined || value.type === 'ArrayValue') return null;
  const text = expand(value, lookUp);
  if (text === null) return null;
  return [name, append === true ? lookUp(name) + text : text];
}

/** The value of a word; `null` where only running something would tell, or the system cannot hold it. */
function expand(word: Word, lookUp: LookUp): string | null {
  const parts = word.parts ?? [
    { type: 'Literal', text: word.text, value: word.value, pos: word.pos, end: word.end },
  ];
  const values = parts.map((part, at) => expandPart(part, at === 0, at === parts.length - 1, lookUp));
  const text = values.includes(null) ? null : values.join('');
  return text?.includes('\0') === true ? null : text;
}

function expandPart(part: WordPart, first: boolean, last: boolean, lookUp: LookUp): string | null {
  switch (part.type) {
    case 'Literal':
      return withHome(part.text, part.value, first, last, lookUp);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString': {
      const values = part.parts.map((child) =>
        child.type === 'Literal' ? child.value : expandPart(child, false, false, lookUp),
      );
      return values.includes(null) ? null : values.join('');
    }
    case 'SimpleExpansion':
      return NAME.test(part.text.slice(1)) ? lookUp(part.text.slice(1)) : null;
    case 'ParameterExpansion': {
      const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined;
      return plain && NAME.test(part.parameter) ? lookUp(part.parameter) : null;
    }
    // Neither is expanded in an assignment.
    case 'Glob':
    case 'BraceExpansion':
      return part.text.includes('\\') ? null : part.text;
    default:
      return null;
  }
}

/** A tilde at the start of a value or after a colon means the home directory. */
function withHome(text: string, value: string, first: boolean, last: boolean, lookUp: LookUp): string | null {
  if (!text.includes('~') || text.includes('\\')) return value;
  const pieces = value.split(':').map((piece, at, all) => {
    const starts = at > 0 || first;
    const whole = at < all.length - 1 || last;
    if (!piece.startsWith('~') || !starts) return piece;
    if (piece.startsWith('~/') || (piece === '~' && whole)) return lookUp('HOME') + piece.slice(1);
    return null;
  });
  return pieces.includes(null) ? null : pieces.join(':');
}

function linesOf(source: string, positions: readonly number[]): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const position of [...positions].sort((a, b) => a - b)) {
    for (; at < position; at += 1) if (source[at] === '\n') line += 1;
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}
