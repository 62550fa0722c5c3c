// JSON that breaks off or holds a mistake: what it says up to there.

/** What could be read of a text that begins as JSON. */
export interface PartialJson {
  /** Members and items that were cut off are there as far as they were written; keys without a value are not. */
  readonly value: unknown;
  /** `whole`: the value is complete. `missing`: the text ends before it does. `mistake`: something else than JSON follows. */
  readonly end: 'whole' | 'missing' | 'mistake';
  /** Where reading ended. */
  readonly at: number;
}

/** Deeper values are not read: no answer is so deep. */
const DEEPEST = 100;

const NOTHING = Symbol('nothing was written');
const SPACE = /[ \t\r\n]*/y;
// A raw line break in a string is a mistake of JSON, but leaves no doubt about what is meant.
const STRING = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)("?)/y;
const WORD = /[-+.\w]+/y;

/** Reads the value at the beginning of a text. */
export function readPartialJson(text: string): PartialJson {
  const reader = new Reader(text);
  const value = reader.value(0);
  return { value: value === NOTHING ? undefined : value, end: reader.end, at: reader.at };
}

class Reader {
  readonly #text: string;
  at = 0;
  end: PartialJson['end'] = 'whole';

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    const next = this.#next();
    if (next === '{' && depth < DEEPEST) return this.#object(depth);
    if (next === '[' && depth < DEEPEST) return this.#array(depth);
    return next === '"' ? this.#string() : this.#word();
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.at += 1;
    if (!this.#closed('}'))
      do {
        if (this.#next() !== '"') return this.#broken(Object.fromEntries(entries));
        const key = this.#string();
        if (this.end !== 'whole' || this.#next() !== ':') return this.#broken(Object.fromEntries(entries));
        this.at += 1;
        const value = this.value(depth + 1);
        if (value !== NOTHING) entries.push([key, value]);
      } while (this.end === 'whole' && this.#another('}'));
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.at += 1;
    if (!this.#closed(']'))
      do {
        const value = this.value(depth + 1);
        if (value !== NOTHING) items.push(value);
      } while (this.end === 'whole' && this.#another(']'));
    return items;
  }

  #string(): string {
    const [all = '', body = '', quote = ''] = this.#take(STRING);
    if (quote === '') this.end = 'missing';
    try {
      return JSON.parse(`"${body.replace(/[\n\r\t]/g, escaped)}"`);
    } catch {
      // An escape that JSON does not know, or half of one: the text is kept as it was written.
      return all.slice(1, quote === '' ? undefined : -1);
    }
  }

  #word(): unknown {
    const start = this.at;
    const [word = ''] = this.#take(WORD);
    try {
      const value: unknown = JSON.parse(word);
      // A number at the very end may have more digits.
      if (typeof value !== 'number' || this.at < this.#text.length) return value;
    } catch {
      this.at = start + word.length;
    }
    return this.#broken(NOTHING);
  }

  #broken<T>(value: T): T {
    if (this.end === 'whole') this.end = this.#next() === '' ? 'missing' : 'mistake';
    return value;
  }

  #closed(bracket: string): boolean {
    if (this.#next() !== bracket) return false;
    this.at += 1;
    return true;
  }

  /** A comma, and so one more; the closing bracket otherwise. */
  #another(bracket: string): boolean {
    if (this.#closed(bracket)) return false;
    if (this.#next() !== ',') return this.#broken(false);
    this.at += 1;
    return true;
  }

  /** The next character that is no space; empty at the end. */
  #next(): string {
    this.#take(SPACE);
    return this.#text[this.at] ?? '';
  }

  #take(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text) ?? [''];
    this.at += found[0].length;
    return found;
  }
}

const escaped = (character: string): string => JSON.stringify(character).slice(1, -1);
