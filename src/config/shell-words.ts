// The words of a shell command as a shell reads them, one list a command, also of commands inside of others.
import { basename } from 'node:path';
import { type Command, forEachChild, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Programs that are given what to do as a text or a script, and the options after which it stands in the command itself. */
const SHELL = /^(?:(?:ba|da|z|k|a)?sh|fish)$/;
const INLINE: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [SHELL, /^[-+]\w*c$|^--command$/],
  [/^(?:python|pypy)[\d.]*$/, /^-\w*c$/],
  [/^(?:node|bun|deno|tsx|ts-node)$/, /^(?:-\w*[ep]|--eval|--print|eval)$/],
  [/^php[\d.]*$/, /^-[rBRE]$/],
  [/^(?:pwsh|powershell)$/i, /^-(?:c|command|e|ec|encodedcommand)$/i],
  [/./, /^-\w*[eE]$|^--eval$/],
];

/** Whether what to do stands in the command itself after this option. */
export const isInline = (program: string, option: string): boolean =>
  INLINE.find(([name]) => name.test(program))?.[1].test(option) ?? false;

/** The value of a word with the variables that are known before a hook runs; `null`: only known when it runs. */
export function wordValue(word: Word, variables: Variables): string | null {
  if (word.parts === undefined) return home(word.value, variables);
  let text = '';
  for (const part of word.parts) {
    const value = partValue(part, variables);
    if (value === null) return null;
    text += value;
  }
  return /^["']/.test(word.text) ? text : home(text, variables);
}

const home = (text: string, variables: Variables): string =>
  text.replace(/^~(?=\/|$)/, () => variables['HOME'] ?? '~');

function partValue(part: WordPart, variables: Variables): string | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted': {
      const values = part.parts.map((child) => partValue(child, variables));
      return values.includes(null) ? null : values.join('');
    }
    case 'SimpleExpansion':
      return variables[part.text.slice(1)] ?? null;
    case 'ParameterExpansion':
      if (part.operation !== undefined && part.operation.type !== 'Default') return null;
      return variables[part.parameter] ?? null;
    case 'CommandExpansion':
      return /^(?:\$\(|`)\s*pwd\s*(?:\)|`)$/.test(part.text) ? (variables['PWD'] ?? null) : null;
    default:
      return null;
  }
}

/** What a word means; of one whose beginning is only known when it runs, the path after that. */
export function wordOrTail(word: Word, variables: Variables): string {
  const whole = wordValue(word, variables);
  if (whole !== null) return whole;
  let tail = '';
  for (const part of (word.parts ?? []).flatMap(unquoted)) {
    const value = partValue(part, variables);
    tail = value === null ? '' : tail + value;
  }
  return tail.replace(/^\/+/, '');
}

const unquoted = (part: WordPart): readonly WordPart[] =>
  part.type === 'DoubleQuoted' ? part.parts : [part];

/** Commands that are written inside of others are read this deep. */
const DEEPEST = 4;

/**
 * Every command of a text, with its words; a file that is fed to an interpreter stands as if it were sourced, and a variable
 * that is set as a list of its name and what it names.
 */
