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

function walk(value: unknown): string | null {
  const waiting: unknown[] = [value];
  const depths: number[] = [0];
  let size = 0;
  for (let one = waiting.pop(); depths.length > 0; one = waiting.pop()) {
    const depth = depths.pop() ?? 0;
    size += typeof one === 'string' ? one.length + 1 : 1;
    if (typeof one === 'object' && one !== null) {
      if (depth >= DEEPEST) return TOO_DEEP;
      const inside: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
      if (size + inside.length > LARGEST) return TOO_LARGE;
      if (!Array.isArray(one)) for (const name of Object.keys(one)) size += name.length;
      for (const each of inside) {
        waiting.push(each);
        depths.push(depth + 1);
      }
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

/** Every event that a text may be, by what stands in it. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(NAMED)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** The event that a text is, by its own name; `null`: that does not stand at its beginning. */
export const nameAtBeginning = (text: string): string | null =>
  NAMED_FIRST.exec(text.slice(0, BEGINNING))?.[1] ?? null;
