// "Did you mean": the known name that a wrong one was probably meant to be.
import { editDistance } from '../events/index.js';

/** The nearest of the known names, if it is near enough to be meant; `null` otherwise. */
export function similarName(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  let least = wanted.length <= 4 ? 2 : 3;
  for (const candidate of known) {
    const changes = editDistance(wanted, candidate.toLowerCase());
    if (changes < least) {
      least = changes;
      nearest = candidate;
    }
  }
  return nearest;
}