export function commandWords(text: string, variables: Variables, depth = 0): readonly (readonly string[])[] {
  const lists: (readonly string[])[] = [];
  const known: Record<string, string | undefined> = { ...variables };
  const wordsOf = (words: readonly Word[]): readonly string[] =>
    words.map((word) => wordOrTail(word, known)).filter((word) => word !== '');
  const feed = (words: readonly Word[]): void => {
    for (const word of wordsOf(words)) lists.push(['.', word]);
  };
  const deeper = (inner: string): void => {
    if (depth < DEEPEST) lists.push(...commandWords(inner, known, depth + 1));
  };
  const visit = (node: SyntaxNode, isFed: boolean): void => {
    let feeds = isFed;
    if (node.type === 'Assignment' && node.value.type === 'Word') {
      // A list of folders, for one, in which something is only known when it runs.
      const pieces = sourceOf(node.value, known).split(':');
      lists.push([node.name, ...pieces, wordOrTail(node.value, known)]);
      known[node.name] ??= wordValue(node.value, known) ?? undefined;
    }
    if (node.type === 'Pipeline' && node.commands.some(isInterpreter))
      for (const command of node.commands) if (isCat(command)) feed(argumentsOf(command));
    if (node.type === 'Command') {
      const words = [...(node.name === undefined ? [] : [node.name]), ...argumentsOf(node)];
      lists.push(wordsOf(words));
      if (isFed && isCat(node)) feed(argumentsOf(node));
      feeds = isFed || isInterpreter(node) || isMade(node);
      if (feeds)
        feed(node.redirects.flatMap((one) => (one.operator === '<' && one.target ? [one.target] : [])));
      for (const inner of textsIn(words)) deeper(inner);
    }
    forEachChild(node, (child) => visit(child, feeds));
  };
  const script = parse(text);
  visit(script, false);
  // What is no shell text, or not one that is understood, is split at everything that could part words.
  if (script.errors === undefined || script.errors.length === 0) return lists;
  const words = text.split(PARTS);
  return [
    ...lists,
    words,
    ...words.flatMap((word, at) => (/^(?:\.|source)$/.test(word) ? [words.slice(at, at + 2)] : [])),
  ];
}

const PARTS = /[\s"'`;|&<>()=,]+/;

/** What a script sources: `. word`, `source word`, also behind `builtin` and the like. */
export function sourcedWords(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') {
      const words = [...(node.name === undefined ? [] : [node.name]), ...argumentsOf(node)];
      const at = words.findIndex(({ value }) => value === '.' || value === 'source');
      const file = at === 0 || at === 1 ? words[at + 1] : undefined;
      const name = file === undefined ? '' : wordOrTail(file, {});
      if (name !== '') found.push(name);
    }
    forEachChild(node, visit);
  };
  visit(parse(text));
  return found;
}

/** The same for a program that is started without a shell. */
export function programWords(words: readonly string[], variables: Variables): readonly (readonly string[])[] {
  const filled = words.map((word) =>
    word.replace(/\$\{(\w+)\}/g, (all, name: string) => variables[name] ?? all),
  );
  return [filled, ...inlineTexts(filled).flatMap((text) => commandWords(text, variables))];
}

const argumentsOf = ({ args }: Command): readonly Word[] =>
  args.flatMap((arg) => (arg.type === 'Word' ? [arg] : []));

const isCat = (node: SyntaxNode): node is Command => node.type === 'Command' && node.name?.value === 'cat';

/** Whether a command runs a text that it is given. */
const isInterpreter = (node: SyntaxNode): boolean =>
  node.type === 'Command' &&
  [node.name, ...argumentsOf(node)].some(
    (word) =>
      word !== undefined &&
      /^(?:eval|source|\.|(?:ba|da|z|k|a)?sh|fish|node|bun|deno|python[\d.]*|ruby|perl|php)$/.test(
        basename(word.value),
      ),
  );

/** Whether another command says what is run. */
const isMade = ({ name }: Command): boolean =>
  name?.parts?.some(({ type }) => type === 'CommandExpansion') ?? false;

/** Commands that a command has as its words: `sh -c text`, `eval text`. */
function textsIn(words: readonly Word[]): readonly string[] {
  // Variables are left to the command that is written there.
  const source = words.map((word) => sourceOf(word, {}));
  const evals = source.indexOf('eval');
  return [...inlineTexts(source), ...(evals < 0 ? [] : [source.slice(evals + 1).join(' ')])];
}

function inlineTexts(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const program = basename(word);
    if (!SHELL.test(program)) return [];
    const option = words.findIndex((one, place) => place > at && isInline(program, one));
    return option < 0 ? [] : words.slice(option + 1, option + 2);
  });
}

/** A word without its quotes; what is only known when it runs stays as it is written. */
const sourceOf = ({ parts, value }: Word, variables: Variables): string =>
  parts === undefined
    ? value
    : parts
        .flatMap(unquoted)
        .map((part) => partValue(part, variables) ?? part.text)
        .join('');
