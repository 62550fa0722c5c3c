// What hooks said, without who said it.
import type { Said } from '../../nouns.js';

export const values = (...lists: readonly (readonly Said<string>[])[]): readonly string[] =>
  lists.flatMap((list) => list.map(({ value }) => value));
