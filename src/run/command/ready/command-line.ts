// A command line as the words that a shell would make of it, where that is beyond doubt.
import { lateVariables } from '../../environment.js';

type Env = Readonly<Record<string, string>>;

/** Characters that mean nothing to any shell. */
const PLAIN = /^[\w./@%+:,=-]+/;
const VARIABLE = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/;

/** The words of one simple command; `null`: it is more than that, or only a shell can tell. */
export function simpleWords(command: string, env: Env): readonly string[] | null {
  const words: string[] = [];
  let rest = command.trim();
  // Blanks of other kinds are letters to a shell.
  if (/[^\S \t]/.test(rest)) return null;
  while (rest !== '') {
    const word = readWord(rest, env);
    if (word === null) return null;
    words.push(word.text);
    rest = word.rest.replace(/^[ \t]+/, '');
  }
  return words.length === 0 || words[0]?.includes('=') ? null : words;
}

interface Read {
  readonly text: string;
  readonly rest: string;
}

function readWord(from: string, env: Env): Read | null {
  let text = '';
  let rest = from;
  while (rest !== '' && !/^[ \t]/.test(rest)) {
    const piece = readPiece(rest, env);
    if (piece === null) return null;
    text += piece.text;
    rest = piece.rest;
  }
  return { text, rest };
}

function readPiece(from: string, env: Env): Read | null {
  if (from.startsWith("'")) {
    const end = from.indexOf("'", 1);
    return end < 0 ? null : { text: from.slice(1, end), rest: from.slice(end + 1) };
  }
  if (from.startsWith('"')) return readQuoted(from.slice(1), env);
  const plain = PLAIN.exec(from)?.[0];
  if (plain !== undefined) return { text: plain, rest: from.slice(plain.length) };
  const value = readVariable(from, env);
  // Unquoted, a value is split and taken for a pattern where it has more than plain characters.
  return value !== null && PLAIN.exec(value.text)?.[0] === value.text ? value : null;
}

function readQuoted(from: string, env: Env): Read | null {
  let text = '';
  for (let rest = from; rest !== ''; ) {
    if (rest.startsWith('"')) return { text, rest: rest.slice(1) };
    const plain = /^[^"$`\\!]+/.exec(rest)?.[0];
    const piece =
      plain === undefined ? readVariable(rest, env) : { text: plain, rest: rest.slice(plain.length) };
    if (piece === null) return null;
    text += piece.text;
    rest = piece.rest;
  }
  return null;
}

function readVariable(from: string, env: Env): Read | null {
  const [whole, braced, bare] = VARIABLE.exec(from) ?? [];
  const name = braced ?? bare ?? '';
  const value = env[name];
  // A shell has its own word about some of them, and others are not known before the event.
  if (whole === undefined || value === undefined || OF_SHELLS.test(name) || lateVariables().includes(name))
    return null;
  return { text: value, rest: from.slice(whole.length) };
}

const OF_SHELLS =
  /^(?:_|PWD|OLDPWD|PPID|SHLVL|IFS|OPTIND|PS\d|LINENO|SECONDS|RANDOM|SRANDOM|UID|EUID|GROUPS|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|EPOCH\w+|DIRSTACK|FUNCNAME|PIPESTATUS|BASH\w*|HIST\w*|COMP_\w+|SHELLOPTS|PYTHON\w*|NODE_\w+)$/;
