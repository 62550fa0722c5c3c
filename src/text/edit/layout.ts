// Puts new parts into a JSON text in the layout the text has: indentation, line ends and comments stay.
import { type Member, type Span, spansOf } from './json-spans.js';

export type ObjectSpan = Extract<Span, { readonly kind: 'object' }>;
export type ArraySpan = Extract<Span, { readonly kind: 'array' }>;

/** The member that counts, which is the last of its name. */
export const memberOf = (span: Span, key: string): Member | undefined =>
  span.kind === 'object' ? span.members.findLast((member) => member.key === key) : undefined;

interface Style {
  readonly lineEnd: string;
  readonly indent: string;
}

const INDENT = /[\n\r]([ \t]*)$/;

function styleOf(text: string): Style {
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const root = spansOf(text);
  const first = root.kind === 'object' ? root.members[0] : undefined;
  const found = first === undefined ? '' : (INDENT.exec(text.slice(root.from, first.from))?.[1] ?? '');
  return { lineEnd, indent: found === '' ? '  ' : found };
}

const splice = (text: string, at: number, to: number, part: string): string =>
  text.slice(0, at) + part + text.slice(to);

/** The text with another value in the place of one. */
export function replaceValue(text: string, span: Span, value: unknown): string {
  return splice(text, span.from, span.to, rendered(value, lineIndent(text, span.from), styleOf(text)));
}

/** The text with items before those of a list. */
export function prependItems(text: string, list: ArraySpan, values: readonly unknown[]): string {
  const style = styleOf(text);
  const first = list.items[0];
  if (first === undefined)
    return filled(text, list, (indent) => values.map((value) => rendered(value, indent, style)));
  const gap = text.slice(list.from + 1, first.from);
  const head = commentsOnLine(gap, false);
  const before = lead(text, list, gap.slice(head.length), style);
  const at = list.from + 1 + head.length;
  return splice(
    text,
    at,
    at,
    values.map((value) => `${before.space}${rendered(value, before.indent, style)},`).join(''),
  );
}

/** The text with a member behind those of an object. */
export const appendMember = (text: string, object: ObjectSpan, key: string, value: unknown): string =>
  appended(
    text,
    object,
    object.members,
    (indent, style) =>
      `${JSON.stringify(key)}:${indent === null ? '' : ' '}${rendered(value, indent, style)}`,
  );

/** The text with an item behind those of a list. */
export const appendItem = (text: string, list: ArraySpan, value: unknown): string =>
  appended(text, list, list.items, (indent, style) => rendered(value, indent, style));

/** `write` gives the new part, on lines of its own or, without an indent, on one. */
function appended(
  text: string,
  whole: ObjectSpan | ArraySpan,
  parts: readonly { readonly from: number; readonly to: number }[],
  write: (indent: string | null, style: Style) => string,
): string {
  const style = styleOf(text);
  const last = parts.at(-1);
  if (last === undefined) return filled(text, whole, (indent) => [write(indent, style)]);
  const tail = text.slice(last.to, whole.to - 1);
  const comma = commaIn(tail);
  const behind = comma === null ? tail : tail.slice(comma + 1);
  const head = commentsOnLine(behind, true);
  const gap = text.slice(whole.from + 1, parts[0]?.from);
  const before = lead(text, whole, /[\n\r]/.test(gap) ? gap : `${gap}${behind}`, style);
  const at = last.to + tail.length - behind.length;
  const [open, close] = comma === null ? [',', ''] : ['', ','];
  return splice(
    text,
    at,
    at + head.length,
    `${open}${head}${before.space}${write(before.indent, style)}${close}`,
  );
}

/** What stands before a new part; without an indent it stands on the line of the others. */
function lead(
  text: string,
  whole: Span,
  gap: string,
  { lineEnd, indent }: Style,
): { space: string; indent: string | null } {
  if (!/[\n\r]/.test(gap)) return { space: /^[ \t]*/.exec(gap)?.[0] ?? '', indent: null };
  const own =
    INDENT.exec(text.slice(whole.from, partsFrom(whole)))?.[1] ?? lineIndent(text, whole.from) + indent;
  return { space: lineEnd + own, indent: own };
}

function partsFrom(whole: Span): number {
  const first =
    whole.kind === 'object' ? whole.members[0] : whole.kind === 'array' ? whole.items[0] : undefined;
  return first?.from ?? whole.to;
}

/** An empty list or object with parts on lines of their own; its comments stay before them. */
function filled(text: string, whole: Span, parts: (indent: string) => readonly string[]): string {
  const { lineEnd, indent } = styleOf(text);
  const outer = lineIndent(text, whole.from);
  const inner = text.slice(whole.from + 1, whole.to - 1);
  const comments = inner.replace(/[ \t\n\r]+$/, '');
  const space = inner.slice(comments.length);
  const lines = parts(outer + indent).map((part) => `${lineEnd}${outer}${indent}${part}`);
  const end = /[\n\r]/.test(space) ? space : lineEnd + outer;
  return splice(text, whole.from + 1, whole.to - 1, comments + lines.join(',') + end);
}

const rendered = (value: unknown, indent: string | null, style: Style): string =>
  indent === null
    ? JSON.stringify(value)
    : JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineEnd + indent);

/** The indentation of the line that an offset is on. */
function lineIndent(text: string, offset: number): string {
  const line = text.slice(
    Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1,
    offset,
  );
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const ON_LINE = /^(?:[ \t]*(?:\/\*(?:[^*\n\r]|\*(?!\/))*\*\/|\/\/[^\n\r]*))*/;

/** Comments that belong to what ends before them: they are the rest of its line. */
function commentsOnLine(gap: string, isLast: boolean): string {
  const found = ON_LINE.exec(gap)?.[0] ?? '';
  const behind = gap.slice(found.length);
  return /^[ \t]*[\n\r]/.test(behind) || (isLast && /^[ \t]*$/.test(behind)) ? found : '';
}

function commaIn(gap: string): number | null {
  for (const { 0: found, index } of gap.matchAll(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|,/g))
    if (found === ',') return index;
  return null;
}
