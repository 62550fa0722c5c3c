// What a tree says about hooks, before any of it is read as one.
import type { ObjectTree, Tree, TreeEntry } from '../text/index.js';

const HANDLER_FIELDS: ReadonlySet<string> = new Set(['command', 'prompt', 'url', 'server']);

/** Whether an object states what to run, whatever else is wrong with it. */
export const looksLikeHook = (tree: ObjectTree): boolean =>
  tree.entries.some((entry) => HANDLER_FIELDS.has(entry.key));

/** How many hooks somebody wrote in there, as far as one can tell. */
export function countHooks(tree: Tree): number {
  if (tree.kind === 'scalar') return 0;
  if (tree.kind === 'array') return tree.items.reduce((sum, item) => sum + countHooks(item), 0);
  if (looksLikeHook(tree)) return 1;
  return tree.entries.reduce((sum, entry) => sum + countHooks(entry.value), 0);
}

/** "1 hook", "3 hooks". */
export const hooksInWords = (count: number): string => (count === 1 ? '1 hook' : `${count} hooks`);

/** How many hooks are lost with a tree, as the end of a message. */
export function lossOf(tree: Tree | null): string {
  const count = tree === null ? 0 : countHooks(tree);
  return count === 0 ? '' : `; ${hooksInWords(count)} lost`;
}

/** A command as the hook entry it stands for. */
export function commandTree(at: number, command: string): ObjectTree {
  const entry = (key: string, value: string): TreeEntry => ({
    key,
    at,
    value: { kind: 'scalar', at, value },
  });
  return { kind: 'object', at, entries: [entry('type', 'command'), entry('command', command)] };
}
