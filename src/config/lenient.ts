// The value of "hooks" read for what is clearly meant; each deviation is reported, and one bad part never costs another.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalToolName, isMcpTool, KNOWN_TOOLS, type KnownEventRow } from '../events/index.js';
import {
  describe,
  fieldOf,
  isCommentKey,
  jsonOf,
  type ObjectTree,
  quote,
  type ScalarTree,
  type Tree,
  type TreeEntry,
  textOf,
} from '../text/index.js';
import { eventOf, meantEvent, suggestEvents } from './event-names.js';
import { EVENT_FIELDS, readFlat, readGroup } from './group.js';
import { plainGroup } from './group-head.js';
import { readHook } from './hook.js';
import { commandTree, looksLikeHook, lossOf } from './hook-tree.js';
import type { Sheet } from './sheet.js';

/** Reads an event map, or what was written in its place. */
export function readLeniently(sheet: Sheet, hooks: Tree): void {
  if (hooks.kind === 'scalar') {
    const found = describe(hooks.value);
    sheet.setAside(null, 'hooks-type', hooks.at, `"hooks" must be an object, but is ${found}; it is ignored`);
  } else if (hooks.kind === 'array') {
    sheet.report('hooks-array', hooks.at, '"hooks" is an array; each entry was read for the event it names');
    for (const item of hooks.items) readListed(sheet, item);
  } else {
    if (hooks.entries.length === 0) sheet.report('no-hooks', hooks.at, '"hooks" is empty');
    for (const entry of hooks.entries) readEvent(sheet, entry);
  }
}

/** Reads one event of an event map. */
export function readEvent(sheet: Sheet, { key, at, value }: TreeEntry): void {
  if (key === 'hooks' && value.kind !== 'scalar') {
    sheet.report('hooks-twice', at, '"hooks" stands inside "hooks"; the inner one was read too');
    readLeniently(sheet, value);
    return;
  }
  if (isCommentKey(key)) {
    sheet.report('comment-key', at, `${quote(key)} is read as a comment`);
    return;
  }
  const row = eventOf(sheet, key, at);
  if (row === undefined) {
    const message = `There is no event ${quote(key)}${lossOf(value)}`;
    sheet.setAside(key, 'event-unknown', at, message, () => suggestEvents(key));
  } else readGroups(sheet, row, value, at);
}

function readGroups(sheet: Sheet, row: KnownEventRow, value: Tree, at: number): void {
  if (value.kind === 'array') {
    if (value.items.length === 0) sheet.report('event-empty', at, `${row.name} has no hooks`);
    for (const item of value.items) readItem(sheet, row, item);
  } else if (value.kind === 'object') {
    const message = `${row.name} has an object where an array of groups belongs`;
    sheet.report('event-not-array', value.at, message);
    if (isToolMap(value)) for (const entry of value.entries) readToolEntry(sheet, row, entry);
    else readItem(sheet, row, value);
  } else if (typeof value.value === 'string') {
    sheet.report('event-string', value.at, `The string under ${row.name} was read as a command`);
    readHook(sheet, plainGroup(row), scriptHook(sheet, value, value.value));
  } else {
    const message = `${row.name} must have an array of groups, but has ${describe(value.value)}`;
    sheet.setAside(row.name, 'event-type', value.at, message);
  }
}

function readItem(sheet: Sheet, row: KnownEventRow, item: Tree): void {
  if (item.kind === 'array') {
    sheet.report('nested-array', item.at, `An array stands inside the array of ${row.name}; it was unpacked`);
    for (const inner of item.items) readItem(sheet, row, inner);
  } else if (item.kind === 'object') readGroupOrFlat(sheet, row, item);
  else if (typeof item.value === 'string') readHook(sheet, plainGroup(row), item);
  else {
    const message = `A group of ${row.name} must be an object, but is ${describe(item.value)}`;
    sheet.invalidEntry(row.name, 'group-type', item.at, message);
  }
}

