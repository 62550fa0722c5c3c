// Files that a command hands to a program as what it has to do, where their names do not say that they are scripts.
import { basename } from 'node:path';

/** Of these the first file that is there is meant, so that one which comes to lie before it takes its place. */
export interface Choice {
  readonly words: readonly string[];
  /** It counts also while none of them is there: the program then looks elsewhere, and would use one that came. */
  readonly always: boolean;
}

const SHELL = /^(?:(?:ba|da|z|k)?sh|\.|source)$/;
const NODE = /^(?:node|bun|deno|tsx|ts-node)$/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const OTHER = /^(?:ruby|perl|php|pwsh|osascript)$/;
/** Programs whose text stands in a file that an option names. */
const FROM_FILE = /^(?:[gmn]?awk|g?sed|[gj]q|g?make|just|task)$/;
const FILE_OPTION = /^(?:-f|--(?:from-)?file|--makefile|--taskfile|--justfile)$/;
/** What to do stands in the command itself. */
const INLINE = /^(?:-\w*[ce]|--(?:eval|print|command)|-p)$/;

const INTERPRETER = '(?:(?:ba|da|z|k)?sh|node|bun|deno|python[\\d.]*|ruby|perl|php)';
/** Bounded, so that a text made for it does not take long. */
const FED = [
  // cat text | sh
  new RegExp(String.raw`\bcat\s{1,9}([^|;&]{1,400})\|\s{0,9}(?:\w{1,20}\s{1,9})?${INTERPRETER}\b`, 'g'),
  // eval "$(cat text)", sh -c "$(< text)"
  /(?:\beval|\s-\w{0,9}[ce])\s{1,9}["']?(?:\$\(|`)\s{0,9}(?:cat\s|<)\s{0,9}([^)`]{1,400})/g,
  // sh < text
  new RegExp(String.raw`\b${INTERPRETER}\b[^|;&<]{0,400}<\s{0,9}([^\s<>|;&()]{1,400})`, 'g'),
];

/** Arguments that are looked at for each program. */
const MOST_ARGUMENTS = 20;

/** What the words of a command hand to programs, and texts that are fed to an interpreter. */
export function programsIn(text: string, wordsIn: (text: string) => readonly string[]): readonly Choice[] {
  const words = wordsIn(text);
  const handed = words.flatMap((word, at) =>
    choicesOf(basename(word), words.slice(at + 1, at + 1 + MOST_ARGUMENTS)),
  );
  const fed = FED.flatMap((what) => [...text.matchAll(what)]).flatMap(([, names = '']) => wordsIn(names));
  const all = [...handed, ...fed.map(only)];
  return [...new Map(all.map((choice) => [choice.words.join(' '), choice])).values()];
}

const only = (word: string): Choice => ({ words: [word], always: false });

function choicesOf(program: string, args: readonly string[]): readonly Choice[] {
  if (FROM_FILE.test(program))
    return args.flatMap((arg, at) => (FILE_OPTION.test(args[at - 1] ?? '') ? [only(arg)] : []));
  if (!SHELL.test(program) && !NODE.test(program) && !PYTHON.test(program) && !OTHER.test(program)) return [];
  const end = args.findIndex((arg) => INLINE.test(arg) || (!arg.startsWith('-') && !SUB_COMMAND.test(arg)));
  const [first, second] = end < 0 ? [] : args.slice(end);
  if (first === undefined || INLINE.test(first)) return [];
  if (PYTHON.test(program)) {
    if (args[end - 1] === '-m') return modules(first);
    return [only(first), only(`${first}/__main__.py`)];
  }
  if (NODE.test(program)) return [asNodeFinds(first)];
  // A shell that is asked to run it if it is there would.
  if (SHELL.test(program) && end === 0) return [{ words: [first], always: true }];
  // After an option the first word may be its value.
  return second !== undefined && end > 0 ? [only(first), only(second)] : [only(first)];
}

const SUB_COMMAND = /^run$/;

/** `python -m a.b` runs the packages on the way, then the module, and looks in the working directory first. */
function modules(name: string): readonly Choice[] {
  const parts = name.split('.');
  const path = parts.join('/');
  const packages = parts.map((_part, at) => `${parts.slice(0, at + 1).join('/')}/__init__.py`);
  return [...packages, `${path}/__main__.py`, `${path}.py`].map((word) => ({ words: [word], always: true }));
}

const asNodeFinds = (word: string): Choice => ({
  words: ['', '.js', '.json', '.node', '/package.json', '/index.js'].map((ending) => `${word}${ending}`),
  always: false,
});
