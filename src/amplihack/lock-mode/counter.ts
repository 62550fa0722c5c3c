// Counters in files: `{"value":N}`, a bare integer is read too.
import { placeWithin } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { type Context, HookError } from '../context.js';
import { exclusively } from '../files/exclusive.js';
import { inside, isInProject, replaceInProject, textInProject } from '../files/project.js';

/** Adds one and gives the new value. Throws where the file cannot be understood, or the counter is not free. */
export function increment(context: Context, path: string): Promise<number> {
  const place = inside(() => placeWithin(context.root, path));
  return exclusively(place, context.limits.exclusive, () => {
    const value = readCounter(context, path) + 1;
    replaceInProject(context, path, JSON.stringify({ value }));
    return value;
  });
}

function readCounter(context: Context, path: string): number {
  const text = textOf(context, path);
  if (text === null) return 0;
  const value = valueIn(text);
  if (value === null) throw new HookError('a counter file holds no number');
  return value;
}

function textOf(context: Context, path: string): string | null {
  const text = textInProject(context, path);
  // Nothing there is a counter at zero; something that is no readable file is not.
  if (text === null && isInProject(context, path)) throw new HookError('a counter file cannot be read');
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
