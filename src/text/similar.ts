// "Did you mean …?"

/** Names that somebody made up are not compared: it would cost time and mean nothing. */
const LONGEST = 100;

export interface Nearness {
  /** How many names at most. */
  readonly most?: number;
  /** How many letters may be wrong at most, whatever the length of the name; default: three. */
  readonly within?: number;
  /** What of a name is compared; case never is. */
  readonly by?: (name: string) => string;
}

/** The known names that a wrong one was probably meant to be, the nearest first; of equals the first known one. */
export function similarNames(
  name: string,
  known: Iterable<string>,
  nearness: Nearness = {},
): readonly string[] {
  const { most = 5, within = 3, by = (one) => one } = nearness;
  const wanted = by(name).toLowerCase();
  if (wanted === '' || wanted.length > LONGEST) return [];
  const limit = Math.min(within, Math.max(1, Math.floor(wanted.length / 3)));
  const ranked: { readonly one: string; readonly apart: number }[] = [];
  for (const one of new Set(known)) {
    const other = by(one).toLowerCase();
    const apart = distance(wanted, other, limit);
    // Words of which no letter stays have nothing in common.
    if (apart <= limit && apart < Math.max(wanted.length, other.length)) ranked.push({ one, apart });
  }
  if (ranked.length === 0) return [];
  ranked.sort((a, b) => a.apart - b.apart);
  // Where only the case is wrong, there is nothing else to suggest.
  const best = ranked.filter(({ apart }) => apart === 0);
  return (best.length > 0 ? best : ranked).slice(0, most).map(({ one }) => one);
}

/** The nearest of the known names, if it is near enough to be meant; `null` otherwise. */
export const similarName = (name: string, known: Iterable<string>, nearness?: Nearness): string | null =>
  similarNames(name, known, nearness)[0] ?? null;

/** The distance is never less than the difference of the lengths, which costs nothing to know. */
const distance = (wanted: string, one: string, limit: number): number =>
  Math.abs(one.length - wanted.length) > limit ? Number.POSITIVE_INFINITY : editDistance(wanted, one, limit);

/** Letters to add, remove, replace or swap with their neighbour to turn one word into the other. `limit`: more than this may be said to be without end. */
export function editDistance(from: string, to: string, limit = Number.POSITIVE_INFINITY): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  let least = 0;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    const leastAbove = least;
    least = row;
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const apart = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(apart);
      if (apart < least) least = apart;
    }
    // What follows comes from one of the last two rows, and is never less.
    if (least > limit && leastAbove > limit) return Number.POSITIVE_INFINITY;
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
