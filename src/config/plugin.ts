// A plugin folder: hooks.json, hooks/hooks.json, what the manifest adds, and the hooks of its own skills.
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { liesIn } from '../files/index.js';
import type { HookSource, Scope } from '../nouns.js';
import { describe, fieldOf, jsonOf, quote, type ScalarTree, type Tree, textOf } from '../text/index.js';
import type { Collection } from './collect.js';
import { type JsonFile, objectIn, openSheet, readEventMap, readHooksFile } from './document.js';
import { readSourceMode, SHARED_KEY } from './hook-mode.js';
import { hooksInWords } from './hook-tree.js';
import { readPluginSkills } from './plugin-skills.js';
import { type Rules, Sheet } from './sheet.js';

export interface PluginPlace {
  readonly folder: string;
  readonly scope: Scope;
  readonly hooksDir: string;
  readonly rulesRoot: string;
  /** `named`: asked for by name; `found`: a folder in a hooks directory, which may have the plainer layout. */
  readonly how: 'named' | 'found';
}

interface Plugin {
  readonly all: Collection;
  readonly folder: string;
  /** With what the manifest states for all hooks of the plugin. */
  readonly rules: Rules;
  readonly sourceOf: (file: string) => HookSource;
  readonly sheets: Sheet[];
  /** Of its skills. A mistake there costs the hooks of that skill. */
  readonly skills: Sheet[];
  /** A mistake for which the strict profile does not load the plugin. */
  fatal: boolean;
}

const MANIFEST = join('.claude-plugin', 'plugin.json');
const STANDARD = join('hooks', 'hooks.json');

/** Reads all hooks of a plugin folder, each file once. */
export function readPlugin(all: Collection, place: PluginPlace): void {
  const { folder } = place;
  if (!all.isNew(folder, true)) {
    all.report('file-read-once', `${folder} was read before, on another way to it; it is not read twice`, {
      file: folder,
    });
    return;
  }
  const plain = place.how === 'found' || !all.rules.strict;
  const manifest = openManifest(all, folder, plain);
  const root = manifest === null ? null : objectIn(manifest.loaded);
  const owner = (root && textOf(fieldOf(root, 'name'))) || basename(folder);
  const sourceOf = sourceMaker(all, place, owner);
  const stated = manifest === null ? null : modeIn(manifest, sourceOf, all.rules);
  const rules = stated === null ? all.rules : { ...all.rules, sourceMode: stated };
  const plugin: Plugin = { all, folder, rules, sourceOf, sheets: [], skills: [], fatal: false };

  if (plain) readFile(plugin, 'hooks.json');
  readFile(plugin, STANDARD);
  if (manifest !== null) readManifest(plugin, manifest.file, manifest.loaded);
  checkMisplaced(plugin);
  if (plugin.sheets.length === 0) all.add(sourceOf(join(folder, plain ? 'hooks.json' : STANDARD)), null);
  plugin.skills.push(...readPluginSkills(all, folder, root, { sourceOf, rules }));
  unloadIfFatal(plugin);
}

/** `CLAUDE_PLUGIN_DATA` of a plugin. */
export const pluginDataOf = (home: string, owner: string): string =>
  join(home, '.amplifier', 'hooks-data', owner.replace(/[^A-Za-z0-9_-]/g, '-'));

function sourceMaker(all: Collection, place: PluginPlace, owner: string): (file: string) => HookSource {
  const data = pluginDataOf(all.request.home, owner);
  return (file) => ({
    scope: place.scope,
    kind: 'plugin',
    file,
    owner,
    skill: null,
    hooksDir: place.hooksDir,
    pluginRoot: place.folder,
    pluginData: data,
    rulesRoot: place.rulesRoot,
  });
}

/** Read before the files of the plugin; what is wrong with it is said with the manifest. */
function modeIn({ file, loaded }: OpenedManifest, sourceOf: Plugin['sourceOf'], rules: Rules) {
  const root = objectIn(loaded);
  return root === null
    ? null
    : readSourceMode(new Sheet(sourceOf(file), rules, loaded.read.text), root, SHARED_KEY);
}

interface OpenedManifest {
  readonly file: string;
  readonly loaded: JsonFile;
}

function openManifest(all: Collection, folder: string, plain: boolean): OpenedManifest | null {
  for (const name of plain ? [MANIFEST, 'plugin.json'] : [MANIFEST]) {
    const file = join(folder, name);
    const loaded = all.json(file);
    if (typeof loaded !== 'string') return { file, loaded };
  }
  return null;
}

