// The files that define MCP servers, each read once.
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { liesIn } from '../../files/index.js';
import type { Diagnostic, HookSource, Scope, Voice } from '../../nouns.js';
import {
  describe,
  entryOf,
  fieldOf,
  jsonOf,
  type ObjectTree,
  parseJson,
  quote,
  type Tree,
  type TreeEntry,
  textOf,
} from '../../text/index.js';
import { Collection, realPath } from '../collect.js';
import { loadJson, objectIn, openSheet } from '../document.js';
import { pluginDataOf } from '../plugin.js';
import { voiceOf } from '../policy.js';
import type { ConfigRequest } from '../request.js';
import { Sheet, unlistedIn } from '../sheet.js';

interface Plugin {
  readonly name: string;
  readonly root: string;
  readonly data: string;
}

/** Servers of one file. */
export interface ServerSource {
  readonly sheet: Sheet;
  /** `null`: an option of the engine. */
  readonly file: string | null;
  readonly plugin: Plugin | null;
  readonly voice: Voice;
  readonly entries: readonly TreeEntry[];
  /** Why nothing of it counts; `null`: it does. */
  readonly off: string | null;
  /** Servers of it that the user refused, and where. */
  readonly refused: ReadonlyMap<string, string>;
}

const NOBODY: ReadonlyMap<string, string> = new Map();
const MANIFESTS = [join('.claude-plugin', 'plugin.json'), 'plugin.json'];

export class ServerSources {
  readonly #request: ConfigRequest;
  readonly #all: Collection;
  readonly #sheets: Sheet[] = [];
  #ofOption: Sheet | null = null;

  constructor(request: ConfigRequest) {
    const { profile, projectDir } = request;
    const strict = profile.configuration === 'as-observed';
    this.#request = request;
    this.#all = new Collection(request, { profile, strict, maxTimeoutMs: null, projectDir });
  }

