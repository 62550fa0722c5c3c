// Which files a command runs, and what they are written in.
import { basename, isAbsolute, resolve } from 'node:path';
import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';
import { isInline, type Variables, wordValue } from './shell-words.js';

/** What the files that are looked into are written in. */
export type Language = 'shell' | 'python' | 'javascript';

/** A file that a command runs. */
export interface ScriptUse {
  /** As the command writes it. */
  readonly written: string;
  /** Where it lies. */
  readonly path: string;
  /** It depends on the working directory. */
  readonly relative: boolean;
  /** What runs it; `null`: it is started itself. */
  readonly interpreter: string | null;
  /** The command asks first whether it is there. */
  readonly optional: boolean;
}

const INTERPRETERS: ReadonlySet<string> = new Set(
  'bash sh dash zsh ksh node bun deno tsx ts-node python python3 ruby perl php pwsh powershell osascript uv uvx npx'.split(
    ' ',
  ),
);
/** Words before the program that is meant. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'exec',
  'command',
  'nohup',
  'nice',
  'time',
  'env',
  'timeout',
  'then',
]);
const SUB_COMMANDS: ReadonlySet<string> = new Set([
  'run',
  'tsx',
  'ts-node',
  'bun',
  'node',
  'python',
  'python3',
]);

/** The files a shell command runs. */
export function scriptsInCommand(command: string, variables: Variables, cwd: string): readonly ScriptUse[] {
  const uses: ScriptUse[] = [];
  const tested = new Set<string>();
  let here: Here = { folder: cwd, chosen: false };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') {
      const name = node.name?.value ?? '';
      if (/^(?:\[|test)$/.test(name)) for (const { text } of node.args) tested.add(text);
      if (name === 'cd') here = after(node, here, variables);
      else uses.push(...usesIn(node, here, variables));
    }
    forEachChild(node, visit);
  };
  visit(parse(command));
  return uses.map((use) => ({ ...use, optional: tested.has(use.written) }));
}

/** Where a command runs. */
interface Here {
  /** `null`: only known when it runs. */
  readonly folder: string | null;
  /** The command itself went there, so that it does not depend on the session. */
  readonly chosen: boolean;
}

/** Where commands run after a `cd`. */
function after({ args }: Command, here: Here, variables: Variables): Here {
  const [target] = args.filter((arg) => arg.type === 'Word' && !/^-./.test(arg.value));
  const value = target?.type === 'Word' ? wordValue(target, variables) : (variables['HOME'] ?? null);
  if (value === null || (here.folder === null && !isAbsolute(value))) return { folder: null, chosen: true };
  return { folder: resolve(here.folder ?? '/', value), chosen: here.chosen || isAbsolute(value) };
}

function usesIn(node: Command, { folder, chosen }: Here, variables: Variables): readonly ScriptUse[] {
  const uses = usesOf(node, variables, folder ?? '/');
  if (folder === null) return uses.filter(({ relative }) => !relative);
  return chosen ? uses.map((use) => ({ ...use, relative: false })) : uses;
}

function usesOf(node: Command, variables: Variables, cwd: string): readonly ScriptUse[] {
  const words = [
    ...(node.name === undefined ? [] : [node.name]),
    ...node.args.flatMap((arg) => (arg.type === 'Word' ? [arg] : [])),
  ];
  let start = 0;
  while (
    WRAPPERS.has(words[start]?.value ?? '') ||
    (start > 0 && /^-|=|^\d+[smh]?$/.test(words[start]?.value ?? ''))
  )
    start++;
  const [first, ...rest] = words.slice(start);
  if (first === undefined) return [];
  return useOf(
    { written: first.text, value: wordValue(first, variables) },
    rest.map((word) => ({ written: word.text, value: wordValue(word, variables) })),
    cwd,
  );
}

interface Argument {
  readonly written: string;
  /** `null`: only known when it runs. */
  readonly value: string | null;
}

/** The file a program without a shell is, or the script it is given. */
export function scriptsInProgram(
  command: string,
  args: readonly string[],
  variables: Variables,
  cwd: string,
): readonly ScriptUse[] {
  const fill = (text: string): Argument => ({
    written: text,
    value: text.replace(/\$\{(\w+)\}/g, (all, name: string) => variables[name] ?? all),
  });
  return useOf(fill(command), args.map(fill), cwd);
}

