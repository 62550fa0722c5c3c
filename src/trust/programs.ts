// Files that a command hands to a program as what it has to do, where their names do not say that they are scripts.
import { basename } from 'node:path';
import { isInline } from '../config/index.js';

/** Of these the first file that is there is meant, so that one which comes to lie before it takes its place. */
export interface Choice {
  readonly words: readonly string[];
  /** It counts also while none of them is there: the program then looks elsewhere, and would use one that came. */
  readonly always: boolean;
}

/** Also variables whose value a shell sources. */
const SHELL = /^(?:(?:ba|da|z|k|a)?sh|fish|\.|source|BASH_ENV|ENV)$/;
const NODE = /^(?:node|bun|deno|tsx|ts-node)$/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;
const OTHER =
  /^(?:ruby|perl|php|pwsh|osascript|uv|lua(?:jit)?[\d.]*|Rscript|tclsh|expect|julia|elixir|groovy|swift|guile|racket|java|go)$/;
/** Programs whose text stands in a file that an option names. */
const FROM_FILE = /^(?:[gmn]?awk|g?sed|[gj]q|g?make|just|task)$/;
const FILE_OPTION = /^(?:-f|--(?:from-)?file|--makefile|--taskfile|--justfile)$/;
/** Options that name one more file to run before the script. */
const BEFORE =
  /^(?:-r|--require|--import|--(?:experimental-)?loader|--preload|--rcfile|--init-file|--env-file)$/;

/** Arguments that are looked at for each program. */
const MOST_ARGUMENTS = 20;

/** What the words of commands hand to programs. */
export function programsIn(lists: readonly (readonly string[])[]): readonly Choice[] {
  const all = lists.flatMap((words) =>
    words.flatMap((word, at) =>
      isProgram(words, at) ? choicesOf(basename(word), words.slice(at + 1, at + 1 + MOST_ARGUMENTS)) : [],
    ),
  );
  return [...new Map(all.map((choice) => [choice.words.join('\0'), choice])).values()];
}

/** Wrappers may stand before a program; but a dot behind other words is a folder or a filter. */
const isProgram = (words: readonly string[], at: number): boolean =>
  at === 0 || !/^(?:\.|source)$/.test(words[at] ?? '') || /^(?:builtin|command)$/.test(words[at - 1] ?? '');

const only = (word: string): Choice => ({ words: [word], always: false });

function choicesOf(program: string, args: readonly string[]): readonly Choice[] {
  if (FROM_FILE.test(program))
    return args.flatMap((arg, at) => (FILE_OPTION.test(args[at - 1] ?? '') ? [only(arg)] : []));
  if (!SHELL.test(program) && !NODE.test(program) && !PYTHON.test(program) && !OTHER.test(program)) return [];
  const before = args.flatMap((arg, at) => (BEFORE.test(args[at - 1] ?? '') ? [asNodeFinds(arg)] : []));
  return [
    ...before,
    ...scriptOf(
      program,
      args.filter((_arg, at) => !BEFORE.test(args[at - 1] ?? '')),
    ),
  ];
}

/** The script that a program is given: its first argument, or after options, which may have values, the first that is a file. */
function scriptOf(program: string, args: readonly string[]): readonly Choice[] {
  const inline = args.findIndex((arg) => isInline(program, arg));
  const plain = (arg: string): boolean => !/^[-+]./.test(arg) && !SUB_COMMAND.test(arg);
  const start = args.findIndex(plain);
  const first = args[start];
  if (first === undefined || (inline >= 0 && inline < start)) return [];
  if (PYTHON.test(program) && args[start - 1] === '-m') return modules(first);
  const rest = args.slice(start).filter(plain);
  if (NODE.test(program)) return rest.slice(0, start === 0 ? 1 : MOST_VALUES).map(asNodeFinds);
  const folder = PYTHON.test(program) ? [only(`${first}/__main__.py`)] : [];
  // A shell that is asked to run it if it is there would.
  if (start === 0) return [{ words: [first], always: SHELL.test(program) }, ...folder];
  return [{ words: rest.slice(0, MOST_VALUES), always: false }, ...folder];
}

/** Values of options that may stand before a script. */
const MOST_VALUES = 4;

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
