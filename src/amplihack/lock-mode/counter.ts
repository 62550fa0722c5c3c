// Counters in files: `{"value":N}`, a bare integer is read too.
import { existsSync } from 'node:fs';
import { replaceFile, textIn } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { type Context, HookError } from '../context.js';
import { exclusively } from '../files/exclusive.js';

/** Adds one and gives the new value. Throws where the file cannot be understood, or the counter is not free. */
export const increment = (context: Context, path: string): Promise<number> =>
  exclusively(path, context.limits.exclusive, () => {
    const value = readCounter(path) + 1;
    replaceFile(path, JSON.stringify({ value }));
    return value;
  });

function readCounter(path: string): number {
  const text = textOf(path);
  if (text === null) return 0;
  const value = valueIn(text);
  if (value === null) throw new HookError('a counter file holds no number');
  return value;
}

function textOf(path: string): string | null {
  const text = textIn(path);
  // Nothing there is a counter at zero; something that is no readable file is not.
  if (text === null && existsSync(path)) throw new HookError('a counter file cannot be read');
  return text;
}

function valueIn(text: string): number | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const value = isRecord(parsed) ? parsed['value'] : parsed;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  } catch {
    return null;
  }
}
