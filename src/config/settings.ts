// What a Claude settings file says beside its hooks: switches, lists and variables.
import type { Scope } from '../nouns.js';
import { changesPrograms, describe, entryOf, jsonOf, type ObjectTree, quote, textOf } from '../text/index.js';
import { voiceOfScope } from '../voices.js';
import { type PolicyWords, readPolicyWords } from './policy-words.js';
import type { Sheet } from './sheet.js';

/** A switch and the place it is set at. */
export interface Switch {
  readonly on: boolean;
  readonly at: number;
}

/** Strings of a list and the place it stands at. */
export interface Listing {
  readonly items: readonly string[];
  readonly at: number;
}

export interface Settings {
  readonly sheet: Sheet;
  readonly scope: Scope;
  readonly disableAllHooks: Switch | null;
  /** Counts in managed settings only. */
  readonly managedHooksOnly: Switch | null;
  /** Hooks come from plugins and managed settings only. Counts in managed settings only. */
  readonly pluginHooksOnly: Switch | null;
  readonly allowedHttpHookUrls: Listing | null;
  readonly httpHookAllowedEnvVars: Listing | null;
  readonly env: Readonly<Record<string, string>>;
  /** Counts in managed settings only. */
  readonly policy: PolicyWords | null;
}

/** Reads the switches, lists and variables of a settings file. */
export function readSettings(sheet: Sheet, root: ObjectTree): Settings {
  const { scope } = sheet.source;
  return {
    sheet,
    scope,
    disableAllHooks: readSwitch(sheet, root, 'disableAllHooks'),
    managedHooksOnly: ofManaged(
      sheet,
      'allowManagedHooksOnly',
      readSwitch(sheet, root, 'allowManagedHooksOnly'),
    ),
    pluginHooksOnly: ofManaged(sheet, PLUGIN_ONLY, readPluginOnly(sheet, root)),
    allowedHttpHookUrls: readList(sheet, root, 'allowedHttpHookUrls'),
    httpHookAllowedEnvVars: readList(sheet, root, 'httpHookAllowedEnvVars'),
    env: readEnv(sheet, root),
    policy: readPolicyWords(sheet, root),
  };
}

const PLUGIN_ONLY = 'strictPluginOnlyCustomization';

/** A switch that nobody but the administrator may set. */
function ofManaged(sheet: Sheet, key: string, found: Switch | null): Switch | null {
  if (found === null || sheet.source.scope === 'managed') return found;
  sheet.report('setting-ignored', found.at, `"${key}" counts in the managed settings only`);
  return null;
}

/** `true`, or a list of what is meant, of which only hooks are of interest here. */
function readPluginOnly(sheet: Sheet, root: ObjectTree): Switch | null {
  if (entryOf(root, PLUGIN_ONLY)?.value.kind !== 'array') return readSwitch(sheet, root, PLUGIN_ONLY);
  const list = readList(sheet, root, PLUGIN_ONLY);
  return list === null ? null : { on: list.items.includes('hooks'), at: list.at };
}

/** A list that limits something. What cannot be read allows nothing: a slip must not open what was to be closed. */
function readList(sheet: Sheet, root: ObjectTree, key: string): Listing | null {
  const entry = entryOf(root, key);
  if (entry === undefined) return null;
  const { value: tree, at } = entry;
  if (tree.kind !== 'array') {
    const message = `"${key}" must be an array of strings, but is ${describe(jsonOf(tree))}; it counts as an empty list`;
    sheet.report('setting-type', tree.at, message);
    return { items: [], at };
  }
  const items = tree.items.flatMap((item) => {
    const text = textOf(item);
    if (text === null) {
      const message = `An item of "${key}" must be a string, but is ${describe(jsonOf(item))}; it is left out`;
      sheet.report('setting-type', item.at, message);
    }
    return text === null ? [] : [text];
  });
  return { items, at };
}

function readSwitch(sheet: Sheet, root: ObjectTree, key: string): Switch | null {
  const entry = entryOf(root, key);
  if (entry === undefined) return null;
  const value = jsonOf(entry.value);
  if (typeof value === 'boolean') return { on: value, at: entry.at };
  sheet.report('setting-type', entry.value.at, `"${key}" must be true or false, but is ${describe(value)}`);
  return null;
}

function readEnv(sheet: Sheet, root: ObjectTree): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  const tree = entryOf(root, 'env')?.value;
  if (tree === undefined) return env;
  if (tree.kind !== 'object') {
    sheet.report('setting-type', tree.at, `"env" must be an object, but is ${describe(jsonOf(tree))}`);
    return env;
  }
  for (const { key, value, at } of tree.entries) {
    const content = value.kind === 'scalar' && value.value !== null ? String(value.value) : null;
    const usable = content !== null && !content.includes('\0') && /^[^=\0]+$/.test(key);
    if (!usable || (value.kind === 'scalar' && typeof value.value !== 'string')) {
      const end = usable ? 'its text is used' : 'it is ignored';
      const message = `The variable ${quote(key)} must be a string, but is ${describe(jsonOf(value))}; ${end}`;
      sheet.report('setting-type', value.at, message);
    }
    if (usable) reportRefused(sheet, key, at);
    // A plain assignment to "__proto__" would change the object instead.
    if (usable) Object.defineProperty(env, key, { value: content, enumerable: true, configurable: true });
  }
  return env;
}

/** It stays in the layer, so that whoever explains the environment of a hook can name it. */
function reportRefused(sheet: Sheet, name: string, at: number): void {
  const why = changesPrograms(name);
  if (why === null || voiceOfScope(sheet.source.scope) !== 'project') return;
  if (sheet.rules.profile.settingsEnvReach === 'all') return;
  sheet.report(
    'env-refused',
    at,
    `The variable ${quote(name)} of the project is given to no hook: it ${why}`,
  );
}
