// What one simple command of a shell text does.
import type { Command, Word } from 'unbash';
import { wordOrTail } from '../../config/index.js';
import { readJavaScript } from './javascript.js';
import { readPython } from './python.js';
import { type Certainty, moved, type Seen } from './seen.js';
import { secretsRead } from './shell-secrets.js';
import { waitsOf } from './shell-waits.js';
import { isWrapper, wrappedIn } from './shell-wrappers.js';

/** Where a command stands. */
export interface Context {
  /** Commands of one block run one after the other. */
  readonly block: number;
  /** Its failure is noticed or made harmless by what stands around it. */
  readonly guarded: boolean;
  /** The function it stands in. */
  readonly fn: string | null;
  /** Its output goes to another command or into a variable. */
  readonly captured: boolean;
  readonly output: 'stdout' | 'stderr' | 'elsewhere';
  /** Functions of the text with what their commands say. */
  readonly functions: ReadonlyMap<string, string>;
  /** It stands in a plain assignment, whose status it is. */
  readonly assigns?: boolean;
  /** Something is done where it fails: `|| …`. */
  readonly caught: boolean;
  /** Nobody waits for it. */
  readonly background: boolean;
  /** Whether it reads the event where it names no file. */
  readonly input: Certainty;
  /** Variables that are set to a path. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether a variable holds the event. */
  readonly isEvent: (name: string) => Certainty;
}

const BUILTINS: ReadonlySet<string> = new Set(
  (
    '. : [ [[ alias bg break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit ' +
    'export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly ' +
    'return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'
  ).split(' '),
);

const WRITERS: ReadonlySet<string> = new Set([
  'rm',
  'mv',
  'cp',
  'ln',
  'touch',
  'mkdir',
  'rmdir',
  'chmod',
  'chown',
  'tee',
  'truncate',
  'install',
]);

/** What can be seen of a command. */
export function commandSeen(node: Command, text: string, place: Context): readonly Seen[] {
  const name = node.name === undefined ? null : fixed(node.name);
  const words = node.args.flatMap((arg) => (arg.type === 'Word' ? [arg] : []));
  const seen: Seen[] = [];
  if (name === null) return seen;
  const at = node.pos;
  const source = words.map((word) => text.slice(word.pos, word.end)).join(' ');
  const say = (said: string): void => {
    if (!place.captured && place.output !== 'elsewhere')
      seen.push({ kind: 'print', at, to: place.output, text: said, block: place.block });
  };
  if (name === 'echo' || name === 'printf') say(source);
  if (name === 'cat') {
    const here = node.redirects.find((redirect) => redirect.type === 'HereDoc');
    if (here?.type === 'HereDoc') say(here.body.text);
    else if (words.every(({ value }) => value === '-' || value === '/dev/stdin') && !reads(node))
      seen.push({ kind: 'stdin', at });
  }
  if (name === 'read' && !reads(node)) seen.push({ kind: 'stdin', at });
  if (name === 'exit') seen.push(exitOf(words, at, place.block));
  if (name === 'eval' && words.some((word) => fixed(word) === null))
    seen.push({ kind: 'evaluated', at, what: 'eval gets text that is only known when it runs' });
  const program = base(name);
  if (/^(?:ba|da|z|k)?sh$/.test(program)) seen.push(...shellString(words, at));
  if (program === 'jq') seen.push(...jqSeen(words, at, { ...place, input: inputOf(node, place) }, say));
  if (/^python\d?(?:\.\d+)?$/.test(program)) seen.push(...embedded(words, '-c', readPython, place, at));
  if (/^(?:node|bun|deno)$/.test(program)) seen.push(...embedded(words, '-e', readJavaScript, place, at));
  if (name === '.' || name === 'source') seen.push(sourced(words[0], at));
  if (!place.background) seen.push(...waitsOf(program, words, at));
  seen.push(...secretsRead(program, words, place.paths, at));
  seen.push(...writes(program, words, at), ...askedFor(name, words, at, place));
  seen.push(...started(node, name, words, place));
  return seen;
}

