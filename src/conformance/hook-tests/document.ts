// The text of a test file, YAML or JSON, with the place of every value in it.
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { reasonOf } from '../../text/index.js';
import type { Path } from '../parse.js';

/** 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** One document of a file: a value, and where its parts stand. */
export interface TestDocument {
  readonly value: unknown;
  /** As near to the end of the path as the text goes. */
  placeOf(path: Path): Place;
}

export type Documents =
  | { readonly ok: true; readonly documents: readonly TestDocument[] }
  | { readonly ok: false; readonly place: Place; readonly message: string };

/** Reads a file; JSON is YAML too. Empty documents are left out. Never throws. */
export function readDocuments(text: string): Documents {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const documents: TestDocument[] = [];
  for (const document of parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })) {
    const [error] = document.errors;
    if (error !== undefined) return { ok: false, place: placeAt(error.pos[0]), message: error.message };
    try {
      const value: unknown = document.toJS();
      if (value === null || value === undefined) continue;
      documents.push({ value, placeOf: (path) => placeAt(offsetOf(document, path)) });
    } catch (error) {
      const start = document.contents?.range?.[0] ?? 0;
      return {
        ok: false,
        place: placeAt(start),
        message: reasonOf(error),
      };
    }
  }
  return { ok: true, documents };
}

/** Of a key its own place, of an element of a list where it begins. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: Node | null | undefined = document.contents;
  let at = node?.range?.[0] ?? 0;
  for (const part of path) {
    let next: unknown;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) break;
      at = isScalar(pair.key) ? (pair.key.range?.[0] ?? at) : at;
      next = pair.value;
    } else if (isSeq(node) && typeof part === 'number') {
      next = node.items[part];
      at = rangeOf(next) ?? at;
    } else break;
    node = isMap(next) || isSeq(next) ? next : null;
  }
  return at;
}

function rangeOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}
