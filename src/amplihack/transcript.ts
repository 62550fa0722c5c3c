// Transcripts: JSON lines of turns, in the two shapes that hosts write.
import { resolve } from 'node:path';
import { textIn } from '../files/index.js';
import { isRecord } from '../text/index.js';
import { isBlank } from './context.js';

/** Long sessions have long transcripts. */
const LARGEST = 256 * 1024 * 1024;

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** Where a transcript is said to be; a relative path starts at the hook's directory. */
export const transcriptFile = (root: string, path: string | null): string | null =>
  path === null || isBlank(path) ? null : resolve(root, path);

/** Every line of a transcript; `null`: there is none that can be used. */
export function readTranscript(root: string, path: string | null): readonly unknown[] | null {
  const file = transcriptFile(root, path);
  const text = file === null ? null : textIn(file, LARGEST);
  if (text === null) return null;
  try {
    return text
      .split('\n')
      .filter((line) => !isBlank(line))
      .map((line): unknown => JSON.parse(line));
  } catch {
    return null;
  }
}

/** The turns that say something; `null`: no usable transcript. */
export function readTurns(root: string, path: string | null): readonly Turn[] | null {
  const lines = readTranscript(root, path);
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
