// What is wrong with the commands of hooks, as far as the disk and the grammar of the shell tell. Asked for, not part of loading.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import { isExecutable } from '../machine/index.js';
import type { CommandHandler, Diagnostic, Generation, Hook } from '../nouns.js';
import { quote } from '../text/index.js';
import type { ConfigCode } from './codes.js';
import { diagnostic } from './diagnostic.js';

const INTERPRETER = '(?:bash|sh|zsh|node|bun|deno|python3?|ruby|perl|pwsh)';
const VARIABLE =
  '\\$\\{?(CLAUDE_PLUGIN_ROOT|CLAUDE_PROJECT_DIR|AMPLIFIER_HOOKS_DIR|AMPLIFIER_PROJECT_DIR)\\}?';
const START = new RegExp(`^\\s*(${INTERPRETER}\\s+)?`);
const IN_FOLDER = new RegExp(`^(?:"${VARIABLE}/([^"$\`]+)"|"?${VARIABLE}"?/([^\\s"'$\`;|&<>()]+))`);
const RELATIVE = /^(?:\.\/)?([\w.-]+(?:\/[\w.-]+)+|(?<=\.\/)[\w.-]+)(?=\s|$)/;

/** Problems of the commands of a generation. */
export function commandProblems(generation: Generation, projectDir: string): readonly Diagnostic[] {
  return generation.hooks.flatMap((hook) =>
    hook.handler.type === 'command' ? problemsOf(hook, hook.handler, projectDir) : [],
  );
}

function problemsOf(hook: Hook, handler: CommandHandler, projectDir: string): Diagnostic[] {
  const tell = (code: ConfigCode, message: string): Diagnostic[] => [
    diagnostic(code, message, { file: hook.source.file, at: hook }),
  ];
  if (handler.args === null && handler.shell !== 'powershell') {
    const error = parse(handler.command).errors?.[0];
    if (error !== undefined)
      return tell(
        'command-syntax',
        `${quote(handler.command)} is not a valid shell command: ${error.message}`,
      );
  }
  const line = lineOf(handler);
  const interpreter = START.exec(line)?.[0] ?? '';
  const rest = line.slice(interpreter.length);
  const script = scriptIn(hook, rest, projectDir);
  if (script === null)
    return relativeIn(hook, rest, projectDir).flatMap((message) => tell('script-relative', message));
  if (!existsSync(script)) return tell('script-missing', `The script ${script} does not exist`);
  if (interpreter.trim() === '' && !isExecutable(script))
    return tell('script-not-executable', `The script ${script} is not executable`);
  return [];
}

/** Program and first argument as a shell would be given them; without a shell every part is one word. */
function lineOf({ command, args }: CommandHandler): string {
  if (args === null) return command;
  const first = args[0] === undefined ? '' : ` "${args[0]}"`;
  return /^\w+$/.test(command) ? command + first : `"${command}"`;
}

/** The script that a command names by one of the folders a hook knows. */
function scriptIn({ source }: Hook, text: string, projectDir: string): string | null {
  const [, quotedName, quotedPath, plainName, plainPath] = IN_FOLDER.exec(text) ?? [];
  const folders: Readonly<Record<string, string | null>> = {
    CLAUDE_PLUGIN_ROOT: source.pluginRoot,
    CLAUDE_PROJECT_DIR: projectDir,
    AMPLIFIER_PROJECT_DIR: projectDir,
    AMPLIFIER_HOOKS_DIR: source.hooksDir,
  };
  const folder = folders[quotedName ?? plainName ?? ''] ?? null;
  const path = quotedPath ?? plainPath;
  return folder === null || path === undefined ? null : join(folder, path);
}

function relativeIn({ source }: Hook, text: string, projectDir: string): string[] {
  const path = RELATIVE.exec(text)?.[1];
  if (source.pluginRoot === null || path === undefined) return [];
  if (!existsSync(join(source.pluginRoot, path)) || existsSync(join(projectDir, path))) return [];
  return [`${quote(path)} is a file of the plugin, but is looked for in the working directory`];
}
