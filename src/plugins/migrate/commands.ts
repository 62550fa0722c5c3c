// Shell commands of other tools, rewritten so that they mean the same here.

/** A reference to a variable. */
export const variable = (name: string): string => `\${${name}}`;

/** A value in which `$NAME` still counts, as one word of a shell. */
export const shellValue = (text: string): string => `"${text.replace(/[\\"`]/g, '\\$&')}"`;

/** The variables that a command names. */
export function variablesIn(command: string): ReadonlySet<string> {
  return new Set([...command.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name));
}

/**
 * A command with variables under the names of today. A bare `$NAME` becomes `"${NEW}"` outside of quotes, because its
 * value may have blanks and the other tool put it in as one word; inside of quotes the quotes that are there do.
 */
export function renameVariables(command: string, names: Readonly<Record<string, string>>): string {
  let result = '';
  let quoted: '"' | "'" | null = null;
  for (let at = 0; at < command.length; at++) {
    const char = command[at] ?? '';
    const found = char === '$' && quoted !== "'" ? variableAt(command, at, names) : null;
    if (found !== null) {
      result += quoted === null && found.whole ? `"${found.text}"` : found.text;
      at += found.length - 1;
      continue;
    }
    if (char === '\\' && quoted !== "'") {
      result += char + (command[++at] ?? '');
      continue;
    }
    if (char === quoted) quoted = null;
    else if (quoted === null && (char === '"' || char === "'")) quoted = char;
    result += char;
  }
  return result;
}

const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(\}|(?=[:#%/])))/y;

function variableAt(
  command: string,
  at: number,
  names: Readonly<Record<string, string>>,
): { readonly text: string; readonly length: number; readonly whole: boolean } | null {
  VARIABLE.lastIndex = at;
  const match = VARIABLE.exec(command);
  const name = match?.[1] ?? match?.[2] ?? '';
  if (match === null || !Object.hasOwn(names, name)) return null;
  const value = names[name] ?? name;
  if (match[1] !== undefined || match[3] === '}')
    return { text: value, length: match[0].length, whole: true };
  // `${NAME:-default}`: only the name changes, and only where the value is a variable too.
  const inner = /^\$\{(\w+)\}$/.exec(value)?.[1];
  return inner === undefined ? null : { text: `\${${inner}`, length: match[0].length, whole: false };
}

/** A command that first goes to a folder. */
export const inFolder = (folder: string, command: string): string => `cd ${folder} || exit 1; ${command}`;

/** A command with variables of its own. */
export function withVariables(variables: Readonly<Record<string, string>>, command: string): string {
  const parts = Object.entries(variables).map(([name, value]) => `export ${name}=${shellValue(value)}; `);
  return parts.join('') + command;
}

/** Whether a command names a file by a path that depends on the working directory. */
export const hasRelativePath = (command: string): boolean =>
  /(?:^|[\s"'=;|&(])(?:\.{1,2}\/|[\w.-]+\/)[\w./-]*/.test(command.replace(/\w+:\/\/\S+/g, ''));
