// A parsed text: values with the place they stand at, the same for JSON, YAML and TOML.

/** `at` is the offset in the text of the file. */
export interface ObjectTree {
  readonly kind: 'object';
  readonly at: number;
  /** As written: a key may stand twice. */
  readonly entries: readonly TreeEntry[];
}
export interface TreeEntry {
  readonly key: string;
  readonly at: number;
  readonly value: Tree;
}
export interface ArrayTree {
  readonly kind: 'array';
  readonly at: number;
  readonly items: readonly Tree[];
}
export interface ScalarTree {
  readonly kind: 'scalar';
  readonly at: number;
  readonly value: string | number | boolean | null;
}
export type Tree = ObjectTree | ArrayTree | ScalarTree;

/** What a JSON text is. */
export interface Json {
  /** With a syntax error: as much as could be made of the text, good for counting only. */
  readonly tree: Tree | null;
  readonly error: { readonly at: number; readonly why: string } | null;
  readonly commentAt: number | null;
  readonly trailingCommaAt: number | null;
  readonly duplicates: readonly TreeEntry[];
  /** Set: the text nests deeper than `MAX_DEPTH` here, and nothing else is known of it. */
  readonly tooDeepAt: number | null;
}

/** Nesting beyond this is refused, so that every walk over a tree may be recursive. */
export const MAX_DEPTH = 200;

/** The entry of a key; of two with the same key the last one counts, as in JSON. */
export function entryOf({ entries }: ObjectTree, key: string): TreeEntry | undefined {
  for (let index = entries.length - 1; index >= 0; index--) {
    if (entries[index]?.key === key) return entries[index];
  }
  return undefined;
}

/** The value of a key. */
export const fieldOf = (tree: ObjectTree, key: string): Tree | undefined => entryOf(tree, key)?.value;

/** The string a tree is, or `null`. */
export const textOf = (tree: Tree | undefined): string | null =>
  tree?.kind === 'scalar' && typeof tree.value === 'string' ? tree.value : null;

/** The tree as a plain JSON value. */
export function jsonOf(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'array') return tree.items.map(jsonOf);
  // Object.fromEntries defines "__proto__" as a key like any other.
  return Object.fromEntries(tree.entries.map((entry) => [entry.key, jsonOf(entry.value)]));
}

/** Keys people use for comments. */
export const isCommentKey = (key: string): boolean => COMMENTS.some((sign) => key.startsWith(sign));
const COMMENTS = ['//', '/*', '#', '_', '$'];

/** A name somebody wrote, short enough for a message. */
export const quote = (name: string): string =>
  JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** Notes the entries whose key stood in the same object before. */
export function collectDuplicates(entries: readonly TreeEntry[], into: TreeEntry[]): void {
  if (entries.length < 2) return;
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry.key)) into.push(entry);
    else seen.add(entry.key);
  }
}
