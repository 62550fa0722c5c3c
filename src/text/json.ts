// JSON text into a tree with positions. Valid JSON takes the short way; everything else is looked at more closely.

import type { ArrayTree, ObjectTree, Tree, TreeEntry } from './index.js';
import { parseTolerantly } from './tolerant-json.js';
import { collectDuplicates, type Json, MAX_DEPTH } from './tree.js';

/** Reads JSON. Never throws. */
export function parseJson(text: string): Json {
  return isJson(text) ? new Scan(text).read() : parseTolerantly(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const [QUOTE, COMMA, MINUS, BRACKET, END_BRACKET, BRACE, END_BRACE] = [
  0x22, 0x2c, 0x2d, 0x5b, 0x5d, 0x7b, 0x7d,
];

const LITERAL = /[-+.\w]+/y;

/** Walks over text that is known to be valid JSON, so that no character needs to be checked twice. */
class Scan {
  readonly #text: string;
  readonly #duplicates: TreeEntry[] = [];
  #at = 0;
  #tooDeepAt: number | null = null;
  /** The next backslash from here on; strings before it need no decoding. */
  #backslash: number;

  constructor(text: string) {
    this.#text = text;
    this.#backslash = this.#find('\\', 0);
  }

  read(): Json {
    const tree = this.#value(0);
    const deep = this.#tooDeepAt;
    return {
      tree: deep === null ? tree : null,
      error: null,
      commentAt: null,
      trailingCommaAt: null,
      duplicates: deep === null ? this.#duplicates : [],
      tooDeepAt: deep,
    };
  }

  #value(depth: number): Tree {
    const at = this.#skipSpace();
    const code = this.#text.charCodeAt(at);
    if (code === BRACE || code === BRACKET) {
      if (depth < MAX_DEPTH) return code === BRACE ? this.#object(at, depth) : this.#array(at, depth);
      this.#tooDeepAt ??= at;
      // Nothing of a text that is too deep is used, so the rest need not be walked over.
      this.#at = this.#text.length;
      return { kind: 'scalar', at, value: null };
    }
    return { kind: 'scalar', at, value: code === QUOTE ? this.#string() : this.#literal(code) };
  }

  #object(at: number, depth: number): ObjectTree {
    const entries: TreeEntry[] = [];
    this.#at++;
    while (this.#hasMore(END_BRACE)) {
      const keyAt = this.#at;
      const key = this.#string();
      this.#skipSpace();
      this.#at++;
      entries.push({ key, at: keyAt, value: this.#value(depth + 1) });
    }
    collectDuplicates(entries, this.#duplicates);
    return { kind: 'object', at, entries };
  }

  #array(at: number, depth: number): ArrayTree {
    const items: Tree[] = [];
    this.#at++;
    while (this.#hasMore(END_BRACKET)) items.push(this.#value(depth + 1));
    return { kind: 'array', at, items };
  }

  /** Moves to the next element, or behind the end. */
  #hasMore(end: number): boolean {
    let code = this.#text.charCodeAt(this.#skipSpace());
    if (code === COMMA) {
      this.#at++;
      code = this.#text.charCodeAt(this.#skipSpace());
    }
    if (code !== end && this.#at < this.#text.length) return true;
    this.#at++;
    return false;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#find('"', start + 1);
    if (this.#backslash < start) this.#backslash = this.#find('\\', start);
    if (this.#backslash > end) {
      this.#at = end + 1;
      return this.#text.slice(start + 1, end);
    }
    for (end = this.#backslash; this.#text.charCodeAt(end) !== QUOTE; ) {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    this.#at = end + 1;
    const value: unknown = JSON.parse(this.#text.slice(start, end + 1));
    return String(value);
  }

  #literal(code: number): number | boolean | null {
    const start = this.#at;
    LITERAL.lastIndex = start;
    LITERAL.test(this.#text);
    this.#at = LITERAL.lastIndex;
    if (code === MINUS || (code >= 0x30 && code <= 0x39)) return Number(this.#text.slice(start, this.#at));
    const word = this.#text[start];
    return word === 'n' ? null : word === 't';
  }

  #skipSpace(): number {
    const text = this.#text;
    let at = this.#at;
    while (text.charCodeAt(at) <= 0x20) at++;
    this.#at = at;
    return at;
  }

  #find(text: string, from: number): number {
    const at = this.#text.indexOf(text, from);
    return at < 0 ? this.#text.length : at;
  }
}
