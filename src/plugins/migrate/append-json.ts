// Adds one item to an object or array in a JSON text. Every character that is there stays, and every comment its place.
import type { Node } from 'jsonc-parser';

type Jsonc = typeof import('jsonc-parser');

export interface Addition {
  /** The object or array that is added to. */
  readonly path: readonly string[];
  /** The key of the new item; `null`: it is added to an array. */
  readonly key: string | null;
  readonly value: unknown;
}

/** The text with the item as the last one. It must be there to be added to, and nest no deeper than a parser can go. */
export function appendJson(text: string, { path, key, value }: Addition, jsonc: Jsonc): string {
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  const container = root === undefined ? undefined : jsonc.findNodeAtLocation(root, [...path]);
  if (container === undefined) throw new Error(`there is no ${path.join('.')} to add to`);
  const { unit, eol } = layoutOf(text);
  const end = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const outer = indentAt(text, container.offset);
  const indent = last === undefined ? outer + unit : ownIndent(text, last, outer + unit);
  const written = JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
  const item = key === null ? written : `${JSON.stringify(key)}: ${written}`;

  const from = last === undefined ? container.offset + 1 : last.offset + last.length;
  const between = text.slice(from, end);
  const comma = last === undefined || /,/.test(between.replace(COMMENTS, '')) ? '' : ',';
  const kept = between.trimEnd();
  const blank = between.slice(kept.length);
  const closing = blank.includes('\n') ? blank : eol + outer;
  return `${text.slice(0, from)}${comma}${kept}${eol}${indent}${item}${closing}${text.slice(end)}`;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Indentation and line ends as the file has them. */
function layoutOf(text: string): { readonly unit: string; readonly eol: string } {
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    unit: unit.startsWith('\t') ? '\t' : unit.slice(0, 8),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** The blanks that the line of an offset starts with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** That of an item, where it stands at the start of its line. */
function ownIndent(text: string, { offset }: Node, usual: string): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  return start > 0 && /^[ \t]*$/.test(before) ? before : usual;
}