  diagnostics(): readonly Diagnostic[] {
    const found = this.#sheets.flatMap((sheet) =>
      sheet === this.#ofOption
        ? sheet.diagnostics.map((one) => ({ ...one, file: null, line: null, column: null }))
        : sheet.diagnostics,
    );
    return [...found, ...unlistedIn(this.#sheets)];
  }

  extra(servers: Readonly<Record<string, unknown>>): readonly ServerSource[] {
    const text = JSON.stringify(servers);
    const { tree } = parseJson(text);
    if (tree?.kind !== 'object') return [];
    this.#ofOption = this.#sheet('flag', 'the option mcpServers', text, null);
    const { entries } = tree;
    // The host decides what runs at all; nobody speaks louder.
    const voice = 'managed';
    return [{ sheet: this.#ofOption, file: null, plugin: null, voice, entries, off: null, refused: NOBODY }];
  }

  /** Beside the settings of the administrator. */
  managed(): readonly ServerSource[] {
    const file = this.#request.claudeSettings?.managedFile ?? null;
    return file === null ? [] : this.#file('managed', join(dirname(file), 'managed-mcp.json'));
  }

  mine(): readonly ServerSource[] {
    return this.#file('user', join(this.#request.home, '.amplifier', 'mcp.json'));
  }

  /** A file that holds nothing but servers. */
  #file(scope: Scope, file: string, plugin: Plugin | null = null, refused = NOBODY): readonly ServerSource[] {
    const loaded = this.#all.json(file);
    if (typeof loaded === 'string') return [];
    const { sheet, root } = openSheet(loaded, this.#sourceOf(scope, file, plugin), this.#all.rules);
    this.#sheets.push(sheet);
    const entries = root === null ? [] : serversIn(sheet, root, plugin !== null);
    return [{ sheet, file, plugin, voice: this.#voice(sheet), entries, off: this.#off(scope), refused }];
  }

  project(): readonly ServerSource[] {
    const { projectDir, home } = this.#request;
    // In the home directory itself it is the user's.
    const scope = realPath(projectDir) === realPath(home) ? 'user' : 'project';
    return this.#file(scope, join(projectDir, '.mcp.json'), null, this.#refused());
  }

  /** `~/.claude.json`: what it says for this project, and for all. */
  claude(): readonly [here: readonly ServerSource[], everywhere: readonly ServerSource[]] {
    const file = join(this.#request.home, '.claude.json');
    const root = this.#claudeRoot(file);
    if (root === null) return [[], []];
    const sheet = this.#sheet('user', file, root.text, null);
    const off = this.#off('user');
    const of = (tree: ObjectTree | null): readonly ServerSource[] => {
      const servers = tree === null ? undefined : fieldOf(tree, 'mcpServers');
      if (servers === undefined) return [];
      const entries = entriesOf(sheet, servers);
      return [{ sheet, file, plugin: null, voice: this.#voice(sheet), entries, off, refused: NOBODY }];
    };
    return [of(this.#hereIn(root.tree)), of(root.tree)];
  }

  #claudeRoot(file: string): { readonly tree: ObjectTree; readonly text: string } | null {
    if (this.#request.claudeSettings?.sources.includes('user') !== true) return null;
    const loaded = loadJson(file);
    if (loaded === null) return null;
    const tree = objectIn(loaded);
    if (tree !== null) return { tree, text: loaded.read.text };
    // It is not ours to judge, except that its servers are missing then.
    this.#sheets.push(openSheet(loaded, this.#sourceOf('user', file, null), this.#all.rules).sheet);
    return null;
  }

  #hereIn(root: ObjectTree): ObjectTree | null {
    const projects = fieldOf(root, 'projects');
    const here = projects?.kind === 'object' ? fieldOf(projects, this.#request.projectDir) : undefined;
    return here?.kind === 'object' ? here : null;
  }

  /** Servers of the project that the user refused in Claude Code. */
  #refused(): ReadonlyMap<string, string> {
    const { claudeSettings, home, projectDir } = this.#request;
    if (claudeSettings === null) return NOBODY;
    const { sources, flagFile, managedFile } = claudeSettings;
    const files = [
      ...(sources.includes('user') ? [join(home, '.claude', 'settings.json')] : []),
      ...(sources.includes('project') ? [join(projectDir, '.claude', 'settings.json')] : []),
      ...(sources.includes('local') ? [join(projectDir, '.claude', 'settings.local.json')] : []),
      ...[flagFile, managedFile].filter((file) => file !== null),
    ];
    const refused = new Map<string, string>();
    const read = (tree: ObjectTree | null, file: string): void => {
      const names = tree === null ? undefined : fieldOf(tree, 'disabledMcpjsonServers');
      for (const item of names?.kind === 'array' ? names.items : []) {
        const name = textOf(item);
        if (name !== null) refused.set(name, `"disabledMcpjsonServers" in ${file} names it`);
      }
    };
    for (const file of files) {
      const loaded = loadJson(file);
      if (loaded !== null) read(objectIn(loaded), file);
    }
    const own = join(home, '.claude.json');
    const root = sources.includes('user') ? loadJson(own) : null;
    const tree = root === null ? null : objectIn(root);
    if (tree !== null) read(this.#hereIn(tree), own);
    return refused;
  }

  /** Those that were named, then the user's, then the project's. */
  plugins(): readonly ServerSource[] {
    const { plugins, home, projectDir } = this.#request;
    const named = plugins.flatMap((folder) => this.#plugin('plugin', folder));
    const roots = realPath(home) === realPath(projectDir) ? [home] : [home, projectDir];
    const found = roots.flatMap((root) => {
      const scope = root === home ? 'user' : 'project';
      const hooksDir = join(root, '.amplifier', 'hooks');
      // What is wrong with the folder itself is told when its hooks are read.
      return this.#all.foldersIn(hooksDir, () => undefined).flatMap((folder) => this.#plugin(scope, folder));
    });
    return [...named, ...found];
  }

  #plugin(scope: Scope, folder: string): readonly ServerSource[] {
    if (!this.#all.isNew(folder, true)) return [];
    const manifest = this.#manifest(folder);
    const name = (manifest && textOf(fieldOf(manifest.tree, 'name'))) || basename(folder);
    const plugin = { name, root: folder, data: pluginDataOf(this.#request.home, name) };
    const standard = this.#file(scope, join(folder, '.mcp.json'), plugin);
    const stated = manifest === null ? undefined : fieldOf(manifest.tree, 'mcpServers');
    if (manifest === null || stated === undefined) return standard;
    const sheet = this.#sheet(scope, manifest.file, manifest.text, plugin);
    const items = stated.kind === 'array' ? stated.items : [stated];
    const more = items.flatMap((item): readonly ServerSource[] => {
      const path = textOf(item);
      if (path !== null) return this.#named(scope, sheet, plugin, item, path);
      const entries = entriesOf(sheet, item);
      const [voice, off] = [this.#voice(sheet), this.#off(scope)];
      return [{ sheet, file: manifest.file, plugin, voice, entries, off, refused: NOBODY }];
    });
    return [...standard, ...more];
  }

  #manifest(
    folder: string,
  ): { readonly file: string; readonly tree: ObjectTree; readonly text: string } | null {
    for (const name of MANIFESTS) {
      const file = join(folder, name);
      const loaded = loadJson(file);
      if (loaded === null) continue;
      // What is wrong with the manifest itself is told when its hooks are read.
      const tree = objectIn(loaded);
      return tree === null ? null : { file, tree, text: loaded.read.text };
    }
    return null;
  }

  #named(scope: Scope, sheet: Sheet, plugin: Plugin, { at }: Tree, path: string): readonly ServerSource[] {
    const target = resolve(plugin.root, path);
    if (isAbsolute(path)) {
      sheet.setAside(
        null,
        'plugin-path-absolute',
        at,
        `The path ${quote(path)} is absolute; the file is not read`,
      );
      return [];
    }
    if (!liesIn(plugin.root, target)) {
      const message = `The path ${quote(path)} leads out of the plugin folder; the file is not read`;
      sheet.setAside(null, 'plugin-path-escapes', at, message);
      return [];
    }
    // The standard file may be named again; it is read once.
    const loaded = loadJson(target);
    if (loaded === null)
      sheet.setAside(null, 'plugin-file-missing', at, `The file ${quote(path)} does not exist`);
    return loaded === null ? [] : this.#file(scope, target, plugin);
  }

  #sheet(scope: Scope, file: string, text: string, plugin: Plugin | null): Sheet {
    const sheet = new Sheet(this.#sourceOf(scope, file, plugin), this.#all.rules, text);
    this.#sheets.push(sheet);
    return sheet;
  }

  #sourceOf(scope: Scope, file: string, plugin: Plugin | null): HookSource {
    const { projectDir } = this.#request;
    return {
      scope,
      kind: plugin === null ? 'claude-settings' : 'plugin',
      file,
      owner: plugin?.name ?? null,
      skill: null,
      hooksDir: projectDir,
      pluginRoot: plugin?.root ?? null,
      pluginData: plugin?.data ?? null,
      rulesRoot: projectDir,
    };
  }

  #voice({ source }: Sheet): Voice {
    return voiceOf(this.#request, source);
  }

  /** The switches that keep hooks out keep servers out too: both are other people's programs. */
  #off(scope: Scope): string | null {
    const { enabled, allowUserHooks, allowProjectHooks } = this.#request;
    if (!enabled) return 'the option enabled is false';
    if (scope === 'user' && !allowUserHooks) return 'the option allow_user_hooks is false';
    return scope === 'project' && !allowProjectHooks ? 'the option allow_project_hooks is false' : null;
  }
}

/** `{"mcpServers": …}`; a plugin's own file may leave the wrapper out. */
function serversIn(sheet: Sheet, root: ObjectTree, ofPlugin: boolean): readonly TreeEntry[] {
  const wrapper = entryOf(root, 'mcpServers');
  if (wrapper !== undefined) return entriesOf(sheet, wrapper.value);
  const bare = root.entries.filter(({ value }) => value.kind === 'object' && looksLikeServer(value));
  const [first] = bare;
  if (first === undefined || ofPlugin) return bare;
  const names = bare.map(({ key }) => key).join(', ');
  if (sheet.rules.strict) {
    const message = `${names} must stand under "mcpServers" and cannot be used here`;
    sheet.setAside(null, 'mcp-wrapper-missing', first.at, message);
    return [];
  }
  sheet.report('mcp-wrapper-missing', first.at, `${names} must stand under "mcpServers"`);
  return bare;
}

const looksLikeServer = (tree: ObjectTree): boolean =>
  entryOf(tree, 'command') !== undefined || entryOf(tree, 'url') !== undefined;

function entriesOf(sheet: Sheet, servers: Tree): readonly TreeEntry[] {
  if (servers.kind === 'object') return servers.entries;
  const message = `"mcpServers" must be an object with one key for each server, but is ${describe(jsonOf(servers))}`;
  sheet.setAside(null, 'mcp-servers-type', servers.at, message);
  return [];
}