const base = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The value of a word that is the same each time; `null`: only known when it runs. */
export function fixed(word: Word): string | null {
  const dynamic = (word.parts ?? []).some(
    (part) =>
      !['Literal', 'SingleQuoted', 'AnsiCQuoted', 'DoubleQuoted', 'Glob'].includes(part.type) ||
      (part.type === 'DoubleQuoted' && part.parts.some(({ type }) => type !== 'Literal')),
  );
  return dynamic ? null : word.value;
}

/** It gets its input from a file or a text. */
const reads = (node: Command): boolean =>
  node.redirects.some((redirect) => redirect.type !== 'Redirect' || redirect.operator === '<');

function exitOf(words: readonly Word[], at: number, block: number): Seen {
  const [word] = words;
  const value = word?.value ?? '';
  const code = /^\d+$/.test(value) ? Number(value) : null;
  return { kind: 'exit', at, code, passedOn: word === undefined || value === '$?', block };
}

function shellString(words: readonly Word[], at: number): readonly Seen[] {
  const option = words.findIndex(({ value }) => /^-\w*c$/.test(value));
  const code = option < 0 ? undefined : words[option + 1];
  if (code === undefined || fixed(code) !== null) return [];
  return [{ kind: 'evaluated', at, what: 'a shell gets a command that is put together when it runs' }];
}

const WITH_VALUE: ReadonlySet<string> = new Set(['--indent', '--tab', '-f', '--from-file', '-L', '--seq']);

