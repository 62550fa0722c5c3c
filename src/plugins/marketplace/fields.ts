// The fields of an object in a marketplace.json, each checked when it is taken.
import { type FieldKind, fits, kindInWords } from '../../events/index.js';
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
import type { MarketplaceCode } from './codes.js';
import type { Notes } from './notes.js';

/** No field for people is longer than this; a text that is longer is cut. */
const LONGEST = 2000;
/** And no list of words. */
const MOST_WORDS = 100;

/** Takes fields that can be done without: one of the wrong type is reported and left out. */
export class Fields {
  readonly #notes: Notes;
  readonly #tree: ObjectTree;
  readonly #code: MarketplaceCode;
  /** Whose fields they are, for messages. */
  readonly #whose: string;

  constructor(notes: Notes, tree: ObjectTree, code: MarketplaceCode, whose: string) {
    this.#notes = notes;
    this.#tree = tree;
    this.#code = code;
    this.#whose = whose;
  }

  text(name: string): string | null {
    const value = this.#take(name, 'string');
    return typeof value === 'string' ? value.slice(0, LONGEST) : null;
  }

  flag(name: string): boolean | null {
    const value = this.#take(name, 'boolean');
    return typeof value === 'boolean' ? value : null;
  }

  words(name: string): readonly string[] {
    const value = this.#take(name, 'strings');
    if (!Array.isArray(value)) return [];
    return value
      .slice(0, MOST_WORDS)
      .flatMap((word) => (typeof word === 'string' ? [word.slice(0, LONGEST)] : []));
  }

  object(name: string): ObjectTree | null {
    this.#take(name, 'object');
    const value = fieldOf(this.#tree, name);
    return value?.kind === 'object' ? value : null;
  }

  /** A person: a name, or an object with a name. */
  person(name: string): string | null {
    const value = fieldOf(this.#tree, name);
    if (value?.kind !== 'object') return this.text(name);
    const inner = fieldOf(value, 'name');
    if (inner?.kind === 'scalar' && typeof inner.value === 'string') return inner.value.slice(0, LONGEST);
    this.#notes.report(this.#code, value.at, `"${name}" of ${this.#whose} has no "name" that is a string`);
    return null;
  }

  #take(name: string, kind: FieldKind): unknown {
    const tree = fieldOf(this.#tree, name);
    if (tree === undefined) return undefined;
    const value = jsonOf(tree);
    if (fits(value, kind)) return value;
    this.#notes.report(
      this.#code,
      tree.at,
      `${wrongType(name, this.#whose, kindInWords(kind), tree)}; it is ignored`,
    );
    return undefined;
  }
}

export const wrongType = (name: string, whose: string, wanted: string, tree: Tree): string =>
  `"${name}" of ${whose} must be ${wanted}, but is ${describe(jsonOf(tree))}`;

/** Tells of keys that nobody knows. Comments are fine. */
export function reportUnknown(
  notes: Notes,
  tree: ObjectTree,
  known: ReadonlySet<string>,
  code: MarketplaceCode,
  whose: string,
): void {
  for (const { key, at } of tree.entries) {
    if (known.has(key) || isCommentKey(key)) continue;
    notes.report(code, at, `${quote(key)} of ${whose} means nothing here and is ignored`);
  }
}

/** Where a key stands, or the object where there is none. */
export const placeOf = (tree: ObjectTree, key: string): number => entryOf(tree, key)?.at ?? tree.at;