/** Options of interpreters whose value is the next word, and which of them says where the program runs. */
const VALUED: readonly (readonly [program: RegExp, options: RegExp])[] = [
  [
    /^uvx?$/,
    /^(?:--(?:directory|project|with|with-editable|with-requirements|python|from|env-file|extra|group|only-group|no-group|package|index|index-url|extra-index-url|default-index|find-links|cache-dir|config-file|config-setting|refresh-package|reinstall-package|upgrade-package|link-mode|color)|-[pficPw])$/,
  ],
  [/^python[\d.]*$/, /^-[WX]$/],
  [
    /^(?:node|tsx|ts-node)$/,
    /^(?:-r|-C|--(?:require|import|loader|experimental-loader|conditions|env-file|tsconfig|project))$/,
  ],
  [/^bun$/, /^(?:-r|-c|--(?:preload|cwd|config|env-file|tsconfig-override|define))$/],
  [/^deno$/, /^(?:-c|-L|--(?:config|import-map|lock|cert|env-file|location|log-level))$/],
  [/^npx$/, /^(?:-p|-w|--(?:package|workspace|prefix))$/],
  [/^(?:ba|z|k|da)?sh$/, /^(?:[-+][oO]|--(?:rcfile|init-file))$/],
  [/^perl$/, /^-I$/],
  [/^ruby$/, /^-[Ir]$/],
  [/^php$/, /^-[cd]$/],
];
const PLACED = /^--(?:directory|cwd)$/;

function useOf(program: Argument, args: readonly Argument[], cwd: string): readonly ScriptUse[] {
  const { value } = program;
  if (value === null) return [];
  const name = basename(value);
  if (!INTERPRETERS.has(name)) return value.includes('/') ? [use(program, value, null, cwd)] : [];
  const valued = VALUED.find(([one]) => one.test(name))?.[1] ?? null;
  let [folder, chosen] = [cwd, false];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === undefined || arg.value === null) return [];
    if (isInline(name, arg.value) || arg.value === '-m') return [];
    const [option = '', inline] = arg.value.startsWith('--') ? arg.value.split(/=(.*)/s) : [arg.value];
    if (inline === undefined && valued?.test(option) === true) at++;
    if (PLACED.test(option)) {
      const place = inline ?? args[at]?.value ?? null;
      if (place === null) return [];
      [folder, chosen] = [resolve(folder, place), chosen || isAbsolute(place)];
      continue;
    }
    if (arg.value.startsWith('-') || SUB_COMMANDS.has(arg.value)) continue;
    const isFile = /[/\\]|\.(?:sh|bash|zsh|py|m?js|cjs|m?ts|rb|pl|php|ps1)$/.test(arg.value);
    if (!isFile) return [];
    const found = use(arg, arg.value, name, folder);
    return [chosen ? { ...found, relative: false } : found];
  }
  return [];
}

const use = ({ written }: Argument, value: string, interpreter: string | null, cwd: string): ScriptUse => ({
  written,
  path: resolve(cwd, value),
  relative: !isAbsolute(value) || /^["']?\$\{?PWD\b/.test(written) || /^["']?\$\(pwd\)/.test(written),
  interpreter,
  optional: false,
});

/** What a file is written in, by its first line, its interpreter or its name. */
export function languageOf(path: string, text: string, interpreter: string | null): Language | null {
  const first = /^#!\s*(.*)/.exec(text)?.[1] ?? '';
  const named = `${interpreter ?? ''} ${first}`;
  if (/\b(?:ba|da|z|k)?sh\b/.test(named)) return 'shell';
  if (/\bpython/.test(named) || /\buv\b/.test(named)) return 'python';
  if (/\b(?:node|bun|deno|tsx)\b/.test(named)) return 'javascript';
  if (/\.(?:sh|bash)$/.test(path)) return 'shell';
  if (/\.py$/.test(path)) return 'python';
  if (/\.(?:[cm]?js|[cm]?ts)$/.test(path)) return 'javascript';
  return interpreter === null && first === '' && !/\.\w+$/.test(path) ? 'shell' : null;
}
