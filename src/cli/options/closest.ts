// "Did you mean …?"
import { editDistance } from '../../events/index.js';

/** The candidate that differs least from a word, if it differs little. */
export function closest(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, word.length / 3) ? best.candidate : null;
}
