// What a path on the command line means, and how it is loaded.
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { EngineOptions } from '../engine/index.js';
import type { Facts } from './facts.js';

/** Something to look at: how to load it, and which of its files are meant. */
export interface Target {
  readonly options: EngineOptions;
  /** The file, or the folder of files, that is meant; `null`: everything that is loaded. */
  readonly only: string | null;
}

/** A path that cannot be looked at. */
export class BadPath extends Error {}

/** What to load for a path; nothing of the user's own is loaded beside it. */
export function targetOf(path: string, options: EngineOptions, facts: Facts): Target {
  const kind = facts.kind(path);
  if (kind === null) throw new BadPath(`${path} does not exist`);
  const alone: EngineOptions = {
    ...options,
    // A home without hooks, so that only what was asked for is judged.
    home: join(kind === 'folder' ? path : dirname(path), '.nobody'),
    plugins: [],
    claudeSettings: false,
  };
  return kind === 'folder' ? folderTarget(path, alone, facts) : fileTarget(path, alone);
}

function folderTarget(path: string, alone: EngineOptions, facts: Facts): Target {
  const has = (...names: string[]): boolean => facts.kind(join(path, ...names)) !== null;
  // A plugin's repository may be a project too, with hooks for those who work on it.
  const isProject =
    has('.amplifier', 'hooks') || has('.claude', 'settings.json') || has('.claude', 'settings.local.json');
  const isPlugin =
    has('.claude-plugin', 'plugin.json') ||
    has('hooks', 'hooks.json') ||
    has('hooks.json') ||
    has('plugin.json');
  if (isPlugin && !isProject) return { options: { ...alone, plugins: [path] }, only: path };
  return {
    options: {
      ...alone,
      projectDir: path,
      claudeSettings: { managedFile: null, sources: ['project', 'local'] },
      plugins: isPlugin ? [path] : [],
    },
    only: path,
  };
}

function fileTarget(path: string, alone: EngineOptions): Target {
  const name = basename(path);
  const parts = dirname(path).split(sep);
  if (/\.md$/i.test(name)) {
    const kind = name === 'SKILL.md' ? { skills: [path] } : { agents: [path] };
    return { options: { ...alone, ...kind }, only: path };
  }
  const project = (marker: string): string | null => {
    const at = parts.lastIndexOf(marker);
    return at < 0 ? null : parts.slice(0, at).join(sep) || sep;
  };
  const own = project('.amplifier');
  if (own !== null && name === 'hooks.json') return { options: { ...alone, projectDir: own }, only: path };
  const claude = project('.claude');
  if (claude !== null && /^settings(?:\.local)?\.json$/.test(name))
    return {
      options: {
        ...alone,
        projectDir: claude,
        claudeSettings: { managedFile: null, sources: ['project', 'local'] },
      },
      only: path,
    };
  const inPlugin = name === 'plugin.json' || name === 'hooks.json';
  if (inPlugin && claude === null) return { options: { ...alone, plugins: [pluginOf(path)] }, only: path };
  return {
    options: { ...alone, claudeSettings: { managedFile: null, sources: [], flagFile: path } },
    only: path,
  };
}

/** A manifest lies in `.claude-plugin` or in the plugin itself, a hooks file in `hooks` or in the plugin itself. */
function pluginOf(path: string): string {
  const folder = dirname(path);
  return ['.claude-plugin', 'hooks'].includes(basename(folder)) ? resolve(folder, '..') : folder;
}
