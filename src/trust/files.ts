// The files that a command runs: scripts it names, what these source or import, and what its program reads to know what to do.
import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  commandWords,
  helperChoices,
  type Language,
  languageOf,
  programWords,
  type ScriptUse,
  scriptsInCommand,
  scriptsInProgram,
  sourcedIn,
} from '../config/index.js';
import { liesIn, textIn } from '../files/index.js';
import { isRecord } from '../text/index.js';
import type { Counted } from './digests.js';
import { type Choice, programsIn } from './programs.js';

/** A file of an identity. */
export interface NamedFile extends Counted {
  /** The same wherever the clone lies. */
  readonly name: string;
  /** As the command writes it, where it depends on the directory that the session is in; `null`: it does not. */
  readonly written: string | null;
}

/** What paths in a definition mean. */
export interface Places {
  readonly projectDir: string;
  /** The uppermost folder of the repository. */
  readonly top: string;
  readonly home: string;
  readonly pluginRoot: string | null;
  /** Variables that a command may name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Those of them that the project itself sets. */
  readonly own: Readonly<Record<string, string>>;
}

export interface Commanded {
  readonly command: string;
  /** `null`: a shell reads the command. */
  readonly args: readonly string[] | null;
}

/** Files of the system are the system's, unless the project itself lies there. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|etc|dev|proc|sys|System|Library|Applications)\//;
const SCRIPT = /\.(?:sh|bash|zsh|ksh|py|[cm]?js|[cm]?ts|rb|pl|php|ps1)$/;
const LARGEST_TEXT = 1024 * 1024;
/** Folders of one command in which tables are looked for. */
const MOST_FOLDERS = 20;
/** Words of one command that are looked for in folders that it names. */
const MOST_WORDS = 500;

