// Transcripts: JSON lines of turns, in the two shapes that hosts write.
import { resolve } from 'node:path';
import { liesIn, Outside, openRegular, openWithin, readBytes, readWithin } from '../files/index.js';
import { hasCode, isRecord } from '../text/index.js';
import { type Context, HookError, isBlank } from './context.js';

/** Long sessions have long transcripts. */
const LARGEST = 256 * 1024 * 1024;

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** Opens a transcript; `null`: there is none. Throws where it is not the user's to read. */
export function openTranscript(context: Context, path: string | null): number | null {
  try {
    return found(context, path, openWithin, openRegular);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) throw new HookError('the transcript cannot be read');
    return null;
  }
}

/** A relative path starts at the hook's directory. What lies below that may be a link of the repository's. */
function found<T>(
  context: Context,
  path: string | null,
  within: (root: string, file: string) => T,
  elsewhere: (file: string) => T,
): T | null {
  if (path === null || isBlank(path)) return null;
  const file = resolve(context.root, path);
  if (!liesIn(context.root, file)) return elsewhere(file);
  try {
    return within(context.root, file);
  } catch (error) {
    if (error instanceof Outside) context.warn(`${error.message}; it is not read`);
    throw error;
  }
}

/** Every line of a transcript; `null`: there is none that can be used. */
export function readTranscript(context: Context, path: string | null): readonly unknown[] | null {
  try {
    const bytes = found(
      context,
      path,
      (root, file) => readWithin(root, file, LARGEST),
      (file) => readBytes(file, LARGEST),
    );
    if (bytes === null) return null;
    return bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => !isBlank(line))
      .map((line): unknown => JSON.parse(line));
  } catch {
    return null;
  }
}

/** The turns that say something; `null`: no usable transcript. */
export function readTurns(context: Context, path: string | null): readonly Turn[] | null {
  const lines = readTranscript(context, path);
  return lines === null ? null : turnsOf(lines);
}

export const turnsOf = (values: unknown): readonly Turn[] =>
  Array.isArray(values) ? values.flatMap((value) => turnOf(value) ?? []) : [];

function turnOf(value: unknown): Turn | null {
  const message = messageOf(value);
  if (message === null) return null;
  const text = textOf(message.content);
  return isBlank(text) ? null : { role: message.role, text };
}

/** Who speaks and the content as it is; `null`: the value is no turn. */
export function messageOf(value: unknown): { readonly role: string; readonly content: unknown } | null {
  if (!isRecord(value)) return null;
  if (typeof value['role'] === 'string') return { role: value['role'], content: value['content'] };
  const { type, message } = value;
  if ((type !== 'user' && type !== 'assistant') || !isRecord(message)) return null;
  const role = typeof message['role'] === 'string' ? message['role'] : type;
  return { role, content: message['content'] };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block) =>
      isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('\n');
}

export const firstUserText = (turns: readonly Turn[]): string | null =>
  turns.find(({ role }) => role === 'user')?.text ?? null;
