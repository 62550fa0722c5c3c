// How deep and how large an event may be. Nothing here recurses, so that nothing that arrives can exhaust the stack.

import { reasonOf } from '../text/index.js';

/**
 * Deepest nesting of an event. Programs that hooks are written with give up not far beyond (jq 1.6 at 256, Python's json
 * near 1000), and a guard that gives up has guarded nothing.
 */
export const DEEPEST = 200;

/** Most characters of an event: those of all its texts and names, and one for every value. */
export const LARGEST = 32 * 1024 * 1024;

/** Longest text of a field that is kept of an event beyond the bounds. */
const LONGEST_KEPT = 1000;

const TOO_DEEP = `it is nested deeper than ${DEEPEST} levels`;
export const TOO_LARGE = `it has more than ${LARGEST} characters`;

/** Why a value is beyond the bounds; `null`: it is not. A value that contains itself is too deep. Never throws. */
export function beyondBounds(value: unknown): string | null {
  try {
    return walk(value);
  } catch (error) {
    // Values of this process may do anything when they are looked at.
    return `it cannot be looked at: ${reasonOf(error)}`;
  }
}

/** The values of one object or list, and how far they were looked at. */
interface Level {
  readonly values: readonly unknown[];
  next: number;
}

/** Holds one level at a time of what it looks at: what arrives may be almost as large as the memory. */
function walk(value: unknown): string | null {
  const levels: Level[] = [{ values: [value], next: 0 }];
  let size = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.values.length) {
      levels.pop();
      continue;
    }
    const one = level.values[level.next];
    level.next += 1;
    size += typeof one === 'string' ? one.length + 1 : 1;
    if (typeof one === 'object' && one !== null) {
      if (levels.length > DEEPEST) return TOO_DEEP;
      const values: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
      if (size + values.length > LARGEST) return TOO_LARGE;
      if (!Array.isArray(one)) for (const name of Object.keys(one)) size += name.length;
      levels.push({ values, next: 0 });
    }
    if (size > LARGEST) return TOO_LARGE;
  }
  return null;
}

/** What is small and plain of an event beyond the bounds, so that people can be told which one it was. */
export const plainFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isPlain(value)));

const isPlain = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= LONGEST_KEPT
    : typeof value === 'number' || typeof value === 'boolean';

/** What the text of an event says it is, wherever that stands. */
const NAMED = /"(?:hook_event_name|hookEventName|event)"\s*:\s*"([^"\\]{1,100})"/g;

/** Plain members, and then the name: nothing that stands deeper, such as a tool's input, can be taken for it. */
const NAMED_FIRST =
  /^\uFEFF?\s*\{(?:\s*"[^"\\]*"\s*:\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|[\w.+-]+)\s*,)*\s*"(?:hook_event_name|hookEventName)"\s*:\s*"([^"\\]{1,100})"/;

/** So much of a text is looked at for the name at its beginning. */
const BEGINNING = 64 * 1024;

/** As many different names as there may be in a text that is meant to be found. */
const MOST_NAMES = 100;

/** Every event that a text may be, by what stands in it. */
export function namesIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name] of text.matchAll(NAMED)) {
    if (name !== undefined) names.add(name);
    if (names.size === MOST_NAMES) break;
  }
  return [...names];
}

/** The event that a text is, by its own name; `null`: that does not stand at its beginning. */
export const nameAtBeginning = (text: string): string | null =>
  NAMED_FIRST.exec(text.slice(0, BEGINNING))?.[1] ?? null;
