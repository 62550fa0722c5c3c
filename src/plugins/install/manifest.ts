// The manifest of a plugin that is about to be installed: what it says, and what is added to it in the copy.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { readConfigFile } from '../../config/index.js';
import { makeFolders, readBytes } from '../../files/index.js';
import { anything, type Infer, object, orNull, text } from '../../text/shapes/index.js';
import { PluginProblem } from '../problem.js';
import type { MarketplaceEntry, PluginSource } from '../source.js';

/** What is written into the manifest of an installed copy, and nowhere else. */
export const additions = object({
  /** The name, where it is another one than the author's; `null`: it stays. */
  name: orNull(text),
  /** Hooks that a marketplace entry holds; `null`: none. */
  hooks: anything,
});
export type Additions = Infer<typeof additions>;

export interface Manifest {
  /** Below the plugin; `null`: there is none. */
  readonly path: string | null;
  readonly value: Readonly<Record<string, unknown>>;
}

export const MANIFESTS = ['.claude-plugin/plugin.json', 'plugin.json'] as const;

/** A manifest that cannot be understood says nothing; whoever validates the plugin will say so. */
export function readManifest(folder: string): Manifest {
  const path = MANIFESTS.find((name) => existsSync(join(folder, name))) ?? null;
  const value = path === null ? {} : (readConfigFile(join(folder, path))?.value ?? {});
  return { path, value };
}

export const textIn = ({ value }: Manifest, key: string): string | null => {
  const found = value[key];
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
};

/** What a plugin is called where neither the user nor a marketplace nor its manifest says so. */
export function nameFromSource(source: PluginSource): string {
  switch (source.kind) {
    case 'folder':
      return basename(source.path);
    case 'git':
      return basename(source.folder ?? source.url.replace(/[/\\]+$/, '')).replace(/\.git$/, '');
    case 'npm':
      return basename(source.package);
    case 'archive':
      return basename(source.url.replace(/[?#].*$/, '')).replace(/\.(?:tar|tar\.gz|tgz|zip)$/i, '');
    case 'marketplace':
      return source.plugin;
    case 'example':
      return source.name;
  }
}

/** Fields that declare components. */
const COMPONENTS = [
  'hooks',
  'skills',
  'commands',
  'agents',
  'workflows',
  'mcpServers',
  'lspServers',
  'outputStyles',
];

/** With `strict: false` the entry is the whole definition, so a manifest that declares something contradicts it. */
export function refuseConflict({ strict, name }: MarketplaceEntry, manifest: Manifest): void {
  const declared = COMPONENTS.filter((field) => manifest.value[field] !== undefined);
  if (strict || declared.length === 0) return;
  throw new PluginProblem(
    'invalid-plugin',
    `the marketplace says that its entry for ${name} is the whole definition ("strict": false), but ${manifest.path} declares ${declared.join(', ')} too`,
    { hint: 'Tell the owner of the marketplace: one of the two has to go.' },
  );
}

/** Writes the additions into the manifest of the copy. What else stands there stays as it is, comments too. */
export function addToManifest(folder: string, additions: Additions, name: string): void {
  const { path, value } = readManifest(folder);
  const file = join(folder, path ?? MANIFESTS[0]);
  let text =
    path === null
      ? '{}\n'
      : readBytes(file)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
  const set = (key: string, wanted: unknown): void => {
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
    text = applyEdits(text, modify(text, [key], wanted, { formattingOptions }));
  };
  if (path === null || additions.name !== null) set('name', additions.name ?? name);
  if (additions.hooks !== null) set('hooks', together(value['hooks'], additions.hooks));
  makeFolders(dirname(file));
  writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
  chmodSync(file, 0o644);
}

/** Both count: a manifest may hold several. */
function together(own: unknown, added: unknown): unknown {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
  return own === undefined ? added : [...list(own), ...list(added)];
}
