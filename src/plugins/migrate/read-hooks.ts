// The hooks in a file of another tool, each with its place; what is not written as that tool wants it is told and left.

import {
  describe,
  fieldOf,
  isCommentKey,
  isRecord,
  jsonOf,
  type ObjectTree,
  quote,
  type Tree,
  type TreeEntry,
  textOf,
} from '../../text/index.js';
import type { Document } from './document.js';
import type { Fields, ForeignHook } from './report.js';

export interface ReadOptions {
  /** Keys of "hooks" that are no events. */
  readonly ignore?: readonly string[];
  /** `flat`: hooks stand right under their event; `either`: each entry may be a hook or a group. */
  readonly shape: 'groups' | 'flat' | 'either';
  /** Why a hook is switched off there; `null`: it is not. */
  readonly off?: (hook: Fields, place: HookPlace) => string | null;
  readonly personal?: boolean;
  readonly env?: readonly string[];
}

/** Where a hook stands among its like: the numbers count from 0. */
export interface HookPlace {
  readonly event: string;
  readonly group: number;
  readonly index: number;
}

/** The value of "hooks"; events that stand beside it instead of in it are told of. */
export function hooksIn(document: Document, isEvent: (name: string) => boolean): Tree | undefined {
  const { root } = document;
  if (root === null) return undefined;
  for (const { key, at, value } of root.entries) {
    if (!isEvent(key) || value.kind === 'scalar') continue;
    const message = `${quote(key)} must stand under "hooks"; its hooks are not moved`;
    document.tell('entry-unreadable', at, message, 'Put it there, then migrate again.');
  }
  return fieldOf(root, 'hooks');
}

/** Reads an event map. */
export function readHooks(document: Document, hooks: Tree, options: ReadOptions): readonly ForeignHook[] {
  if (hooks.kind !== 'object') {
    wrong(document, hooks, `"hooks" must be an object, but is ${describe(jsonOf(hooks))}`);
    return [];
  }
  const ignored = new Set(options.ignore ?? []);
  return hooks.entries
    .filter(({ key }) => !ignored.has(key) && !isCommentKey(key))
    .flatMap((entry) => readEvent(document, entry, options));
}

function readEvent(
  document: Document,
  { key, value }: TreeEntry,
  options: ReadOptions,
): readonly ForeignHook[] {
  if (value.kind !== 'array') {
    wrong(document, value, `${quote(key)} must have an array, but has ${describe(jsonOf(value))}`);
    return [];
  }
  return value.items.flatMap((item, group) => {
    if (item.kind !== 'object') {
      wrong(document, item, `An entry of ${quote(key)} must be an object, but is ${describe(jsonOf(item))}`);
      return [];
    }
    const isGroup = options.shape !== 'flat' && (options.shape === 'groups' || fieldOf(item, 'hooks'));
    if (isGroup) return readGroup(document, key, item, group, options);
    return [
      found(document, { event: key, group, index: 0 }, item, {}, `${document.file}:${item.at}`, options),
    ];
  });
}

function readGroup(
  document: Document,
  event: string,
  tree: ObjectTree,
  group: number,
  options: ReadOptions,
): readonly ForeignHook[] {
  const hooks = fieldOf(tree, 'hooks');
  if (hooks?.kind !== 'array') {
    wrong(document, tree, `A group of ${quote(event)} has no "hooks" array`);
    return [];
  }
  const matcher = fieldOf(tree, 'matcher');
  if (matcher !== undefined && textOf(matcher) === null) {
    wrong(document, matcher, `The matcher must be a string, but is ${describe(jsonOf(matcher))}`);
    return [];
  }
  const { hooks: _hooks, ...head } = fieldsOf(tree);
  return hooks.items.flatMap((item, index) => {
    if (item.kind === 'object')
      return [found(document, { event, group, index }, item, head, `${document.file}:${tree.at}`, options)];
    wrong(document, item, `A hook must be an object, but is ${describe(jsonOf(item))}`);
    return [];
  });
}

function found(
  document: Document,
  place: HookPlace,
  tree: ObjectTree,
  group: Fields,
  groupAt: string,
  options: ReadOptions,
): ForeignHook {
  const hook = fieldsOf(tree);
  return {
    file: document.file,
    ...document.positionOf(tree.at),
    event: place.event,
    group,
    groupAt,
    hook,
    off: options.off?.(hook, place) ?? null,
    personal: options.personal ?? false,
    env: options.env ?? [],
  };
}

function fieldsOf(tree: ObjectTree): Fields {
  const value = jsonOf(tree);
  return isRecord(value) ? value : {};
}

const wrong = (document: Document, tree: Tree, message: string): void =>
  document.tell(
    'entry-unreadable',
    tree.at,
    `${message}; it is not moved`,
    'Correct it, then migrate again.',
  );
