// Paths of real folders in foreign texts and values, and the same in their copies.
import { isRecord, keepNumbers } from '../text/index.js';

/** A folder, and the one that takes its place. */
export type Moved = readonly [from: string, to: string];

/** What may stand behind the name of a folder that is meant: anything that cannot be a part of the same name. */
const END = String.raw`(?![\w@+-]|\.\w|[^\x00-\x7f])`;
/** What may stand before a path that is absolute. */
const BEGIN = String.raw`(?<![\w.@+-]|[^\x00-\x7f])`;

/** Replaces folders wherever they stand in a text as the beginning of an absolute path. */
export class PathMap {
  readonly #to = new Map<string, string>();
  readonly #pattern: RegExp | null;

  constructor(folders: readonly Moved[]) {
    for (const [from, to] of folders) if (from !== to && from !== '/' && from !== '') this.#to.set(from, to);
    // Of two that fit the longer is meant.
    const names = [...this.#to.keys()].sort((a, b) => b.length - a.length).map(literally);
    this.#pattern = names.length === 0 ? null : new RegExp(`${BEGIN}(?:${names.join('|')})${END}`, 'g');
  }

  text(text: string): string {
    const pattern = this.#pattern;
    return pattern === null ? text : text.replace(pattern, (found) => this.#to.get(found) ?? found);
  }

  /** The same for every text in a value as JSON can hold it; names of members stay. Values that hold none are the same. */
  value<T>(value: T): T;
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) {
      const list = value.map((item: unknown) => this.value(item));
      return list.some((item, at) => item !== value[at]) ? keepNumbers(value, list) : value;
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([name, item]) => [name, this.value(item)] as const);
    if (entries.every(([name, item]) => item === value[name])) return value;
    return keepNumbers(value, Object.fromEntries(entries));
  }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
