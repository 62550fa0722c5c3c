// "Did you mean …?"
import { editDistance } from './edit-distance.js';

/** Names that somebody made up are not compared: it would cost time and mean nothing. */
const LONGEST = 100;

export interface Nearness {
  /** How many names at most. */
  readonly most?: number;
  /** What of a name is compared; case never is. */
  readonly by?: (name: string) => string;
}

/** The known names that a wrong one was probably meant to be, the nearest first; of equals the first known one. */
export function similarNames(
  name: string,
  known: Iterable<string>,
  nearness: Nearness = {},
): readonly string[] {
  const { most = 5, by = (one) => one } = nearness;
  const wanted = by(name).toLowerCase();
  if (wanted === '' || wanted.length > LONGEST) return [];
  const limit = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  const ranked = [...new Set(known)]
    .map((one) => ({ one, apart: distance(wanted, by(one).toLowerCase(), limit) }))
    .filter(({ apart }) => apart <= limit)
    .sort((a, b) => a.apart - b.apart);
  // Where only the case is wrong, there is nothing else to suggest.
  const best = ranked.filter(({ apart }) => apart === 0);
  return (best.length > 0 ? best : ranked).slice(0, most).map(({ one }) => one);
}

/** The nearest of the known names, if it is near enough to be meant; `null` otherwise. */
export const similarName = (name: string, known: Iterable<string>, nearness?: Nearness): string | null =>
  similarNames(name, known, nearness)[0] ?? null;

/** The distance is never less than the difference of the lengths, which costs nothing to know. */
const distance = (wanted: string, one: string, limit: number): number =>
  Math.abs(one.length - wanted.length) > limit ? Number.POSITIVE_INFINITY : editDistance(wanted, one);
