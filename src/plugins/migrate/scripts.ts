// What the scripts of a hook say, as far as they can be found and read. Nothing is run.
import { join, resolve } from 'node:path';
import { readText } from '../../files/index.js';

export interface ScriptText {
  /** `null`: the command itself. */
  readonly file: string | null;
  readonly text: string;
}

export interface Scripts {
  readonly texts: readonly ScriptText[];
  /** All that runs is known: the command itself, or scripts that were read. */
  readonly seen: boolean;
}

export interface ScriptFolders {
  readonly projectDir: string;
  readonly home: string;
  /** Where a relative path starts. */
  readonly cwd: string;
  /** Names of variables that hold the project directory. */
  readonly projectVariables: readonly string[];
}

const LONGEST = 256 * 1024;
const INTERPRETERS = new Set([
  'bash',
  'sh',
  'zsh',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
  'ruby',
  'perl',
  'pwsh',
  'uv',
  'run',
  'tsx',
  'npx',
  'exec',
  'env',
]);
/** Programs whose whole work is in the command that calls them. */
const SELF_CONTAINED = new Set([
  'echo',
  'printf',
  'exit',
  'true',
  'false',
  'cat',
  'jq',
  'date',
  'test',
  '[',
  '[[',
  'grep',
  'if',
  'touch',
  'mkdir',
  'cd',
  'export',
  'tee',
]);

/** A word of a shell, of which parts may stand in quotes. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s;|&<>()"'])+/g;

/** The command and the scripts that it names. */
export function scriptsOf(command: string, args: readonly string[], folders: ScriptFolders): Scripts {
  const words = [command, ...args].flatMap((part) => part.match(WORD) ?? []);
  const paths = words.map((word) => expand(word.replaceAll(/["']/g, ''), folders));
  const texts = paths.slice(0, 20).flatMap((path): ScriptText[] => {
    if (path === null) return [];
    const read = readText(path);
    return read.state === 'text' && read.text.length <= LONGEST ? [{ file: path, text: read.text }] : [];
  });
  const first = words.find((word) => !INTERPRETERS.has(word) && !word.startsWith('-') && !word.includes('='));
  const seen =
    texts.length > 0 || first === undefined || SELF_CONTAINED.has(first) || /\s-[ce]\s/.test(command);
  return { texts: [{ file: null, text: [command, ...args].join(' ') }, ...texts], seen };
}

/** The file that a word names; `null`: it names none. */
function expand(word: string, { projectDir, home, cwd, projectVariables }: ScriptFolders): string | null {
  const variable = /^\$\{?(\w+)\}?\/(.+)$/.exec(word);
  if (variable !== null) {
    const [, name = '', rest = ''] = variable;
    if (rest.includes('$')) return null;
    if (name === 'HOME') return join(home, rest);
    return projectVariables.includes(name) ? join(projectDir, rest) : null;
  }
  if (word.startsWith('~/')) return join(home, word.slice(2));
  return /[/.]/.test(word) && !/[$*`]|:\/\//.test(word) ? resolve(cwd, word) : null;
}
