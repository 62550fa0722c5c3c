// One JSON file as a sheet: read, parsed, and its "hooks" found wherever they were put.
import { isEventName } from '../events/index.js';
import { type Reading, readText } from '../files/index.js';
import type { HookSource } from '../nouns.js';
import type { Json } from '../text/index.js';
import {
  describe,
  entryOf,
  fieldOf,
  isCommentKey,
  jsonOf,
  type ObjectTree,
  parseJson,
  quote,
  type Tree,
} from '../text/index.js';
import { meantEvent } from './event-names.js';
import { readBudgets, SHARED_BUDGETS } from './hook-budget.js';
import { readSourceMode, SHARED_KEY } from './hook-mode.js';
import { hooksInWords, lossOf } from './hook-tree.js';
import { readEvent, readLeniently } from './lenient.js';
import { type Rules, Sheet } from './sheet.js';
import { readStrictly } from './strict.js';

/** A JSON file, read but not judged yet. */
export interface JsonFile {
  readonly read: Exclude<Reading, { state: 'absent' }>;
  readonly json: Json | null;
}

/** Reads a JSON file; `null`: there is none. */
export function loadJson(file: string): JsonFile | null {
  const read = readText(file);
  if (read.state === 'absent') return null;
  return { read, json: read.state === 'text' && read.text.trim() !== '' ? parseJson(read.text) : null };
}

/** The object in a JSON file, or `null` without a word. */
export const objectIn = ({ json }: JsonFile): ObjectTree | null =>
  json?.error === null && json.tree?.kind === 'object' ? json.tree : null;

/** A sheet for the file and the object in it; `null` where there is none, and then the sheet says why. */
export function openSheet(
  file: JsonFile,
  source: HookSource,
  rules: Rules,
): { readonly sheet: Sheet; readonly root: ObjectTree | null } {
  const sheet = new Sheet(source, rules, file.read.text);
  if (file.read.state === 'broken') sheet.drop(file.read.code, file.read.at, file.read.message);
  // Whoever means none writes {}: an empty file is one that an editor or a shell is about to write.
  else if (file.json === null)
    sheet.drop('file-empty', null, `${source.file} is empty: no hook of it can be used`);
  else if (isUsable(sheet, file.json)) {
    const root = file.json.tree;
    if (root?.kind === 'object') return { sheet, root };
    if (root !== null)
      sheet.drop(
        'root-not-object',
        root.at,
        `${source.file} must hold an object, but holds ${describe(jsonOf(root))}`,
      );
  }
  return { sheet, root: null };
}

function isUsable(sheet: Sheet, json: Json): boolean {
  const lost = (why: string) => `${sheet.source.file} is not valid JSON: ${why}${lossOf(json.tree)}`;
  if (json.tooDeepAt !== null) {
    sheet.drop('file-too-deep', json.tooDeepAt, `${sheet.source.file} nests too deep`);
  } else if (json.error !== null) sheet.drop('json-syntax', json.error.at, lost(json.error.why));
  else if (sheet.rules.strict && json.commentAt !== null)
    sheet.drop('json-syntax', json.commentAt, lost('it has comments'), 'Remove the comments.');
  else if (sheet.rules.strict && json.trailingCommaAt !== null)
    sheet.drop('json-syntax', json.trailingCommaAt, lost('it has a comma too many'), 'Remove the comma.');
  if (sheet.broken !== null) return false;
  if (json.commentAt !== null)
    sheet.report('json-comment', json.commentAt, 'JSON has no comments; they were skipped');
  if (json.trailingCommaAt !== null)
    sheet.report('json-trailing-comma', json.trailingCommaAt, 'There is a comma too many; it was skipped');
  for (const { key, at } of json.duplicates) {
    const both = !sheet.rules.strict && meantEvent(key) !== undefined;
    const which = both ? 'for an event both count' : 'the last one counts';
    sheet.report('json-duplicate-key', at, `${quote(key)} stands twice in one object; ${which}`);
  }
  return true;
}

/** Reads an event map. */
export function readEventMap(sheet: Sheet, hooks: Tree): void {
  if (sheet.rules.strict) readStrictly(sheet, hooks);
  else readLeniently(sheet, hooks);
}

/** In the strict profile one invalid entry of a guarding event costs the whole file. */
export function dropIfGuardBroken(sheet: Sheet): void {
  if (!sheet.rules.strict || sheet.guardBrokenAt === null) return;
  const lost = hooksInWords(sheet.hooks.length);
  const message = `${sheet.source.file} is ignored as a whole, because one of its PreToolUse or PermissionRequest entries is invalid; ${lost} beside it lost`;
  sheet.drop('file-dropped', sheet.guardBrokenAt, message);
}

