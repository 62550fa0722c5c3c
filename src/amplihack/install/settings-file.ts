// A settings file: read whole and judged before anything is changed, written whole or not at all.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { assertWithin, Outside, readText, replaceFile } from '../../files/index.js';
import {
  describe,
  fieldOf,
  type Json,
  jsonOf,
  linesOf,
  parseJson,
  systemReasonOf,
  type Tree,
} from '../../text/index.js';
import { exclusively } from '../files/exclusive.js';
import { backUp } from '../registrations/remove.js';
import { InstallProblem } from './problem.js';
import { REGISTRATIONS, SESSION_END } from './table.js';

export interface SettingsText {
  /** Without byte order mark; empty where there is no file. */
  readonly text: string;
  readonly mark: string;
  readonly isThere: boolean;
}

const UNTOUCHED = 'Correct it and try again; nothing was changed.';

/** Throws where the file is a project's and a link leads out of that; `null`: it is the user's own. */
export function assertInside(path: string, projectDir: string | null): void {
  try {
    if (projectDir !== null) assertWithin(projectDir, path);
  } catch (error) {
    // What else is wrong with it is said where it is read.
    if (!(error instanceof Outside)) return;
    throw new InstallProblem(
      error.message,
      'Links of a project are not followed out of it. Replace the link, or name the file it leads to with --settings; nothing was changed.',
    );
  }
}

/** The text of a settings file, which is JSON (comments and commas too many are fine) or empty. */
export function readSettings(path: string): SettingsText {
  const read = readText(path);
  if (read.state === 'absent') return { text: '', mark: '', isThere: false };
  if (read.state === 'broken') throw new InstallProblem(read.message, UNTOUCHED);
  const { text, mark } = read;
  const problem = /\S/.test(text) ? syntaxProblem(parseJson(text)) : null;
  if (problem !== null) throw problemAt(path, text, problem.at, `is not valid JSON: ${problem.why}`);
  return { text, mark, isThere: true };
}

function syntaxProblem({ error, tooDeepAt }: Json): Json['error'] {
  return tooDeepAt === null ? error : { at: tooDeepAt, why: 'it nests too deep' };
}

function problemAt(path: string, text: string, at: number, what: string): InstallProblem {
  const { line, column } = linesOf(text)(at);
  return new InstallProblem(`${path}:${line}:${column} ${what}`, UNTOUCHED);
}

const EVENTS = new Set([...REGISTRATIONS, SESSION_END].map(({ event }) => event));

/** Throws where registrations have no place in the text. */
export function assertMergeable(path: string, text: string): void {
  if (!/\S/.test(text)) return;
  const { tree } = parseJson(text);
  const refuse = (at: Tree, what: string): InstallProblem =>
    problemAt(path, text, at.at, `${what}, but is ${describe(jsonOf(at))}`);
  if (tree === null || tree.kind !== 'object')
    throw problemAt(path, text, tree?.at ?? 0, 'must hold an object, and does not');
  const hooks = fieldOf(tree, 'hooks');
  if (hooks === undefined) {
    // In such a file lists beside "hooks" are read as hooks only as long as there is no "hooks".
    const loose = tree.entries.find(({ key, value }) => key !== 'keywords' && value.kind === 'array');
    const events = tree.entries.find(({ key }) => key === 'events') ?? loose;
    if (basename(path) === 'hooks.json' && events !== undefined)
      throw problemAt(
        path,
        text,
        events.at,
        `has hooks under ${JSON.stringify(events.key)}, which must stand under "hooks"`,
      );
  } else if (hooks.kind === 'object') {
    for (const { key, value } of hooks.entries)
      if (EVENTS.has(key) && value.kind !== 'array' && !isNull(value))
        throw refuse(value, `${JSON.stringify(key)} must be a list`);
  } else if (!isNull(hooks)) throw refuse(hooks, '"hooks" must be an object');
}

const isNull = (tree: Tree): boolean => tree.kind === 'scalar' && tree.value === null;

/** Throws where the file may not be changed; also for an administrator, whom permissions would not stop. */
export function assertWritable(path: string): void {
  const file = realPath(path);
  const place = file ?? nearest(dirname(path));
  for (const each of file === null ? [place] : [file, dirname(file)])
    if (isReadOnly(each))
      throw new InstallProblem(
        `${path} cannot be changed: ${each === path ? 'it' : each} is read-only`,
        'Make it writable, or name another file with --settings; nothing was changed.',
      );
}

function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return (statSync(path).mode & 0o222) === 0;
  } catch {
    return true;
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const nearest = (folder: string): string =>
  realPath(folder) !== null || dirname(folder) === folder ? folder : nearest(dirname(folder));

export interface Written {
  readonly changed: boolean;
  /** Where the text before is kept; `null`: there was none, or nothing was changed. */
  readonly backup: string | null;
}

const PATIENCE_MS = 10_000;

/** Changes a file while nobody else who asks does; what was written meanwhile is taken into account. */
export async function changeSettings(
  path: string,
  change: (text: string) => string,
  epochSeconds: number,
): Promise<Written> {
  assertWritable(path);
  // A link stays a link: what it leads to is replaced.
  const file = realPath(path) ?? path;
  try {
    return await exclusively(file, PATIENCE_MS, () => {
      for (;;) {
        const before = readSettings(path);
        const after = change(before.text);
        if (after === before.text) return { changed: false, backup: null };
        const backup = before.isThere ? backUp(path, file, epochSeconds) : null;
        if (readSettings(path).text !== before.text) continue;
        replaceFile(file, before.mark + after, { durable: true });
        return { changed: true, backup };
      }
    });
  } catch (error) {
    if (error instanceof InstallProblem) throw error;
    throw new InstallProblem(
      `${path} cannot be changed: ${systemReasonOf(error)}`,
      'Put that right and try again.',
    );
  }
}
