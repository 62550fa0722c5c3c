// Finding words in texts, the same on the server and in a trace.
import type { Found } from './contract.js';

/** A text to look in, and what it is. */
export type Place = readonly [where: string, text: string];
export type Hit = Pick<Found['results'][number], 'where' | 'excerpt' | 'start' | 'end'>;

/** Signs around a match that are shown. */
const AROUND = 60;

/** The first of some texts that has the words in it, in any case; `null`: none. */
export function findIn(places: Iterable<Place>, words: string): Hit | null {
  const wanted = words.toLowerCase();
  for (const [where, text] of places) {
    const found = text.toLowerCase().indexOf(wanted);
    // A few signs become longer in lower case; then the places differ, and nothing is marked in the wrong place.
    if (found < 0) continue;
    const begin = Math.max(0, found - AROUND);
    const excerpt = text.slice(begin, found + words.length + AROUND).replace(/\s/g, ' ');
    const start = Math.min(found - begin, excerpt.length);
    return { where, excerpt, start, end: Math.min(start + words.length, excerpt.length) };
  }
  return null;
}

/** A value as somebody would search in it: texts as they are, each behind its name. */
export function searchable(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const named = ([name, item]: readonly [string, unknown]): string =>
    Array.isArray(value) ? searchable(item) : `${name}: ${searchable(item)}`;
  return Object.entries(value).map(named).join('\n');
}
