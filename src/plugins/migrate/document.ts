// One file of another tool: read, parsed, with the place of everything in it.

import { isDeepStrictEqual } from 'node:util';
import { readText } from '../../files/index.js';
import type { Diagnostic, Severity } from '../../nouns.js';
import { linesOf, type ObjectTree, type Position, parseJson, type Tree } from '../../text/index.js';
import { parseToml } from '../../text/toml/index.js';

export interface Document {
  readonly file: string;
  /** `null`: nothing of it can be used, and a diagnostic says why. */
  readonly root: ObjectTree | null;
  positionOf(offset: number): Position;
  /** Notes a problem; an error means that something was not moved. */
  tell(code: MigrateCode, at: number | null, message: string, hint: string, severity?: Severity): void;
  readonly diagnostics: readonly Diagnostic[];
}

/** Kinds of problems with the files of other tools. */
export type MigrateCode =
  | 'source-unreadable'
  | 'source-syntax'
  | 'source-shape'
  | 'entry-unreadable'
  | 'event-unknown';

/** Opens a file; `null`: there is none. */
export function openDocument(file: string): Document | null {
  const read = readText(file);
  if (read.state === 'absent') return null;
  const diagnostics: Diagnostic[] = [];
  const positionOf = linesOf(read.text);
  const tell: Document['tell'] = (code, at, message, hint, severity = 'error') => {
    const place = at === null ? null : positionOf(at);
    const [line, column] = [place?.line ?? null, place?.column ?? null];
    diagnostics.push({ code, severity, message, file, line, column, hint });
  };
  const made = (root: ObjectTree | null): Document => ({ file, root, positionOf, tell, diagnostics });
  if (read.state === 'broken') {
    tell('source-unreadable', read.at, read.message, 'Make it readable, then migrate again.');
    return made(null);
  }
  if (read.text.trim() === '') return made(null);
  const parsed = parse(file, read.text);
  if (parsed.kind === 'broken') {
    const message = `${file} cannot be read: ${parsed.why}; none of its hooks is moved`;
    tell('source-syntax', parsed.at, message, 'Correct it there, then migrate again.');
    return made(null);
  }
  if (parsed.tree.kind !== 'object') {
    const message = `${file} must hold an object; none of its hooks is moved`;
    tell('source-shape', parsed.tree.at, message, 'Correct it, then migrate again.');
    return made(null);
  }
  return made(parsed.tree);
}

type Parsed =
  | { readonly kind: 'tree'; readonly tree: Tree }
  | { readonly kind: 'broken'; readonly at: number; readonly why: string };

function parse(file: string, text: string): Parsed {
  if (file.endsWith('.toml')) {
    const toml = parseToml(text);
    return toml.ok ? { kind: 'tree', tree: toml.tree } : { kind: 'broken', at: toml.at, why: toml.why };
  }
  const json = parseJson(text);
  if (json.tooDeepAt !== null) return { kind: 'broken', at: json.tooDeepAt, why: 'it nests too deep' };
  if (json.error !== null) return { kind: 'broken', ...json.error };
  return json.tree === null
    ? { kind: 'broken', at: 0, why: 'it holds nothing' }
    : { kind: 'tree', tree: json.tree };
}

export const sameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other));

/** Without prototypes, so that only content counts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