/** The hooks of a settings file. */
export function readSettingsHooks(sheet: Sheet, root: ObjectTree): void {
  sheet.sourceMode = readSourceMode(sheet, root, SHARED_KEY);
  sheet.budgets = readBudgets(sheet, root, SHARED_BUDGETS);
  const stray = root.entries.filter(({ key }) => isEventName(key));
  readUnwrapped(sheet, root, stray);
  const hooks = fieldOf(root, 'hooks');
  if (hooks !== undefined) readEventMap(sheet, hooks);
  dropIfGuardBroken(sheet);
  dropIfPermissionsBroken(sheet, root);
}

/** Permission rules are the host's; but in the strict profile malformed ones cost the whole file, hooks included. */
function dropIfPermissionsBroken(sheet: Sheet, root: ObjectTree): void {
  const permissions = fieldOf(root, 'permissions');
  if (!sheet.rules.strict || sheet.broken !== null || permissions === undefined) return;
  const wrong = permissions.kind === 'object' ? wrongRules(permissions) : permissions;
  if (wrong === undefined) return;
  const lost = hooksInWords(sheet.hooks.length);
  const message = `${sheet.source.file} is ignored as a whole, because its "permissions" are malformed; ${lost} beside them lost`;
  sheet.drop('setting-type', wrong.at, message);
}

function wrongRules(permissions: ObjectTree): Tree | undefined {
  const lists = ['allow', 'deny', 'ask']
    .map((key) => fieldOf(permissions, key))
    .filter((list) => list !== undefined);
  return lists.find((list) => {
    const value = jsonOf(list);
    return !Array.isArray(value) || value.some((rule) => typeof rule !== 'string');
  });
}

const CONTRACT_VERSIONS: readonly number[] = [1];

const USUAL_KEYS: ReadonlySet<string> = new Set([
  'hooks',
  'description',
  'name',
  'version',
  'author',
  'license',
  'homepage',
  'repository',
  'keywords',
  'metadata',
  'contractVersion',
  'mode',
  'budgets',
]);

/** The hooks of a hooks.json. */
export function readHooksFile(sheet: Sheet, root: ObjectTree): void {
  checkContractVersion(sheet, root);
  sheet.sourceMode = readSourceMode(sheet, root, 'mode') ?? sheet.sourceMode;
  sheet.budgets = readBudgets(sheet, root, 'budgets');
  const wrapper = entryOf(root, 'hooks');
  const events = wrapper === undefined ? entryOf(root, 'events') : undefined;
  const stray = root.entries.filter(({ key }) =>
    wrapper === undefined ? meantEvent(key) !== undefined : isEventName(key),
  );
  const strays = new Set(stray);
  for (const entry of root.entries) {
    if (USUAL_KEYS.has(entry.key) || isCommentKey(entry.key) || strays.has(entry) || entry === events)
      continue;
    sheet.report('top-level-key-unknown', entry.at, `${quote(entry.key)} means nothing here and is ignored`);
  }
  readUnwrapped(sheet, root, stray);
  if (wrapper !== undefined) readEventMap(sheet, wrapper.value);
  else if (events !== undefined) readEventsKey(sheet, events.at, events.value);
  else if (stray.length === 0) sheet.report('no-hooks', root.at, `${sheet.source.file} has no "hooks"`);
}

/** Events beside or instead of "hooks". */
function readUnwrapped(sheet: Sheet, root: ObjectTree, stray: ObjectTree['entries']): void {
  const first = stray[0];
  if (first === undefined) return;
  const names = stray.map(({ key }) => key).join(', ');
  if (sheet.rules.strict) {
    const message = `${names} must stand under "hooks"${lossOf({ ...root, entries: stray })}`;
    sheet.setAside(first.key, 'wrapper-missing', first.at, message);
    return;
  }
  sheet.report('wrapper-missing', first.at, `${names} must stand under "hooks"`);
  for (const entry of stray) readEvent(sheet, entry);
}

function readEventsKey(sheet: Sheet, at: number, value: Tree): void {
  if (sheet.rules.strict) {
    const message = `"events" must be called "hooks"${lossOf(value)}`;
    sheet.setAside(null, 'events-key', at, message);
    return;
  }
  sheet.report('events-key', at, '"events" was read as "hooks"');
  readLeniently(sheet, value);
}

function checkContractVersion(sheet: Sheet, root: ObjectTree): void {
  const stated = fieldOf(root, 'contractVersion');
  if (stated === undefined) return;
  const value = jsonOf(stated);
  if (CONTRACT_VERSIONS.some((known) => known === value)) return;
  const message = `The file was written for contract version ${describe(value)}; known here: ${CONTRACT_VERSIONS.join(', ')}`;
  sheet.report('contract-version-unknown', stated.at, message);
}