function readGroupOrFlat(sheet: Sheet, row: KnownEventRow, tree: ObjectTree): void {
  const hooks = fieldOf(tree, 'hooks');
  if (hooks?.kind === 'array') readGroup(sheet, row, tree, unpack(sheet, hooks.items));
  else if (hooks !== undefined && (hooks.kind === 'object' || textOf(hooks) !== null)) {
    const message = `"hooks" of a group of ${row.name} must be an array, but is ${describe(jsonOf(hooks))}`;
    sheet.report('hooks-not-array', hooks.at, message);
    readGroup(sheet, row, tree, [hooks]);
  } else if (looksLikeHook(tree)) {
    sheet.report('group-flat', tree.at, `A hook of ${row.name} stands where a group belongs`);
    readFlat(sheet, row, tree);
  } else {
    const message = `A group of ${row.name} has no "hooks" array; it does nothing`;
    sheet.invalidEntry(row.name, 'group-without-hooks', tree.at, message);
  }
}

function unpack(sheet: Sheet, items: readonly Tree[]): readonly Tree[] {
  if (items.every((item) => item.kind !== 'array')) return items;
  return items.flatMap((item) => {
    if (item.kind !== 'array') return [item];
    sheet.report('nested-array', item.at, 'An array stands inside the array of hooks; it was unpacked');
    return unpack(sheet, item.items);
  });
}

/** An entry of a `hooks` array: a group or hook that names its event, or an event map. */
function readListed(sheet: Sheet, item: Tree): void {
  if (item.kind === 'array') {
    for (const inner of item.items) readListed(sheet, inner);
    return;
  }
  if (item.kind === 'object') {
    const row = eventOfListed(sheet, item);
    if (row !== undefined) {
      if (fieldOf(item, 'hooks') === undefined && looksLikeHook(item)) readFlat(sheet, row, item);
      else readGroupOrFlat(sheet, row, item);
      return;
    }
    const stated = textOf(fieldOf(item, 'event'));
    if (stated !== null) {
      const message = `There is no event ${quote(stated)}${lossOf(item)}`;
      sheet.setAside(stated, 'event-unknown', item.at, message, () => suggestEvents(stated));
      return;
    }
    if (item.entries.some(({ key }) => meantEvent(key) !== undefined)) {
      for (const entry of item.entries) readEvent(sheet, entry);
      return;
    }
  }
  sheet.setAside(
    null,
    'array-entry',
    item.at,
    'An entry of the "hooks" array does not say which event it is for',
  );
}

/** The event that an entry of a list names; `event` is heard before fields that usually mean something else. */
function eventOfListed(sheet: Sheet, item: ObjectTree): KnownEventRow | undefined {
  for (const field of EVENT_FIELDS) {
    const value = fieldOf(item, field);
    const name = textOf(value);
    if (value === undefined || name === null) continue;
    const row = meantEvent(name) === undefined ? undefined : eventOf(sheet, name, value.at);
    if (row !== undefined || field === 'event') return row;
  }
  return undefined;
}

/** `{"Bash": "echo …"}`: tool names as keys, commands as values. Anything less clear is not run as a command. */
const isToolMap = (tree: ObjectTree): boolean =>
  tree.entries.length > 0 &&
  tree.entries.every(({ key, value }) => textOf(value) !== null && key.split('|').every(isToolName));

const isToolName = (name: string): boolean =>
  isMcpTool(name) || KNOWN_TOOLS.includes(canonicalToolName(name));

function readToolEntry(sheet: Sheet, row: KnownEventRow, { key, value }: TreeEntry): void {
  const text = textOf(value) ?? '';
  readHook(sheet, { ...plainGroup(row), matcher: key }, commandTree(value.at, text));
}

/** In a plugin `"SessionStart": "hooks/start.sh"` names a file of the plugin, not one of the working directory. */
function scriptHook(sheet: Sheet, { at }: ScalarTree, text: string): ObjectTree {
  const root = sheet.source.pluginRoot;
  const path = text.replace(/^\.\//, '');
  const isPath = /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !path.split('/').includes('..');
  const inPlugin = root !== null && isPath && existsSync(join(root, path));
  return commandTree(at, inPlugin ? `"\${CLAUDE_PLUGIN_ROOT}/${path}"` : text);
}
