// Where the values of a JSON text stand, so that some can be taken out and every other character stays.

export type Span =
  | {
      readonly kind: 'object';
      readonly from: number;
      readonly to: number;
      readonly members: readonly Member[];
    }
  | { readonly kind: 'array'; readonly from: number; readonly to: number; readonly items: readonly Span[] }
  | { readonly kind: 'scalar'; readonly from: number; readonly to: number };

export interface Member {
  readonly key: string;
  /** From its key to the end of its value. */
  readonly from: number;
  readonly to: number;
  readonly value: Span;
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const LITERAL = /[^,\]}\s]+/y;

/** Reads text that is known to be valid JSON. */
export function spansOf(text: string): Span {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const list = <T>(closing: string, read: () => T): readonly T[] => {
    const items: T[] = [];
    at += 1;
    for (skip(SPACE); text[at] !== closing; skip(SPACE)) {
      if (text[at] === ',') at += 1;
      skip(SPACE);
      items.push(read());
    }
    at += 1;
    return items;
  };
  const member = (): Member => {
    const from = at;
    const key: unknown = JSON.parse(skip(STRING));
    skip(SPACE);
    at += 1;
    skip(SPACE);
    const span = value();
    return { key: String(key), from, to: at, value: span };
  };
  const value = (): Span => {
    const from = at;
    if (text[at] === '{') {
      const members = list('}', member);
      return { kind: 'object', from, to: at, members };
    }
    if (text[at] === '[') {
      const items = list(']', value);
      return { kind: 'array', from, to: at, items };
    }
    skip(text[at] === '"' ? STRING : LITERAL);
    return { kind: 'scalar', from, to: at };
  };
  skip(SPACE);
  return value();
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A list or object without some of its parts; what is kept keeps the characters before it. */
export function without(
  text: string,
  whole: Piece,
  parts: readonly Piece[],
  keep: (part: Piece, index: number) => string | null,
): string {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return text.slice(whole.from, whole.to);
  let kept: string | null = null;
  let before = first.from;
  for (const [index, part] of parts.entries()) {
    const own = keep(part, index);
    if (own !== null) kept = kept === null ? own : kept + text.slice(before, part.from) + own;
    before = part.to;
  }
  const [open, close] = [text[whole.from] ?? '', text[whole.to - 1] ?? ''];
  if (kept === null) return open + close;
  return text.slice(whole.from, first.from) + kept + text.slice(last.to, whole.to);
}
