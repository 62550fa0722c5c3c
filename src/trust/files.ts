// The files that a command runs: scripts it names, what these source or import, and what its program reads to know what to do.
import { statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { helperChoices, languageOf, scriptsInCommand, scriptsInProgram } from '../config/index.js';
import { textIn } from '../files/index.js';
import { type Counted, liesIn } from './digests.js';

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

/** Files of the system are the system's; a project cannot change them. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|etc|dev|proc|sys|System|Library|Applications)\//;
const SCRIPT = /\.(?:sh|bash|zsh|ksh|py|[cm]?js|[cm]?ts|rb|pl|php|ps1)$/;
const LARGEST_TEXT = 1024 * 1024;

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
  const uses =
    args === null
      ? scriptsInCommand(command, variables, projectDir)
      : scriptsInProgram(command, args, variables, projectDir);
  const found = new Map<string, NamedFile>();
  const add = (path: string, written: string | null = null): void => {
    if (!found.has(path) && !SYSTEM.test(path)) found.set(path, named(path, written, places));
  };
  for (const use of uses) {
    add(use.path, use.relative ? relative(projectDir, use.path) : null);
    addHelpers(use.path, use.interpreter, add);
  }
  for (const word of wordsIn([command, ...(args ?? [])].join(' '), variables)) {
    for (const table of TABLES[basename(word)] ?? []) add(join(projectDir, table));
    const path = resolve(projectDir, word);
    if (!isOwnScript(word, path, places)) continue;
    add(path, isAbsolute(word) ? null : word);
    addHelpers(path, null, add);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One level deep: what a script sources or imports. */
function addHelpers(path: string, interpreter: string | null, add: (path: string) => void): void {
  const text = textIn(path, LARGEST_TEXT);
  const language = text === null ? null : languageOf(path, text, interpreter);
  if (text === null || language === null) return;
  for (const choice of helperChoices(path, text, language)) {
    const meant = choice.findIndex(isFile);
    // A name in a shell text that is no file is a word like any other; a module that is missing is looked for elsewhere.
    if (meant < 0 && language === 'shell') continue;
    for (const file of meant < 0 ? choice : choice.slice(0, meant + 1)) add(file);
  }
}

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
function isOwnScript(word: string, path: string, { top, pluginRoot }: Places): boolean {
  if (!word.includes('/') && !SCRIPT.test(word)) return false;
  if (!liesIn(top, path) && (pluginRoot === null || !liesIn(pluginRoot, path))) return false;
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

const isExecutable = (path: string): boolean => ((statOf(path)?.mode ?? 0) & 0o111) !== 0;

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
