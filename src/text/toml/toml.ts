// TOML into the same tree as JSON, with positions: enough of the language to read any valid file of settings.
import type { Tree, TreeEntry } from '../index.js';

export type Toml =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly at: number; readonly why: string };

/** Nesting beyond this is refused, so that the reader may be recursive. */
const MAX_DEPTH = 200;

class Broken extends Error {
  readonly at: number;
  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

interface Table {
  readonly kind: 'table';
  readonly at: number;
  readonly entries: Map<string, { readonly at: number; readonly value: Value }>;
  /** `closed`: written in one place (`{…}` or its own header) and not to be opened again. */
  state: 'implied' | 'open' | 'closed';
}
interface List {
  readonly kind: 'list';
  readonly at: number;
  readonly items: Value[];
  /** `[[name]]` adds to it. */
  readonly ofTables: boolean;
}
interface Plain {
  readonly kind: 'plain';
  readonly at: number;
  readonly value: string | number | boolean;
}
type Value = Table | List | Plain;

type Key = { readonly name: string; readonly at: number };

const table = (at: number, state: Table['state']): Table => ({
  kind: 'table',
  at,
  entries: new Map(),
  state,
});

/** Reads TOML. Never throws. */
export function parseToml(text: string): Toml {
  try {
    return { ok: true, tree: treeOf(new Reader(text).document()) };
  } catch (error) {
    if (error instanceof Broken) return { ok: false, at: error.at, why: error.message };
    throw error;
  }
}

function treeOf(value: Value): Tree {
  if (value.kind === 'plain') return { kind: 'scalar', at: value.at, value: value.value };
  if (value.kind === 'list') return { kind: 'array', at: value.at, items: value.items.map(treeOf) };
  const entries = [...value.entries].map(
    ([key, entry]): TreeEntry => ({ key, at: entry.at, value: treeOf(entry.value) }),
  );
  return { kind: 'object', at: value.at, entries };
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
};

const BARE_KEY = /[\w-]+/y;
const SPACE = /[ \t]*/y;
const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const WORD = /[-+.:\w]+(?: \d\d:[-+.:\w]+)?/y;
const INTEGER = /^[-+]?\d+(?:_\d+)*$/;
const RADIX = /^0(?:x[\da-f]+(?:_[\da-f]+)*|o[0-7]+(?:_[0-7]+)*|b[01]+(?:_[01]+)*)$/i;
const FLOAT = /^[-+]?\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[-+]?\d+(?:_\d+)*)?$/i;
/** A backslash at the end of a line takes the line break and what is blank after it away. */
const FOLD = /\\[ \t]*\r?\n\s*/y;
const MOMENT = /^(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.*)?|\d\d:\d\d.*)$/;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Table {
    const root = table(0, 'open');
    let current = root;
    for (this.#skip(BLANK); this.#at < this.#text.length; this.#skip(BLANK)) {
      if (this.#text[this.#at] === '[') current = this.#header(root);
      else this.#pair(current, 0);
      if (this.#take(REST_OF_LINE) === null) throw new Broken(this.#at, 'one line holds one entry');
    }
    return root;
  }

  #header(root: Table): Table {
    const at = this.#at;
    const many = this.#text.startsWith('[[', at);
    this.#at += many ? 2 : 1;
    const keys = this.#keys();
    const close = many ? ']]' : ']';
    if (!this.#text.startsWith(close, this.#at)) throw new Broken(this.#at, `"${close}" is missing`);
    this.#at += close.length;
    const last = keys.at(-1);
    if (last === undefined) throw new Broken(at, 'a name is missing');
    const parent = this.#open(root, keys.slice(0, -1));
    const known = parent.entries.get(last.name)?.value;
    if (many) return this.#addTo(parent, last, at, known);
    if (known === undefined) {
      const made = table(at, 'open');
      parent.entries.set(last.name, { at: last.at, value: made });
      return made;
    }
    if (known.kind !== 'table' || known.state !== 'implied')
      throw new Broken(last.at, `"${last.name}" is defined twice`);
    known.state = 'open';
    return known;
  }

  #addTo(parent: Table, key: Key, at: number, known: Value | undefined): Table {
    const made = table(at, 'open');
    if (known === undefined) {
      const list: List = { kind: 'list', at, items: [made], ofTables: true };
      parent.entries.set(key.name, { at: key.at, value: list });
    } else if (known.kind === 'list' && known.ofTables) known.items.push(made);
    else throw new Broken(key.at, `"${key.name}" is defined twice`);
    return made;
  }

  /** The table behind dotted names; what is missing on the way is made. */
  #open(from: Table, keys: readonly Key[]): Table {
    let current = from;
    for (const { name, at } of keys) {
      const known = current.entries.get(name)?.value;
      const inner = known?.kind === 'list' && known.ofTables ? known.items.at(-1) : known;
      if (inner === undefined) {
        const made = table(at, 'implied');
        current.entries.set(name, { at, value: made });
        current = made;
      } else if (inner.kind === 'table' && inner.state !== 'closed') current = inner;
      else throw new Broken(at, `"${name}" is no table that can be added to`);
    }
    return current;
  }

  #pair(into: Table, depth: number): void {
    const keys = this.#keys();
    const last = keys.at(-1);
    if (this.#text[this.#at] !== '=' || last === undefined) throw new Broken(this.#at, '"=" is missing');
    this.#at++;
    this.#skip(SPACE);
    const value = this.#value(depth);
    const parent = this.#open(into, keys.slice(0, -1));
    if (parent.entries.has(last.name)) throw new Broken(last.at, `"${last.name}" is defined twice`);
    parent.entries.set(last.name, { at: last.at, value });
  }

  #keys(): Key[] {
    const keys: Key[] = [];
    do {
      if (keys.length > 0) this.#at++;
      this.#skip(SPACE);
      const at = this.#at;
      const quote = this.#text[at];
      const name = quote === '"' || quote === "'" ? this.#line(quote) : this.#take(BARE_KEY);
      if (name === null) throw new Broken(at, 'a name is missing');
      keys.push({ name, at });
      this.#skip(SPACE);
    } while (this.#text[this.#at] === '.' && keys.length < MAX_DEPTH);
    return keys;
  }

  #value(depth: number): Value {
    const at = this.#at;
    if (depth > MAX_DEPTH) throw new Broken(at, 'it nests too deep');
    const char = this.#text[at];
    if (char === '"' || char === "'") return { kind: 'plain', at, value: this.#string(char) };
    if (char === '[') return this.#list(at, depth);
    if (char === '{') return this.#inline(at, depth);
    const word = this.#take(WORD) ?? '';
    const value = plain(word);
    if (value === null) throw new Broken(at, word === '' ? 'a value is missing' : `"${word}" is no value`);
    return { kind: 'plain', at, value };
  }

  #list(at: number, depth: number): List {
    const items: Value[] = [];
    this.#at++;
    for (this.#skip(BLANK); this.#text[this.#at] !== ']'; this.#skip(BLANK)) {
      items.push(this.#value(depth + 1));
      this.#skip(BLANK);
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== ']') throw new Broken(this.#at, '"," or "]" is missing');
    }
    this.#at++;
    return { kind: 'list', at, items, ofTables: false };
  }

  #inline(at: number, depth: number): Table {
    const made = table(at, 'open');
    this.#at++;
    for (this.#skip(BLANK); this.#text[this.#at] !== '}'; this.#skip(BLANK)) {
      this.#pair(made, depth + 1);
      this.#skip(BLANK);
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== '}') throw new Broken(this.#at, '"," or "}" is missing');
    }
    this.#at++;
    made.state = 'closed';
    return made;
  }

  #string(quote: '"' | "'"): string {
    const long = quote.repeat(3);
    return this.#text.startsWith(long, this.#at) ? this.#block(quote, long) : this.#line(quote);
  }

  #line(quote: string): string {
    const start = this.#at++;
    let value = '';
    for (let char = this.#text[this.#at]; char !== quote; char = this.#text[this.#at]) {
      if (char === undefined || char === '\n') throw new Broken(start, 'the string has no end');
      value += char === '\\' && quote === '"' ? this.#escape() : char;
      this.#at++;
    }
    this.#at++;
    return value;
  }

  /** Up to two quotes may stand right before the three that end it. */
  #block(quote: string, long: string): string {
    const start = this.#at;
    this.#at += 3;
    if (this.#text.startsWith('\r\n', this.#at)) this.#at += 2;
    else if (this.#text[this.#at] === '\n') this.#at++;
    let value = '';
    while (!this.#text.startsWith(long, this.#at)) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new Broken(start, 'the string has no end');
      if (quote === '"' && this.#take(FOLD) !== null) continue;
      value += char === '\\' && quote === '"' ? this.#escape() : char;
      this.#at++;
    }
    this.#at += 3;
    for (let more = 0; more < 2 && this.#text[this.#at] === quote; more++) {
      value += quote;
      this.#at++;
    }
    return value;
  }

  /** Leaves the position at the last character of the escape. */
  #escape(): string {
    const at = this.#at;
    const char = this.#text[++this.#at] ?? '';
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    const length = { x: 2, u: 4, U: 8 }[char];
    const digits = length === undefined ? '' : this.#text.slice(this.#at + 1, this.#at + 1 + length);
    const code = Number.parseInt(digits, 16);
    if (length === undefined || !new RegExp(`^[\\da-f]{${length}}$`, 'i').test(digits) || code > 0x10ffff)
      throw new Broken(at, `"\\${char}" is no escape`);
    this.#at += length;
    return String.fromCodePoint(code);
  }

  #skip(pattern: RegExp): void {
    this.#take(pattern);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found = null] = pattern.exec(this.#text) ?? [];
    if (found !== null) this.#at += found.length;
    return found;
  }
}

function plain(word: string): string | number | boolean | null {
  if (word === 'true' || word === 'false') return word === 'true';
  const digits = word.replaceAll('_', '');
  if (INTEGER.test(word) || FLOAT.test(word) || RADIX.test(word)) return Number(digits);
  const special = /^([-+]?)(inf|nan)$/.exec(word);
  if (special !== null) {
    if (special[2] === 'nan') return Number.NaN;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return MOMENT.test(word) ? word : null;
}