function jqSeen(
  words: readonly Word[],
  at: number,
  place: Context,
  say: (text: string) => void,
): readonly Seen[] {
  const seen: Seen[] = [];
  let program: Word | undefined;
  for (let index = 0; index < words.length && program === undefined; index++) {
    const word = words[index];
    if (word === undefined) break;
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(word.value)) index += 2;
    else if (WITH_VALUE.has(word.value)) index += 1;
    else if (!word.value.startsWith('-') || word.value === '-') program = word;
  }
  const makes = words.some(
    ({ value }) => /^-\w*n\w*$|^--null-input$/.test(value) && !value.startsWith('--arg'),
  );
  if (!makes) {
    seen.push({ kind: 'parsed', at, guarded: place.guarded, by: 'jq' });
    seen.push({ kind: 'stdin', at });
  }
  if (program === undefined) return seen;
  if (/[{]/.test(program.value)) say(program.value);
  const from = program.pos;
  // Fields of an object that is built are not fields that are read.
  const reading = program.text.replace(/\b\w+\s*:(?!:)/g, (key) => ' '.repeat(key.length));
  // `jq -e`, `//`, `?`, `if`, `has` and the like: whoever writes them knows that it may not be there.
  const optional =
    /\/\/|\?|\bif\b|\bhas\(|\bselect\(|\btry\b|\bstrings\b|\btype\b/.test(program.text) ||
    words.some(({ value }) => /^-\w*e\w*$|^--exit-status$/.test(value));
  const readsFile = words.slice(words.indexOf(program) + 1).some(({ value }) => !value.startsWith('-'));
  for (const { index, 1: dotted, 2: quoted } of reading.matchAll(
    /\.\s*([A-Za-z_]\w*)|\.?\[\s*\\?"(\w+)\\?"\s*\]/g,
  )) {
    const before = reading.slice(0, index).trimEnd();
    // After a pipe it is a field of what came out of the pipe.
    const isTop = !/[\w)\]?"}]$/.test(before) && !before.includes('|');
    seen.push({
      kind: 'field',
      at: from + index,
      name: dotted ?? quoted ?? '',
      bare: false,
      ofEvent: isTop && !makes && !readsFile ? place.input : 'no',
      optional: optional || place.caught,
    });
  }
  return seen;
}

/** Code of another language in a quoted word. */
function embedded(
  words: readonly Word[],
  option: string,
  read: (text: string) => { readonly seen: readonly Seen[] },
  place: Context,
  at: number,
): readonly Seen[] {
  const index = words.findIndex(({ value }) => value === option || value === '--eval');
  const word = index < 0 ? undefined : words[index + 1];
  if (word === undefined) return [];
  const quoted = /^['"]/.test(word.text);
  const inner = quoted ? word.text.slice(1, -1) : word.text;
  const found = moved(read(inner).seen, word.pos + (quoted ? 1 : 0));
  return (
    found
      .filter(({ kind }) => kind !== 'print' || !place.captured)
      // The code of the inner program is one the shell around it can catch.
      .filter(({ kind }) => kind !== 'exit' || !(place.captured || place.guarded || place.fn !== null))
      .map((one) => {
        const place_ = { ...one, at: Math.max(at, one.at) };
        if (place_.kind === 'parsed') return { ...place_, guarded: place_.guarded || place.guarded };
        return place_.kind === 'print' || place_.kind === 'exit'
          ? { ...place_, block: -1 - word.pos }
          : place_;
      })
  );
}

function writes(program: string, words: readonly Word[], at: number): readonly Seen[] {
  const inPlace =
    (program === 'sed' || program === 'perl') && words.some(({ value }) => /^-i|^-pi/.test(value));
  if (!WRITERS.has(program) && !inPlace) return [];
  const files = words.filter(({ value }) => !value.startsWith('-'));
  const lastOnly = ['cp', 'ln', 'install'].includes(program) || inPlace;
  // The first word of chmod and chown is a mode or a name.
  const targets = lastOnly ? files.slice(-1) : files.slice(/^ch(?:mod|own)$/.test(program) ? 1 : 0);
  return targets.map((word) => ({
    kind: 'written',
    at: Math.max(at, word.pos),
    target: word.text,
    content: '',
  }));
}

function askedFor(name: string, words: readonly Word[], at: number, place: Context): readonly Seen[] {
  const asks = (text: string): boolean => /\b(?:command -[vV]|which|hash|type)\b/.test(text);
  const line = [name, ...words.map(({ value }) => value)].join(' ');
  const own = /^(?:command -[vV]|which|hash|type(?: -\w+)?) /.test(line);
  const byFunction = asks(place.functions.get(name) ?? '') && /\$\{?1/.test(place.functions.get(name) ?? '');
  if (!own && !byFunction) return [];
  return words
    .filter(({ value }) => /^[\w.+-]+$/.test(value) && !value.startsWith('-'))
    .map(({ value }) => ({ kind: 'asked', at, name: value }));
}

function started(node: Command, name: string, words: readonly Word[], place: Context): readonly Seen[] {
  // What fails in the background fails for nobody.
  const caught = place.caught || place.background;
  const isProgram = (word: string): boolean => !BUILTINS.has(word) && !place.functions.has(word);
  const seen: Seen[] = [];
  if (/^[\w.+-]+$/.test(name) && isProgram(name)) seen.push({ kind: 'program', at: node.pos, name, caught });
  if (!isWrapper(name) || words.some(({ value }) => /^-[vV]$/.test(value))) return seen;
  const inner = wrappedIn(name, words);
  const value = inner === undefined ? null : fixed(inner);
  if (inner !== undefined && value !== null && /^[A-Za-z][\w.+-]*$/.test(value) && isProgram(value))
    seen.push({ kind: 'program', at: inner.pos, name: value, caught });
  return seen;
}

/** What a command without a file to read gets. */
function inputOf(node: Command, place: Context): Context['input'] {
  const [from] = node.redirects.filter(
    (redirect) => redirect.type !== 'Redirect' || redirect.operator.startsWith('<'),
  );
  if (from === undefined) return place.input;
  const name = from.type === 'HereString' ? heldIn(from.target) : null;
  return name === null ? 'no' : place.isEvent(name);
}

/** The variable that a word consists of. */
export const heldIn = (word: Word | undefined): string | null =>
  /^"?\$\{?(\w+)\}?"?$/.exec(word?.text ?? '')?.[1] ?? null;

function sourced(word: Word | undefined, at: number): Seen {
  const path = word === undefined ? '' : wordOrTail(word, {});
  return { kind: 'sourced', at, path: path === '' ? null : path };
}
