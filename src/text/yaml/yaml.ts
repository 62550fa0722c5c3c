// YAML text into a tree with positions.

import { createRequire } from 'node:module';
import type { Document, Node } from 'yaml';
import { reasonOf } from '../reason.js';
import { MAX_DEPTH, type Tree, type TreeEntry } from '../tree.js';
import { nestsTooDeep } from './depth.js';

export type Yaml =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly at: number; readonly why: string };

/** Aliases can make a small text a huge tree; beyond this many nodes it is refused. */
const MAX_NODES = 100_000;

/** The library compares every key with every other; where keys must differ, we see to it. */
const OPTIONS = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const;

/** Reads YAML; offsets count from `start`. Never throws. */
export function parseYaml(text: string, start: number): Yaml {
  if (nestsTooDeep(text)) return { ok: false, at: start, why: 'it nests too deep' };
  try {
    return treeOf(yamlParser().parseDocument(text, OPTIONS), start, false);
  } catch (error) {
    return { ok: false, at: start, why: reasonOf(error) };
  }
}

/** The same for a text of any number of documents, in which no key may stand twice. */
export function parseYamlDocuments(text: string): readonly Yaml[] {
  if (nestsTooDeep(text)) return [{ ok: false, at: 0, why: 'it nests too deep' }];
  try {
    return [...yamlParser().parseAllDocuments(text, OPTIONS)].map((document) => treeOf(document, 0, true));
  } catch (error) {
    return [{ ok: false, at: 0, why: reasonOf(error) }];
  }
}

function treeOf(document: Document.Parsed, start: number, keysDiffer: boolean): Yaml {
  const yaml = yamlParser();
  const error = document.errors[0];
  if (error !== undefined) return { ok: false, at: start + error.pos[0], why: error.message };
  let nodes = 0;
  let twiceAt: number | null = null;

  const convert = (node: unknown, at: number, depth: number): Tree => {
    nodes++;
    if (depth > MAX_DEPTH) throw new RangeError('it nests too deep');
    if (nodes > MAX_NODES) throw new RangeError(`it has more than ${MAX_NODES} values`);
    if (yaml.isAlias(node)) return convert(node.resolve(document), at, depth + 1);
    const here = yaml.isNode(node) ? placeOf(node, at) : at;
    if (yaml.isMap(node)) {
      const known = new Set<unknown>();
      const entries = node.items.map(({ key, value }): TreeEntry => {
        const keyAt = yaml.isNode(key) ? placeOf(key, here) : here;
        const name = yaml.isScalar(key) ? key.value : key;
        if (known.has(name)) twiceAt ??= keyAt;
        known.add(name);
        return { key: nameOf(key), at: keyAt, value: convert(value, keyAt, depth + 1) };
      });
      return { kind: 'object', at: here, entries };
    }
    if (yaml.isSeq(node))
      return { kind: 'array', at: here, items: node.items.map((item) => convert(item, here, depth + 1)) };
    return { kind: 'scalar', at: here, value: scalarOf(yaml.isScalar(node) ? node.value : node) };
  };
  const placeOf = (node: Node, otherwise: number): number => (node.range ? start + node.range[0] : otherwise);
  const nameOf = (key: unknown): string => String(yaml.isScalar(key) ? key.value : key);

  const tree = convert(document.contents, start, 0);
  return keysDiffer && twiceAt !== null
    ? { ok: false, at: twiceAt, why: 'Map keys must be unique' }
    : { ok: true, tree };
}

function scalarOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}

export function yamlParser(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}
