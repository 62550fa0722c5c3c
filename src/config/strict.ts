// The value of "hooks" read as the real program was observed to read it.

import {
  type ArrayTree,
  describe,
  fieldOf,
  isCommentKey,
  jsonOf,
  type ObjectTree,
  quote,
  type Tree,
  type TreeEntry,
} from '../text/index.js';
import { eventOf, suggestEvents } from './event-names.js';
import { readGroup } from './group.js';
import { lossOf } from './hook-tree.js';
import type { Sheet } from './sheet.js';

/** Reads an event map. */
export function readStrictly(sheet: Sheet, hooks: Tree): void {
  if (hooks.kind === 'array') {
    sheet.drop('hooks-array', hooks.at, `"hooks" is an array; the whole file is ignored${lossOf(hooks)}`);
    return;
  }
  if (hooks.kind === 'scalar') {
    const found = describe(hooks.value);
    sheet.setAside(null, 'hooks-type', hooks.at, `"hooks" must be an object, but is ${found}; it is ignored`);
    return;
  }
  if (hooks.entries.length === 0) sheet.report('no-hooks', hooks.at, '"hooks" is empty');
  const last = new Map(hooks.entries.map((entry) => [entry.key, entry]));
  for (const entry of hooks.entries) if (last.get(entry.key) === entry) readEvent(sheet, entry);
}

function readEvent(sheet: Sheet, { key, at, value }: TreeEntry): void {
  if (isCommentKey(key)) {
    sheet.report('comment-key', at, `${quote(key)} is read as a comment`);
    return;
  }
  const row = eventOf(sheet, key, at);
  if (row === undefined) {
    const message = `There is no event ${quote(key)}${lossOf(value)}`;
    sheet.setAside(key, 'event-unknown', at, message, () => suggestEvents(key));
    return;
  }
  if (value.kind !== 'array') {
    const string = value.kind === 'scalar' && typeof value.value === 'string';
    const code = value.kind === 'object' ? 'event-not-array' : string ? 'event-string' : 'event-type';
    const message = `${key} must have an array of groups, but has ${describe(jsonOf(value))}; it is ignored`;
    sheet.setAside(row.name, code, value.at, message);
    return;
  }
  if (value.items.length === 0) sheet.report('event-empty', at, `${key} has no hooks`);
  const groups = value.items.map(groupOf);
  const bad = groups.indexOf(null);
  if (bad >= 0) {
    const message = `A group of ${key} has no "hooks" array; the whole event is ignored${lossOf(value)}`;
    sheet.setAside(row.name, 'group-without-hooks', value.items[bad]?.at ?? value.at, message);
    return;
  }
  for (const group of groups) if (group !== null) readGroup(sheet, row, group.tree, group.hooks.items);
}

function groupOf(tree: Tree): { readonly tree: ObjectTree; readonly hooks: ArrayTree } | null {
  if (tree.kind !== 'object') return null;
  const hooks = fieldOf(tree, 'hooks');
  return hooks?.kind === 'array' ? { tree, hooks } : null;
}
