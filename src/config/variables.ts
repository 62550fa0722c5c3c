// Variables in commands that will not mean what their author thinks.
import type { Handler } from '../nouns.js';
import type { Sheet } from './sheet.js';

/** References that the runner refuses outside of a plugin. */
const PLUGIN_VARIABLE = /\$(?:\{CLAUDE_PLUGIN_(ROOT|DATA)\}|CLAUDE_PLUGIN_(ROOT|DATA)\b)/g;

/** Reports references to a plugin that the hook does not belong to, and paths that the shell will split. */
export function checkVariables(sheet: Sheet, handler: Handler, at: number): void {
  if (handler.type !== 'command') return;
  const { source, rules } = sheet;
  if (source.pluginRoot === null || source.pluginData === null) {
    const text = [handler.command, ...(handler.args ?? [])].join('\n');
    // Most commands have none, and in a process that answers one event reading the pattern takes longer than using it.
    const found = text.includes('CLAUDE_PLUGIN_') ? text.matchAll(PLUGIN_VARIABLE) : [];
    const named = new Set([...found].map((match) => match[1] ?? match[2]));
    for (const name of named) {
      if (name === 'ROOT' ? source.pluginRoot !== null : source.pluginData !== null) continue;
      const message = `The command refers to CLAUDE_PLUGIN_${name}, but ${source.file} gives its hooks none`;
      sheet.report('plugin-variable-outside-plugin', at, message);
    }
  }
  if (handler.args !== null || !handler.command.includes('$')) return;
  const folders: readonly (readonly [string, string | null])[] = [
    ['CLAUDE_PLUGIN_ROOT', source.pluginRoot],
    ['CLAUDE_PLUGIN_DATA', source.pluginData],
    ['CLAUDE_PROJECT_DIR', rules.projectDir],
    ['AMPLIFIER_PROJECT_DIR', rules.projectDir],
    ['AMPLIFIER_HOOKS_DIR', source.hooksDir],
  ];
  for (const [name, folder] of folders) {
    if (folder === null || !/\s/.test(folder) || !isUnquoted(handler.command, name)) continue;
    const message = `\${${name}} stands without double quotes, and its value ${JSON.stringify(folder)} has a space`;
    sheet.report('unquoted-path', at, message, `Write "\${${name}}/…" with the double quotes.`);
  }
}

/** Whether a shell command uses a variable outside of quotes. */
function isUnquoted(command: string, name: string): boolean {
  if (!command.includes(name)) return false;
  let quoted: '"' | "'" | null = null;
  for (let at = 0; at < command.length; at++) {
    const char = command[at];
    if (char === '\\' && quoted !== "'") at++;
    else if (quoted !== null) {
      if (char === quoted) quoted = null;
    } else if (char === '"' || char === "'") quoted = char;
    else if (char === '$' && refersTo(command, at + 1, name)) return true;
  }
  return false;
}

function refersTo(command: string, at: number, name: string): boolean {
  const start = command[at] === '{' ? at + 1 : at;
  return command.startsWith(name, start) && !/\w/.test(command[start + name.length] ?? '');
}
