// TOML into the same tree as JSON, with positions.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { reasonOf } from '../reason.js';
import { MAX_DEPTH, type Tree } from '../tree.js';

export type Toml =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly at: number; readonly why: string };

/** Reads TOML. Never throws. */
export function parseToml(text: string): Toml {
  try {
    // Asked before parsing, because the library recurses.
    refuseDeepBrackets(text);
    return { ok: true, tree: treeOf(documentOf(parseTOML(text, { tomlVersion: '1.1' })), 0) };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, at: error.at, why: 'it nests too deep' };
    return { ok: false, at: error instanceof ParseError ? error.index : 0, why: reasonOf(error) };
  }
}

/** A bracket, or what may hide one: a string, a comment. */
const BRACKET = /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#.*|[[{]|[\]}]/g;

function refuseDeepBrackets(text: string): void {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(BRACKET)) {
    if (found === '[' || found === '{') depth++;
    else if (found === ']' || found === '}') depth--;
    if (depth > MAX_DEPTH) throw new TooDeep(index);
  }
}

class TooDeep extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** A table that later lines may still add to. */
interface Table {
  readonly kind: 'table';
  readonly at: number;
  readonly entries: Map<string, { readonly at: number; readonly value: Value }>;
}
interface List {
  readonly kind: 'list';
  readonly at: number;
  readonly items: Value[];
}
type Value = Table | List | Extract<Tree, { kind: 'scalar' }>;
type Key = AST.TOMLKey['keys'][number];

const table = (at: number): Table => ({ kind: 'table', at, entries: new Map() });
const nameOf = (key: Key): string => (key.type === 'TOMLBare' ? key.name : key.value);

/** The library has checked that every line may stand where it does. */
function documentOf({ body: [{ body }] }: AST.TOMLProgram): Table {
  const root = table(0);
  for (const line of body) {
    if (line.type === 'TOMLKeyValue') addPair(root, line);
    else fill(headed(root, line), line.body);
  }
  return root;
}

/** The table that the lines below a header belong to. */
function headed(root: Table, { kind, key, range: [at] }: AST.TOMLTable): Table {
  const { parent, last } = opened(root, key);
  const known = parent.entries.get(nameOf(last))?.value;
  if (known?.kind === 'table') return known;
  const made = table(at);
  if (known?.kind === 'list') known.items.push(made);
  else {
    const value: Value = kind === 'array' ? { kind: 'list', at, items: [made] } : made;
    parent.entries.set(nameOf(last), { at: last.range[0], value });
  }
  return made;
}

function fill(into: Table, pairs: readonly AST.TOMLKeyValue[]): Table {
  for (const pair of pairs) addPair(into, pair);
  return into;
}

function addPair(into: Table, { key, value }: AST.TOMLKeyValue): void {
  const { parent, last } = opened(into, key);
  parent.entries.set(nameOf(last), { at: last.range[0], value: contentOf(value) });
}

/** The table that the last of dotted names stands in; what is missing on the way is made. */
function opened(from: Table, { keys, range }: AST.TOMLKey): { parent: Table; last: Key } {
  const last = keys.at(-1);
  if (last === undefined || keys.length > MAX_DEPTH) throw new TooDeep(range[0]);
  let parent = from;
  for (const key of keys.slice(0, -1)) {
    const known = parent.entries.get(nameOf(key))?.value;
    const inner = known?.kind === 'list' ? known.items.at(-1) : known;
    const next = inner?.kind === 'table' ? inner : table(key.range[0]);
    if (next !== inner) parent.entries.set(nameOf(key), { at: next.at, value: next });
    parent = next;
  }
  return { parent, last };
}

function contentOf(node: AST.TOMLContentNode): Value {
  const [at] = node.range;
  if (node.type === 'TOMLArray') return { kind: 'list', at, items: node.elements.map(contentOf) };
  if (node.type === 'TOMLInlineTable') return fill(table(at), node.body);
  return { kind: 'scalar', at, value: 'datetime' in node ? node.datetime : node.value };
}

function treeOf(value: Value, depth: number): Tree {
  if (depth > MAX_DEPTH) throw new TooDeep(value.at);
  if (value.kind === 'scalar') return value;
  if (value.kind === 'list')
    return { kind: 'array', at: value.at, items: value.items.map((item) => treeOf(item, depth + 1)) };
  const entries = [...value.entries].map(([key, entry]) => ({
    key,
    at: entry.at,
    value: treeOf(entry.value, depth + 1),
  }));
  return { kind: 'object', at: value.at, entries };
}