/** Programs that look up in a file of the project what to run. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  npx: ['package.json'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', '.justfile', 'Justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
};

/** In a steady order, each once. Files that are not there yet count too where they would be used if they were. */
export function filesOf(commanded: Commanded, places: Places): readonly NamedFile[] {
  const { command, args } = commanded;
  const { projectDir, variables } = places;
  const found = new Map<string, NamedFile>();
  const add: Add = (path, written = null) => {
    if (!found.has(path) && (isOwn(path, places) || !SYSTEM.test(path)))
      found.set(path, named(path, written, places));
  };
  const uses =
    args === null
      ? scriptsInCommand(command, variables, projectDir)
      : scriptsInProgram(command, args, variables, projectDir);
  const lists =
    args === null ? commandWords(command, variables) : programWords([command, ...args], variables);
  // As they stand there, too, whatever the text is.
  const words = new Set([...wordsIn([command, ...(args ?? [])].join(' '), variables), ...lists.flat()]);
  addUses(uses, places, add);
  addNamed(words, programsIn(lists), places, add);
  addTables(words, places, add);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Add = (path: string, written?: string | null) => void;

const isOwn = (path: string, { top, pluginRoot }: Places): boolean =>
  liesIn(top, path) || (pluginRoot !== null && liesIn(pluginRoot, path));

function addUses(uses: readonly ScriptUse[], places: Places, add: Add): void {
  for (const use of uses) {
    add(use.path, use.relative ? relative(places.projectDir, use.path) : null);
    addHelpers(use.path, use.interpreter, places, add);
  }
}

/** Scripts that a text names, wherever they stand in it, and files that it hands to a program; also in folders that it names. */
function addNamed(words: ReadonlySet<string>, choices: readonly Choice[], places: Places, add: Add): void {
  addThere(words, choices, places, add);
  for (const word of foldersAmong(words, places)) {
    const folder = resolve(places.projectDir, word);
    if (folder === places.projectDir) continue;
    const written = (path: string): string | null =>
      isAbsolute(word) ? null : relative(places.projectDir, path);
    const there = { ...places, projectDir: folder };
    const few = [...words].slice(0, MOST_WORDS);
    addThere(few, choices, there, (path, as) => add(path, typeof as === 'string' ? written(path) : null));
    for (const name of few) {
      const path = join(folder, name);
      if (!name.includes('/') && isFile(path) && isExecutable(path)) addWord(path, path, there, add);
    }
  }
}

const foldersAmong = (words: Iterable<string>, places: Places): readonly string[] =>
  [...words]
    .filter((word) => {
      const path = resolve(places.projectDir, word);
      return isOwn(path, places) && isFolder(path);
    })
    .slice(0, MOST_FOLDERS);

/** The same in one folder. */
function addThere(words: Iterable<string>, choices: readonly Choice[], places: Places, add: Add): void {
  for (const word of words) {
    const path = resolve(places.projectDir, word);
    if (isOwnScript(word, path, places)) addWord(word, path, places, add);
  }
  for (const choice of choices) addChoice(choice, places, add);
}

function addChoice({ words, always }: Choice, places: Places, add: Add): void {
  const { projectDir } = places;
  const own = words.filter((word) => isOwn(resolve(projectDir, word), places));
  const meant = own.findIndex((word) => isFile(resolve(projectDir, word)));
  if (meant < 0 && !always) return;
  for (const word of meant < 0 ? own : own.slice(0, meant + 1)) {
    const path = resolve(projectDir, word);
    // Programs look for another name where a folder has this one.
    if (!isFolder(path)) addWord(word, path, places, add);
  }
}

function addWord(word: string, path: string, places: Places, add: Add): void {
  add(path, isAbsolute(word) ? null : word);
  addHelpers(path, null, places, add);
}

/**
 * The tables of programs that look up what to run, wherever the text may lead them, and the scripts that a package runs
 * under the names that are called. What a Makefile names is mostly what it makes and is made from, which changes all the time.
 */
function addTables(words: ReadonlySet<string>, places: Places, add: Add): void {
  const tables = new Set([...words].flatMap((word) => TABLES[basename(word)] ?? []));
  if (tables.size === 0) return;
  const folders = ['.', ...foldersAmong(words, places)].map((word) => resolve(places.projectDir, word));
  for (const folder of new Set(folders)) {
    for (const table of tables) add(join(folder, table));
    if (!tables.has('package.json')) continue;
    const called = scriptsIn(textIn(join(folder, 'package.json'), LARGEST_TEXT) ?? '', [...words]);
    const there = { ...places, projectDir: folder };
    addUses(scriptsInCommand(called, places.variables, folder), there, (path) => add(path));
    for (const choice of programsIn(commandWords(called, places.variables)))
      addChoice(choice, there, (path) => add(path));
  }
}

/** What a package would run under the names that a command calls, before and after them. */
function scriptsIn(content: string, names: readonly string[]): string {
  const value = jsonIn(content);
  const scripts = isRecord(value) ? value['scripts'] : null;
  if (!isRecord(scripts)) return '';
  const called = names.flatMap((name) => [name, `pre${name}`, `post${name}`]);
  return called.map((name) => (Object.hasOwn(scripts, name) ? String(scripts[name]) : '')).join('\n');
}

function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** One level deep: what a script sources or imports, and what its first line says that it is run by. */
function addHelpers(path: string, interpreter: string | null, places: Places, add: Add): void {
  const text = textIn(path, LARGEST_TEXT);
  const language = text === null ? null : languageOf(path, text, interpreter);
  if (text === null) return;
  for (const word of (/^#!(.*)/.exec(text)?.[1] ?? '').split(/\s+/)) {
    const runner = resolve(places.projectDir, word);
    if (word.includes('/') && isOwn(runner, places)) add(runner);
  }
  if (language === null) return;
  // A text that is sourced where it is there can come into being.
  if (language === 'shell')
    for (const name of sourcedIn(text))
      for (const folder of foldersOf(path, language, places)) add(resolve(folder, name));
  for (const choice of choicesIn(path, text, language, places)) {
    const meant = choice.findIndex(isFile);
    // A name in a shell text that is no file is a word like any other; a module that is missing is looked for elsewhere.
    if (meant < 0 && language === 'shell') continue;
    for (const file of meant < 0 ? choice : choice.slice(0, meant + 1)) add(file);
  }
}

/** A shell looks in the working directory or in a folder that a variable names; others begin at the script. */
const foldersOf = (path: string, language: Language, { projectDir, top }: Places): ReadonlySet<string> =>
  new Set(language === 'shell' ? [dirname(path), projectDir, top] : [dirname(path)]);

const choicesIn = (path: string, text: string, language: Language, places: Places) =>
  [...foldersOf(path, language, places)].flatMap((folder) =>
    helperChoices(join(folder, basename(path)), text, language),
  );

/** Words of a command, also those inside of quoted commands, with known variables filled in. */
function wordsIn(text: string, variables: Places['variables']): readonly string[] {
  const filled = text.replace(
    /\$(?:\{(\w+)(?::?-[^}]*)?\}|(\w+))/g,
    (all, braced?: string, plain?: string) => variables[braced ?? plain ?? ''] ?? all,
  );
  return filled
    .split(/[\s"'`;|&<>()=,]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^~(?=\/)/, variables['HOME'] ?? '~'));
}

/** A script of the project or plugin, by its name or because it may be executed. */
function isOwnScript(word: string, path: string, places: Places): boolean {
  if (!word.includes('/') && !SCRIPT.test(word)) return false;
  if (!isOwn(path, places)) return false;
  return isFile(path) && (SCRIPT.test(path) || isExecutable(path));
}

function named(
  path: string,
  written: string | null,
  { projectDir, top, home, pluginRoot }: Places,
): NamedFile {
  const root = [pluginRoot, top].find((folder) => folder !== null && liesIn(folder, path)) ?? null;
  const below = (folder: string): string => relative(folder, path).split(sep).join('/');
  if (root !== null && root === pluginRoot && !liesIn(top, pluginRoot))
    return { name: `plugin:${below(pluginRoot)}`, path, root, written };
  if (root !== null) return { name: apart(below(projectDir)), path, root, written };
  return { name: liesIn(home, path) ? `~/${below(home)}` : path, path, root, written };
}

/** A folder of the project may be called like what stands before other names; two files must never have one name. */
const apart = (name: string): string => (/^(?:~\/|plugin:)/.test(name) ? `./${name}` : name);

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

const isExecutable = (path: string): boolean => ((statOf(path)?.mode ?? 0) & 0o111) !== 0;

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
