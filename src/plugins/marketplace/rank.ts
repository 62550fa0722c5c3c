// How well a plugin fits the words of a search. The numbers are in docs/marketplaces.md.
import type { Listing } from './listing.js';

/** Points for one word, by the best place where it is found. */
export const POINTS = {
  name: 100,
  nameStart: 60,
  namePart: 50,
  nameInside: 30,
  label: 25,
  labelInside: 12,
  descriptionWord: 10,
  descriptionInside: 4,
} as const;

/** `null`: a word is nowhere in it. Without words everything fits equally. */
export function scoreOf(listing: Listing, words: readonly string[]): number | null {
  let sum = 0;
  for (const word of words) {
    const points = pointsFor(listing, word.toLowerCase());
    if (points === 0) return null;
    sum += points;
  }
  return sum;
}

function pointsFor(listing: Listing, word: string): number {
  const names = [listing.name, listing.displayName ?? ''].map((name) => name.toLowerCase());
  const labels = [...listing.keywords, ...listing.tags, listing.category ?? ''].map((label) =>
    label.toLowerCase(),
  );
  const description = (listing.description ?? '').toLowerCase();
  if (names.includes(word)) return POINTS.name;
  if (names.some((name) => name.startsWith(word))) return POINTS.nameStart;
  if (names.some((name) => partsOf(name).includes(word))) return POINTS.namePart;
  if (names.some((name) => name.includes(word))) return POINTS.nameInside;
  if (labels.includes(word)) return POINTS.label;
  if (labels.some((label) => label.includes(word))) return POINTS.labelInside;
  if (partsOf(description).includes(word)) return POINTS.descriptionWord;
  return description.includes(word) ? POINTS.descriptionInside : 0;
}

const partsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u);
