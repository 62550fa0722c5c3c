// What a path on the command line means, and how it is loaded.
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { elsewhere, type Settled } from '../engine/index.js';
import type { Facts } from './facts.js';

/** Something to look at: how it is loaded, and which of its files are meant. */
export interface Target {
  readonly settled: Settled;
  /** The file, or the folder of files, that is meant; `null`: everything that is loaded. */
  readonly only: string | null;
}

/** The settings files that lie in a project. */
const OF_A_PROJECT = { managedFile: null, flagFile: null, sources: ['project', 'local'] } as const;

/** A path that cannot be looked at. */
export class BadPath extends Error {}

/** What to load for a path; nothing of the user's own is loaded beside it. */
export function targetOf(path: string, asked: Settled, facts: Facts): Target {
  const kind = facts.kind(path);
  if (kind === null) throw new BadPath(`${path} does not exist`);
  const alone = elsewhere(asked, {
    // A home without hooks, so that only what was asked for is judged.
    home: join(kind === 'folder' ? path : dirname(path), '.nobody'),
    plugins: [],
    claudeSettings: null,
    policyFile: null,
  });
  return kind === 'folder' ? folderTarget(path, alone, facts) : fileTarget(path, alone, facts);
}

function folderTarget(path: string, alone: Settled, facts: Facts): Target {
  // A hooks directory and a plugin in it are read by their project, as ever.
  const hooks = [path, dirname(path)].find(isHooksDir);
  if (hooks !== undefined)
    return { settled: elsewhere(alone, { projectDir: dirname(dirname(hooks)) }), only: path };
  const has = (...names: string[]): boolean => facts.kind(join(path, ...names)) !== null;
  // A plugin's repository may be a project too, with hooks for those who work on it.
  const isProject =
    has('.amplifier', 'hooks') || has('.claude', 'settings.json') || has('.claude', 'settings.local.json');
  const isPlugin =
    has('.claude-plugin', 'plugin.json') ||
    has('hooks', 'hooks.json') ||
    has('hooks.json') ||
    has('plugin.json');
  if (isPlugin && !isProject) return { settled: elsewhere(alone, { plugins: [path] }), only: path };
  return {
    settled: elsewhere(alone, {
      projectDir: path,
      claudeSettings: OF_A_PROJECT,
      plugins: isPlugin ? [path] : [],
    }),
    only: path,
  };
}

const isHooksDir = (path: string): boolean =>
  basename(path) === 'hooks' && basename(dirname(path)) === '.amplifier';

function fileTarget(path: string, alone: Settled, facts: Facts): Target {
  const name = basename(path);
  const parts = dirname(path).split(sep);
  const project = (marker: string): string | null => {
    const at = parts.lastIndexOf(marker);
    return at < 0 ? null : parts.slice(0, at).join(sep) || sep;
  };
  const claude = project('.claude');
  const inProject = claude === null ? {} : { projectDir: claude };
  if (/\.md$/i.test(name)) {
    // A command runs in the session itself, as a skill does.
    const isCommand = parts.lastIndexOf('commands') > parts.lastIndexOf('agents');
    const isSkill = name === 'SKILL.md' || isCommand;
    const kind = isSkill ? { skills: [path] } : { agents: [path] };
    return { settled: elsewhere(alone, { ...kind, ...inProject }), only: path };
  }
  const own = project('.amplifier');
  if (own !== null && name === 'hooks.json')
    return { settled: elsewhere(alone, { projectDir: own }), only: path };
  if (claude !== null && /^settings(?:\.local)?\.json$/.test(name))
    return {
      settled: elsewhere(alone, { projectDir: claude, claudeSettings: OF_A_PROJECT }),
      only: path,
    };
  // The administrator's file, before it is put in its place.
  if (name === 'managed-settings.json' || basename(dirname(path)) === 'managed-settings.d')
    return {
      settled: elsewhere(alone, { claudeSettings: { managedFile: path, sources: [], flagFile: null } }),
      only: path,
    };
  const inPlugin = name === 'plugin.json' || name === 'hooks.json';
  if (inPlugin && claude === null)
    return { settled: elsewhere(alone, { plugins: [pluginOf(path, facts)] }), only: path };
  return {
    settled: elsewhere(alone, {
      ...inProject,
      claudeSettings: { managedFile: null, sources: [], flagFile: path },
    }),
    only: path,
  };
}

/**
 * A manifest lies in `.claude-plugin` or in the plugin itself, a hooks file in `hooks` or in the plugin itself, or where the
 * manifest above it says. In a folder that belongs to a plugin it is part of that plugin, whether it is read or not.
 */
function pluginOf(path: string, facts: Facts): string {
  const folder = dirname(path);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const manifest = facts.read(join(above, '.claude-plugin', 'plugin.json'));
    const inside = relative(above, path).replaceAll(sep, '/');
    if (
      manifest !== null &&
      (/^(?:\.claude-plugin|skills)\//.test(inside) || manifest.includes(`${inside}"`))
    )
      return above;
  }
  return ['.claude-plugin', 'hooks'].includes(basename(folder)) ? resolve(folder, '..') : folder;
}
