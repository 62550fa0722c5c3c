// The memory store: one JSON line an entry, changed by one process at a time.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, replaceFile, textIn } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { type Context, HookError, home } from '../context.js';
import { appendLine } from '../files/append.js';
import { exclusively } from '../files/exclusive.js';

export interface Entry {
  readonly session: string;
  readonly agent: string;
  readonly content: string;
  readonly task: string | null;
  readonly success: boolean;
  /** Epoch seconds. */
  readonly time: number;
  readonly project: string;
}

/** Only the user may read what was said in a session. */
const MODE = PRIVATE_FILE;
/** Nothing is ever taken out of the store. */
const LARGEST = 256 * 1024 * 1024;

/** `null`: memory is switched off, or there is no home to keep it in. */
function storeFile(context: Context): string | null {
  const backend = context.env['AMPLIHACK_MEMORY_BACKEND'] ?? 'sqlite';
  const own = home(context);
  return backend !== 'sqlite' || own === null ? null : join(own, '.amplihack', 'memory.db');
}

/** The entries of one session, oldest first. Throws where the store cannot be read. */
export function entriesOf(context: Context, session: string): readonly Entry[] {
  const file = storeFile(context);
  return file === null ? [] : split(textOf(file)).flatMap((line) => entryOf(line, session) ?? []);
}

/** Adds entries. One that is there already is left alone; one that has only grown takes the place of its beginning. */
export async function store(context: Context, entries: readonly Entry[]): Promise<void> {
  const file = storeFile(context);
  if (file === null) return;
  await exclusively(file, context.limits.exclusive, () => {
    for (const entry of entries) add(file, entry);
  });
}

function add(file: string, entry: Entry): void {
  const text = textOf(file);
  const lines = split(text);
  const outgrown = lines.filter((line) => {
    const other = entryOf(line, entry.session);
    return other !== null && other.agent === entry.agent && entry.content.startsWith(other.content);
  });
  if (outgrown.some((line) => entryOf(line, entry.session)?.content === entry.content)) return;
  const isWhole = text === '' || text.endsWith('\n');
  if (outgrown.length === 0 && isWhole) {
    appendLine(file, entry, MODE);
  } else {
    const kept = [...lines.filter((line) => !outgrown.includes(line)), JSON.stringify(entry)];
    replaceFile(file, kept.map((line) => `${line}\n`).join(''), { mode: MODE });
  }
}

function textOf(file: string): string {
  const text = textIn(file, LARGEST);
  if (text === null && existsSync(file)) throw new HookError('the memory store cannot be read');
  // Somebody else's file of the same name, a database perhaps, must not be written to.
  if (text !== null && text !== '' && !text.startsWith('{"session":'))
    throw new HookError('the memory store has a format that is not known here');
  return text ?? '';
}

const split = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** `null`: the line belongs to another session, or is damaged. */
function entryOf(line: string, session: string): Entry | null {
  if (!line.startsWith(`{"session":${JSON.stringify(session)},`)) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value['session'] === 'string' &&
  typeof value['agent'] === 'string' &&
  typeof value['content'] === 'string' &&
  (value['task'] === null || typeof value['task'] === 'string') &&
  typeof value['success'] === 'boolean' &&
  typeof value['time'] === 'number' &&
  typeof value['project'] === 'string';
