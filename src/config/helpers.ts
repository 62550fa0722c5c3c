// The local files that a script uses: what it sources, imports, or starts from its own folder. One level, no deeper.
import { dirname, join } from 'node:path';
import type { Language } from './scripts.js';
import { sourcedWords } from './shell-words.js';

const SUFFIX = '(?:sh|bash|zsh|ksh|py|[cm]?js|[cm]?ts|rb|pl)';
/** A path that ends like a script, wherever it stands in a shell text. */
const NAMED = new RegExp(`(?:\\$\\w+/)?([\\w.@+-]+(?:/[\\w.@+-]+)*\\.${SUFFIX})\\b`, 'g');
/** What `source` and `.` read, less what stands for a folder before it; for texts that are no shell that is known. */
const SOURCED =
  /(?:^|[;&|(]|\bthen|\bdo)[^\S\n]*(?:source|\.)[^\S\n]+["']?(?:[^\s"';&|]*[)}]\/|\$\w+\/)?([\w./@+-]+)/gm;
const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;
const PYTHON = /^[^\S\n]*(?:from[^\S\n]+([.\w]+)[^\S\n]+import[^\S\n]+([^\n#]+)|import[^\S\n]+([^\n#]+))/gm;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.ts'];

/**
 * What a script may use. Of each choice the first file that is there is meant, so that one which comes to lie before it
 * takes its place.
 */
export function helperChoices(
  path: string,
  text: string,
  language: Language,
): readonly (readonly string[])[] {
  const folder = dirname(path);
  const choices = CHOICES[language](text).map((names) => names.map((name) => join(folder, name)));
  return choices.map((files) => files.filter((file) => file !== path)).filter((files) => files.length > 0);
}

/** What a shell text sources, whether it is there or not, without the folder that only a variable knows. */
export function sourcedIn(text: string): readonly string[] {
  const plain = [...text.matchAll(SOURCED)].map(([, name = '']) => name);
  // A longer one takes too long.
  const read = text.length > LONGEST_READ ? [] : sourcedWords(text);
  return read.length === 0 ? plain : read;
}

const LONGEST_READ = 128 * 1024;

/** The files of those choices that are there. */
export function helpersOf(
  path: string,
  text: string,
  language: Language,
  isFile: (path: string) => boolean,
): readonly string[] {
  return [...new Set(helperChoices(path, text, language).flatMap((files) => files.find(isFile) ?? []))];
}

const CHOICES: Readonly<Record<Language, (text: string) => readonly (readonly string[])[]>> = {
  javascript: (text) =>
    [...text.matchAll(IMPORTED)].map(([, name = '']) => ENDINGS.map((ending) => `${name}${ending}`)),
  python: (text) =>
    [...text.matchAll(PYTHON)].flatMap(([, from, names = '', plain]) =>
      from === undefined ? listed(plain ?? '').flatMap((name) => modules(name)) : fromModule(from, names),
    ),
  shell: (text) => [...[...text.matchAll(NAMED)].map(([, name = '']) => name), ...sourcedIn(text)].map(tails),
};

/** `a/b.sh` behind a folder that is only known when it runs may be `a/b.sh` or `b.sh` of the folder of the script. */
function tails(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(index).join('/'));
}

const listed = (names: string): readonly string[] =>
  names.split(',').flatMap((name) => /^[\s(]*([\w.]+)/.exec(name)?.[1] ?? []);

/** Every package on the way to a module is run too. */
function modules(name: string): readonly (readonly string[])[] {
  const parts = name.split('.');
  return parts.map((_part, index) => {
    const path = parts.slice(0, index + 1).join('/');
    return [`${path}/__init__.py`, `${path}.py`];
  });
}

function fromModule(from: string, names: string): readonly (readonly string[])[] {
  const { 1: dots = '', 2: name = '' } = /^(\.*)([\w.]*)$/.exec(from) ?? [];
  const up = dots.length > 1 ? '../'.repeat(dots.length - 1) : '';
  const own = name === '' ? [] : modules(name);
  const inner = listed(names).map((one) => {
    const path = [...(name === '' ? [] : name.split('.')), one].join('/');
    return [`${path}/__init__.py`, `${path}.py`];
  });
  return [...own, ...inner].map((files) => files.map((file) => `${up}${file}`));
}
