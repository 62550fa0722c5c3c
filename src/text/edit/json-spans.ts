// Where the values of a JSON text stand, so that some can be taken out and every other character stays. Comments and
// commas too many are understood.

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

const SPACE = /(?:[ \t\n\r]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const LITERAL = /[^,\]}\s/]+/y;

/** Reads text that is known to be valid JSON, but for comments and commas too many. */
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
      if (at >= text.length) throw new Error('the text is not complete');
      items.push(read());
      skip(SPACE);
      if (text[at] === ',') at += 1;
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

/** The value that stands there; of two members with the same key the last one counts. */
export function valueAt(text: string, span: Span): unknown {
  switch (span.kind) {
    case 'object':
      return Object.fromEntries(span.members.map(({ key, value }) => [key, valueAt(text, value)]));
    case 'array':
      return span.items.map((item) => valueAt(text, item));
    case 'scalar':
      return JSON.parse(text.slice(span.from, span.to));
  }
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A list or object without some of its parts, or with others in their place. No comment between parts is lost. */
export function without(
  text: string,
  whole: Piece,
  parts: readonly Piece[],
  keep: (part: Piece, index: number) => string | null,
): string {
  const end = whole.to - 1;
  let result = text.slice(whole.from, whole.from + 1);
  let gaps: string[] = [];
  let at = whole.from + 1;
  let kept = 0;
  for (const [index, part] of parts.entries()) {
    gaps.push(text.slice(at, part.from));
    at = part.to;
    const own = keep(part, index);
    if (own === null) continue;
    result += joined(gaps, kept > 0, true) + own;
    gaps = [];
    kept += 1;
  }
  gaps.push(text.slice(at, end));
  return result + joined(gaps, kept > 0, false) + text.slice(end, whole.to);
}

const COMMENT_OR_COMMA = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|,/g;

/** What remains between two parts (or a bracket) when those between them are gone. */
function joined(gaps: readonly string[], hasBefore: boolean, hasAfter: boolean): string {
  const [first = '', ...more] = gaps;
  if (more.length === 0) return first;
  const last = more.at(-1) ?? '';
  // On one line the space inside a bracket stays, which is often none.
  if (hasBefore !== hasAfter && gaps.every((gap) => /^[ \t,]*$/.test(gap))) return hasAfter ? first : last;
  let commas = hasBefore && (hasAfter || hasComma(last)) ? 1 : 0;
  const plain = gaps.map((gap) =>
    gap.replace(COMMENT_OR_COMMA, (found) => {
      if (found !== ',') return found;
      commas -= 1;
      return commas >= 0 ? found : '';
    }),
  );
  const result = plain.reduce(joinedSpace);
  return hasBefore || hasAfter || /\S/.test(result) ? result : '';
}

const hasComma = (gap: string): boolean => gap.match(COMMENT_OR_COMMA)?.includes(',') === true;

/** The space of the second counts, unless a comment before it would swallow what follows. */
function joinedSpace(one: string, other: string): string {
  if (!/^[ \t\n\r]/.test(other)) return one + other;
  const body = one.replace(/[ \t\n\r]+$/, '');
  const lastComment = body.match(COMMENT_OR_COMMA)?.at(-1) ?? '';
  const isOpen = lastComment.startsWith('//') && body.endsWith(lastComment);
  return isOpen && !/^[ \t]*[\n\r]/.test(other) ? one + other.replace(/^[ \t]+/, '') : body + other;
}

/** What becomes of a part: another text, `null`: it goes, `undefined`: it stays. */
export type Change = string | null | undefined;

/** An object with some of its members changed. */
export function membersChanged(text: string, span: Span, change: (member: Member) => Change): string {
  if (span.kind !== 'object') return text.slice(span.from, span.to);
  return without(text, span, span.members, (part, index) => {
    const member = span.members[index];
    const changed = member === undefined ? undefined : change(member);
    if (member === undefined || changed === undefined) return text.slice(part.from, part.to);
    return changed === null ? null : text.slice(member.from, member.value.from) + changed;
  });
}

/** `null`: the list lost its last item; one that was empty before stays. */
export function itemsChanged(
  text: string,
  span: Span,
  change: (item: Span) => Change,
): string | null | undefined {
  if (span.kind !== 'array' || span.items.length === 0) return undefined;
  let kept = 0;
  const left = without(text, span, span.items, (part, index) => {
    const item = span.items[index];
    const changed = item === undefined ? undefined : change(item);
    if (changed === null) return null;
    kept += 1;
    return changed ?? text.slice(part.from, part.to);
  });
  return kept === 0 ? null : left;
}
