// Which files of a plugin are installed: what hooks need or may need. The rest is named and left.
import { dirname, join } from 'node:path';
import { frontMatterMentionsHooks } from '../../config/index.js';
import type { Additions, Manifest } from './manifest.js';
import { contentOf } from './tree.js';

export interface LeftOut {
  /** In the user's words: skills, MCP servers, … */
  readonly what: string;
  /** Folder or file below the plugin; `null`: it is only declared in the manifest or the marketplace. */
  readonly path: string | null;
  readonly files: number;
}

export interface Selection {
  readonly kept: readonly string[];
  readonly left: readonly LeftOut[];
}

/** Where components other than hooks lie by themselves. */
const USUAL: Readonly<Record<string, string>> = {
  skills: 'skills',
  agents: 'agents',
  commands: 'commands',
  workflows: 'workflows',
  'output-styles': 'output styles',
  themes: 'themes',
  monitors: 'monitors',
  '.mcp.json': 'MCP servers',
  '.lsp.json': 'language servers',
  '.git': 'version control',
  '.github': 'version control',
  '.gitlab': 'version control',
  '.vscode': 'editor settings',
  '.idea': 'editor settings',
};

/** Where a manifest says that they lie. */
const DECLARED: Readonly<Record<string, string>> = {
  skills: 'skills',
  agents: 'agents',
  commands: 'commands',
  workflows: 'workflows',
  outputStyles: 'output styles',
  mcpServers: 'MCP servers',
  lspServers: 'language servers',
};

/** What a plugin without hooks keeps: enough to see what it is. */
const ABOUT =
  /^(?:\.claude-plugin\/plugin\.json|plugin\.json|hooks\.json|hooks\/hooks\.json|(?:README|LICEN[CS]E|NOTICE)[^/]*)$/i;
/** Texts for people: that they mention a folder does not mean that a hook needs it. */
const SKILL = 'SKILL.md';
const FOR_PEOPLE = /\.(?:md|mdx|markdown|txt|rst|adoc)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|CHANGELOG)[^/]*$/i;

/**
 * Everything, except folders and files of other components that nothing mentions by name: no hook, and no file that is
 * kept and is not a text for people. Rather too much than too little, for a script may look for files in its own ways.
 */
export function select(
  folder: string,
  paths: readonly string[],
  manifest: Manifest,
  additions: Additions | null,
): Selection {
  const hooks = [manifest.value['hooks'], additions?.hooks ?? undefined].filter((one) => one !== undefined);
  const carrying = skillsWithHooks(folder, paths);
  const hasHooks =
    hooks.length + carrying.length > 0 ||
    paths.some((path) => path === 'hooks.json' || path === 'hooks/hooks.json');
  const parts = componentsOf(manifest, paths);
  const isIn = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);
  const about = (path: string): boolean => path === manifest.path || ABOUT.test(path);
  const needed = (path: string): boolean => about(path) || carrying.some((skill) => isIn(path, skill));
  const texts = textsFor(folder);
  const carried = carrying.map((skill) => textIn(join(folder, skill, SKILL)));
  let left = [...parts.keys()];
  for (;;) {
    const kept = paths.filter((path) => needed(path) || !left.some((part) => isIn(path, part)));
    const isMentioned = (part: string): boolean =>
      [JSON.stringify(hooks), ...carried].some((text) => mentions(text, part)) ||
      kept.some((path) => path !== manifest.path && mentions(texts(path), part));
    // What is kept may mention something else. Where nothing is in question, nothing is read.
    const still = hasHooks ? left.filter((part) => !isMentioned(part)) : left;
    if (still.length === left.length) {
      const chosen = hasHooks ? kept : kept.filter(about);
      return { kept: chosen, left: leftOf(paths, chosen, still, parts, manifest) };
    }
    left = still;
  }
}

/** Folders of skills whose front matter has hooks: with the skill they are the plugin's hooks, and may use whatever lies beside it. */
const skillsWithHooks = (folder: string, paths: readonly string[]): readonly string[] =>
  paths
    .filter((path) => path.endsWith(`/${SKILL}`) && frontMatterMentionsHooks(textIn(join(folder, path))))
    .map(dirname);

function componentsOf({ value }: Manifest, paths: readonly string[]): ReadonlyMap<string, string> {
  const declared = Object.entries(DECLARED).flatMap(([field, what]) => {
    const stated = value[field];
    return (Array.isArray(stated) ? stated : [stated]).flatMap((path: unknown) => {
      const part = typeof path === 'string' ? path.replace(/^\.\//, '').replace(/\/+$/, '') : '';
      // The plugin itself, or the folder that hooks lie in, is no component.
      return part === '' || part === '.' || part === 'hooks' ? [] : [[part, what] as const];
    });
  });
  const there = ([part]: readonly [string, string]): boolean =>
    paths.some((path) => path === part || path.startsWith(`${part}/`));
  return new Map([...Object.entries(USUAL), ...declared].filter(there));
}

/** As a word of its own: `my-skills` is not `skills`. The last part of a path is enough: scripts put paths together. */
function mentions(text: string, part: string): boolean {
  // MCP servers are not mentioned by their file, but by hooks that call them.
  if (part.endsWith('.json') && /\bmcp_tool\b/.test(text)) return true;
  const name = part.slice(part.lastIndexOf('/') + 1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
}

/** Any bytes; only words of plain letters are looked for in it. */
const textIn = (path: string): string => contentOf(path).toString('latin1');

function textsFor(folder: string): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const text = FOR_PEOPLE.test(path) ? '' : textIn(join(folder, path));
    known.set(path, text);
    return text;
  };
}

function leftOf(
  paths: readonly string[],
  kept: readonly string[],
  parts: readonly string[],
  names: ReadonlyMap<string, string>,
  manifest: Manifest,
): readonly LeftOut[] {
  const gone = new Set(paths);
  for (const path of kept) gone.delete(path);
  const found = parts.flatMap((part): LeftOut[] => {
    const own = [...gone].filter((path) => path === part || path.startsWith(`${part}/`));
    for (const path of own) gone.delete(path);
    return own.length === 0 ? [] : [{ what: names.get(part) ?? part, path: part, files: own.length }];
  });
  const inline = Object.entries(DECLARED).flatMap(([field, what]): LeftOut[] => {
    const stated = manifest.value[field];
    return typeof stated === 'object' && stated !== null && !Array.isArray(stated)
      ? [{ what, path: null, files: 0 }]
      : [];
  });
  const others: readonly LeftOut[] =
    gone.size === 0 ? [] : [{ what: 'other files', path: null, files: gone.size }];
  return [...found, ...inline, ...others];
}
