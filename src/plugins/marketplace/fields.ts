// The fields of an object in a marketplace.json, each checked when it is taken.
import {
  describe,
  entryOf,
  fieldOf,
  isCommentKey,
  jsonOf,
  type ObjectTree,
  quote,
  type Tree,
} from '../../text/index.js';
import type { Shape } from '../../text/shapes/index.js';
import type { MarketplaceCode } from './codes.js';
import type { Notes } from './notes.js';

/** No field for people is longer than this; a text that is longer is cut. */
const LONGEST = 2000;
/** And no list of words. */
const MOST_WORDS = 100;

export const cut = (text: string | undefined): string | null => text?.slice(0, LONGEST) ?? null;

export const cutWords = (words: readonly string[] = []): readonly string[] =>
  words.slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST));

/** Takes fields that can be done without: one of another shape is reported and left out. */
export const taker =
  (notes: Notes, tree: ObjectTree, code: MarketplaceCode, whose: string) =>
  <T>(name: string, shape: Shape<T>): T | undefined => {
    const found = fieldOf(tree, name);
    if (found === undefined) return undefined;
    const value = jsonOf(found);
    if (shape.is(value)) return value;
    notes.report(code, found.at, `${wrongType(name, whose, shape.words, found)}; it is ignored`);
    return undefined;
  };

/** Where the key of a field stands; without it, where the object begins. */
export const keyPlace = (tree: ObjectTree, name: string): number => (entryOf(tree, name) ?? tree).at;

export const wrongType = (name: string, whose: string, wanted: string, tree: Tree): string =>
  `"${name}" of ${whose} must be ${wanted}, but is ${describe(jsonOf(tree))}`;

/** Tells of keys that nobody knows. Comments are fine. */
export function reportUnknown(
  notes: Notes,
  tree: ObjectTree,
  known: object,
  code: MarketplaceCode,
  whose: string,
): void {
  for (const { key, at } of tree.entries) {
    if (Object.hasOwn(known, key) || isCommentKey(key)) continue;
    notes.report(code, at, `${quote(key)} of ${whose} means nothing here and is ignored`);
  }
}
