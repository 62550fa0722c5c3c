// What a Claude settings file says beside its hooks: switches and variables.
import { describe } from '../events/index.js';
import type { Scope } from '../nouns.js';
import type { Sheet } from './sheet.js';
import { entryOf, jsonOf, type ObjectTree, quote } from './tree.js';

/** A switch and the place it is set at. */
export interface Switch {
  readonly on: boolean;
  readonly at: number;
}

export interface Settings {
  readonly sheet: Sheet;
  readonly scope: Scope;
  readonly disableAllHooks: Switch | null;
  /** Counts in managed settings only. */
  readonly managedHooksOnly: Switch | null;
  readonly env: Readonly<Record<string, string>>;
}

/** Rules about hooks that Claude Code enforces and this engine does not: nobody may rely on them unawares. */
const UNSUPPORTED: readonly string[] = [
  'strictPluginOnlyCustomization',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
];

/** Reads the switches and variables of a settings file. */
export function readSettings(sheet: Sheet, root: ObjectTree): Settings {
  const { scope } = sheet.source;
  for (const key of UNSUPPORTED) {
    const entry = entryOf(root, key);
    if (entry !== undefined) sheet.report('setting-unsupported', entry.at, `"${key}" is not enforced here`);
  }
  const managedHooksOnly = readSwitch(sheet, root, 'allowManagedHooksOnly');
  if (managedHooksOnly !== null && scope !== 'managed') {
    const message = '"allowManagedHooksOnly" counts in the managed settings only';
    sheet.report('setting-ignored', managedHooksOnly.at, message);
  }
  return {
    sheet,
    scope,
    disableAllHooks: readSwitch(sheet, root, 'disableAllHooks'),
    managedHooksOnly: scope === 'managed' ? managedHooksOnly : null,
    env: readEnv(sheet, root),
  };
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
  for (const { key, value } of tree.entries) {
    const content = value.kind === 'scalar' && value.value !== null ? String(value.value) : null;
    const usable = content !== null && !content.includes('\0') && /^[^=\0]+$/.test(key);
    if (!usable || (value.kind === 'scalar' && typeof value.value !== 'string')) {
      const end = usable ? 'its text is used' : 'it is ignored';
      const message = `The variable ${quote(key)} must be a string, but is ${describe(jsonOf(value))}; ${end}`;
      sheet.report('setting-type', value.at, message);
    }
    // A plain assignment to "__proto__" would change the object instead.
    if (usable) Object.defineProperty(env, key, { value: content, enumerable: true, configurable: true });
  }
  return env;
}
