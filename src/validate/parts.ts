// The texts that a hook runs: its command, its scripts, and what they use.
import { dirname, join } from 'node:path';
import { helpersOf, type Language, languageOf, type ScriptUse } from '../config/index.js';
import type { Hook } from '../nouns.js';
import type { Facts } from './facts.js';
import { readJavaScript } from './reading/javascript.js';
import { readPython } from './reading/python.js';
import { type Reading, seenOf } from './reading/seen.js';
import { readShell } from './reading/shell.js';

/** A text that a hook runs. */
export interface Part {
  readonly role: 'command' | 'script' | 'helper';
  /** It runs in the hook’s own process, or in its place, so that what it prints and how it ends is what the hook says. */
  readonly own: boolean;
  /** It sources a file that cannot be found here, so that not all of its functions and variables are known. */
  readonly open: boolean;
  readonly file: string;
  /** The whole text. */
  readonly text: string;
  readonly reading: Reading;
  /** Line and column of an offset. A command stands where its hook stands. */
  place(at: number): { readonly line: number; readonly column: number };
  /** The line around an offset. */
  excerpt(at: number): string;
}

export interface Script extends ScriptUse {
  /** `null`: it cannot be read. */
  readonly text: string | null;
  readonly language: Language | null;
}

/** What can be seen of a command line. */
export function shellPart(command: string): Pick<Part, 'open' | 'reading'> {
  const reading = readShell(command);
  return { open: seenOf(reading, 'sourced').length > 0, reading };
}

/** The command as a text; nothing for a program that is started without a shell. */
export function commandPart(hook: Hook): readonly Part[] {
  const { handler } = hook;
  if (handler.type !== 'command' || handler.args !== null || handler.shell === 'powershell') return [];
  return [
    {
      ...shellPart(handler.command),
      role: 'command',
      own: true,
      file: hook.source.file,
      text: handler.command,
      place: () => ({ line: hook.line, column: hook.column }),
      excerpt: () => handler.command,
    },
  ];
}

/** How many files of one hook are read at most. */
const MOST_FILES = 60;

/** A script, all that it sources, however deep, and the files that it imports or starts. */
export function scriptParts({ path, text, language }: Script, facts: Facts): readonly Part[] {
  if (text === null || language === null) return [];
  const parts: Part[] = [];
  const known = new Set([path]);
  const add = (part: Part): void => {
    const { found, missing } = sourcedBy(part, facts);
    parts.push({ ...part, open: missing });
    for (const file of found) {
      if (known.has(file) || parts.length >= MOST_FILES) continue;
      known.add(file);
      const content = facts.read(file);
      if (content !== null) add({ ...filePart('helper', file, content, 'shell'), own: part.own });
    }
  };
  const script = filePart('script', path, text, language);
  add(script);
  // What is only named in a comment is not run.
  const { code } = script.reading;
  for (const file of helpersOf(path, code, language, (one) => facts.kind(one) === 'file')) {
    if (known.has(file)) continue;
    known.add(file);
    const content = facts.read(file);
    const written = content === null ? null : languageOf(file, content, null);
    if (content === null || written === null) continue;
    const own = language !== 'shell' || takesItsPlace(code, file);
    add({ ...filePart('helper', file, content, written), own });
  }
  return parts;
}

/** The files that a shell text sources, and whether one of them is not to be found. */
function sourcedBy({ file, reading }: Part, facts: Facts): { found: readonly string[]; missing: boolean } {
  const wanted = seenOf(reading, 'sourced').map(({ path }) =>
    path === null ? null : nearest(path, file, facts),
  );
  return { found: wanted.flatMap((one) => one ?? []), missing: wanted.includes(null) };
}

/** How many folders above a script its plugin or project may begin. */
const MOST_UP = 4;

/**
 * A path whose beginning is only known when it runs lies beside the file that sources it, or below a folder above it: the
 * first that is there is meant. `null`: none.
 */
function nearest(path: string, file: string, facts: Facts): string | null {
  if (path.startsWith('/')) return facts.kind(path) === 'file' ? path : null;
  const pieces = path.split('/');
  let folder = dirname(file);
  for (let up = 0; up <= MOST_UP; up++) {
    for (const at of pieces.keys()) {
      const candidate = join(folder, ...pieces.slice(at));
      if (candidate !== file && facts.kind(candidate) === 'file') return candidate;
    }
    folder = dirname(folder);
  }
  return null;
}

/** `exec …/name`: the shell becomes that program. */
const takesItsPlace = (code: string, file: string): boolean =>
  code
    .split('\n')
    .some((line) => /\bexec\b/.test(line) && line.includes(file.slice(file.lastIndexOf('/') + 1)));

const READERS: Readonly<Record<Language, (text: string) => Reading>> = {
  shell: readShell,
  python: readPython,
  javascript: readJavaScript,
};

/** A file as a text that a hook runs. */
export function filePart(role: Part['role'], file: string, text: string, language: Language): Part {
  return {
    role,
    own: true,
    open: false,
    file,
    text,
    reading: READERS[language](text),
    place: (at) => {
      const before = text.slice(0, at).split('\n');
      return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    },
    excerpt: (at) => {
      const end = text.indexOf('\n', at);
      return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end).trim();
    },
  };
}
