// A group of hooks, or a hook that stands where a group belongs.
import type { KnownEventRow } from '../events/index.js';
import { isCommentKey, type ObjectTree, quote, type Tree } from '../text/index.js';
import { readHead, readOffFlag } from './group-head.js';
import { readHook } from './hook.js';
import type { Sheet } from './sheet.js';

/** Fields by which entries of a list name their event. */
export const EVENT_FIELDS: readonly string[] = ['event', 'hook_event_name', 'eventName', 'type', 'name'];

const GROUP_FIELDS: ReadonlySet<string> = new Set([
  'matcher',
  'hooks',
  'description',
  'name',
  'id',
  'enabled',
  'disabled',
  ...EVENT_FIELDS,
]);

/** Reads a group with these hooks; a matcher that cannot be understood sets the group aside. */
export function readGroup(sheet: Sheet, row: KnownEventRow, tree: ObjectTree, hooks: readonly Tree[]): void {
  for (const { key, at } of tree.entries) {
    if (!GROUP_FIELDS.has(key) && !isCommentKey(key))
      sheet.report('group-field-unknown', at, `${quote(key)} of a group means nothing and is ignored`);
  }
  const group = readHead(sheet, row, tree);
  if (group === null) return;
  const off = readOffFlag(sheet, tree);
  for (const hook of hooks) readHook(sheet, { ...group, off }, hook);
}

/** Reads a hook that stands where a group belongs: it is both. */
export function readFlat(sheet: Sheet, row: KnownEventRow, tree: ObjectTree): void {
  const group = readHead(sheet, row, tree);
  if (group !== null) readHook(sheet, group, tree, ['matcher', ...EVENT_FIELDS]);
}
