// "Did you mean": the known name that a wrong one was probably meant to be.

/** The nearest of the known names, if it is near enough to be meant; `null` otherwise. */
export function similarName(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  let least = wanted.length <= 4 ? 2 : 3;
  for (const candidate of known) {
    const changes = distance(wanted, candidate.toLowerCase(), least);
    if (changes < least) {
      least = changes;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other; `limit` or more is not counted out. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (above[column - 1] ?? limit) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? limit) + 1 : limit,
      );
    }
    before = above;
    above = current;
  }
  return Math.min(above[to.length] ?? limit, limit);
}