function readFile(plugin: Plugin, name: string): 'read' | 'absent' | 'again' {
  const file = join(plugin.folder, name);
  const loaded = plugin.all.json(file);
  if (typeof loaded === 'string') return loaded;
  const { sheet, root } = openSheet(loaded, plugin.sourceOf(file), plugin.rules);
  keep(plugin, sheet);
  if (root !== null) readHooksFile(sheet, root);
  return 'read';
}

function keep(plugin: Plugin, sheet: Sheet): void {
  plugin.sheets.push(sheet);
  plugin.all.add(sheet.source, sheet);
}

function readManifest(plugin: Plugin, file: string, loaded: JsonFile): void {
  const { sheet, root } = openSheet(loaded, plugin.sourceOf(file), plugin.rules);
  keep(plugin, sheet);
  if (root !== null) readSourceMode(sheet, root, SHARED_KEY);
  if (sheet.broken !== null) plugin.fatal = true;
  if (root === null) return;
  const hooks = fieldOf(root, 'hooks');
  if (hooks !== undefined) readManifestHooks(plugin, sheet, hooks);
}

function readManifestHooks(plugin: Plugin, sheet: Sheet, hooks: Tree): void {
  const named = new Set<string>();
  for (const item of hooks.kind === 'array' ? hooks.items : [hooks]) {
    if (item.kind === 'object') readEventMap(sheet, item);
    else if (item.kind === 'scalar' && typeof item.value === 'string')
      readNamed(plugin, sheet, item, item.value, named);
    else {
      plugin.fatal = true;
      const message = `"hooks" of the manifest must be a path, an object or an array of these, but is ${describe(jsonOf(item))}`;
      sheet.setAside(null, 'plugin-hooks-type', item.at, message);
    }
  }
}

function readNamed(plugin: Plugin, sheet: Sheet, { at }: ScalarTree, path: string, named: Set<string>): void {
  const refuse = (code: 'plugin-path-absolute' | 'plugin-path-escapes', why: string) => {
    plugin.fatal = true;
    sheet.setAside(null, code, at, `The path ${quote(path)} ${why}; the file is not read`);
  };
  if (isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path)) {
    refuse('plugin-path-absolute', 'is absolute');
    return;
  }
  const target = resolve(plugin.folder, path);
  if (!liesIn(plugin.folder, target)) {
    refuse('plugin-path-escapes', 'leads out of the plugin folder');
    return;
  }
  if (!path.startsWith('./')) {
    plugin.fatal = true;
    if (plugin.all.rules.strict) {
      sheet.setAside(null, 'plugin-path-dot', at, `The path ${quote(path)} does not start with "./"`);
      return;
    }
    sheet.report(
      'plugin-path-dot',
      at,
      `The path ${quote(path)} does not start with "./"; it was read nevertheless`,
    );
  }
  if (named.has(target)) {
    sheet.report('plugin-file-twice', at, `The manifest names ${quote(path)} twice; it is read once`);
    return;
  }
  named.add(target);
  if (liesIn(join(plugin.folder, '.claude-plugin'), target))
    sheet.report(
      'plugin-path-in-manifest-folder',
      at,
      `${quote(path)} lies in .claude-plugin, where only the manifest belongs`,
    );
  if (readFile(plugin, relative(plugin.folder, target)) === 'absent')
    sheet.setAside(null, 'plugin-file-missing', at, `The file ${quote(path)} does not exist`);
}

function checkMisplaced({ all, folder, sheets }: Plugin): void {
  const file = join(folder, '.claude-plugin', 'hooks.json');
  all.files.add(file);
  if (sheets.some((sheet) => sheet.source.file === file) || !existsSync(file)) return;
  all.report('hooks-file-misplaced', `${file} is not read; move it to ${join(folder, STANDARD)}`, { file });
}

function unloadIfFatal({ all, sheets, skills, fatal, folder }: Plugin): void {
  const broken = sheets.some((sheet) => sheet.guardBrokenAt !== null);
  if (!all.rules.strict || !(fatal || broken)) return;
  const own = [...sheets, ...skills];
  const lost = own.reduce((sum, sheet) => sum + sheet.hooks.length, 0);
  const message = `The plugin in ${folder} is not loaded; ${hooksInWords(lost)} beside the mistake lost`;
  for (const sheet of own) {
    sheet.hooks = [];
    sheet.broken ??= message;
  }
  all.report('plugin-not-loaded', message, { file: sheets[0]?.source.file ?? folder }, { lost: true });
}
