// A JSON file of settings that are not hooks, with the place of every field.
import type { Diagnostic } from '../nouns.js';
import { entryOf, jsonOf, linesOf, type Position, type Tree } from '../text/index.js';
import { diagnostic } from './diagnostic.js';
import { loadJson, objectIn } from './document.js';

export interface ConfigFile {
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Why it cannot be used; `null`: it can. */
  readonly problem: Diagnostic | null;
  /** Where a field stands, by its path (`prices.x.input`), or the nearest thing around it. */
  positionOf(path: string): Position | null;
}

/** Reads such a file; `null`: there is none. */
export function readConfigFile(file: string): ConfigFile | null {
  const loaded = loadJson(file);
  if (loaded === null) return null;
  const { read } = loaded;
  const positions = linesOf(read.text);
  const root = objectIn(loaded);
  const broken = (problem: Diagnostic): ConfigFile => ({ file, value: {}, problem, positionOf: () => null });
  if (read.state === 'broken') {
    const at = read.at === null ? null : positions(read.at);
    return broken(diagnostic(read.code, read.message, { file, at }));
  }
  if (root === null) {
    const at = loaded.json?.error == null ? null : positions(loaded.json.error.at);
    const why = loaded.json?.error?.why ?? 'it must be an object';
    return broken(diagnostic('json-syntax', `${file} cannot be read: ${why}`, { file, at }));
  }
  const value = jsonOf(root);
  return {
    file,
    value: typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {},
    problem: null,
    positionOf: (path) => positions(offsetOf(root, path)),
  };
}

function offsetOf(root: Tree, path: string): number {
  let [tree, at] = [root, root.at];
  for (const key of path.split('.')) {
    const entry = tree.kind === 'object' ? entryOf(tree, key) : undefined;
    if (entry === undefined) break;
    [tree, at] = [entry.value, entry.at];
  }
  return at;
}
