// Plugins that Claude Code has installed: not copied, but named with the commands that install them here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFile } from '../../config/index.js';
import { isRecord, shellWord } from '../../text/index.js';
import type { Journey } from './host.js';
import { claudeFolder } from './host.js';
import type { Left } from './report.js';

interface Installed {
  readonly scope: string | null;
  readonly path: string | null;
  readonly project: string | null;
}

/** Every installed plugin that brings hooks and belongs to the scope. */
export function claudePlugins(journey: Journey): readonly Left[] {
  if (journey.to !== 'amplifier') return [];
  const folder = join(claudeFolder(journey), 'plugins');
  const plugins = readConfigFile(join(folder, 'installed_plugins.json'))?.value['plugins'];
  const known = readConfigFile(join(folder, 'known_marketplaces.json'))?.value ?? {};
  if (!isRecord(plugins)) return [];
  return Object.entries(plugins).flatMap(([id, entries]): Left[] => {
    const own = installsOf(entries).filter((one) => belongs(one, journey) && bringsHooks(one));
    if (own.length === 0) return [];
    const [, name = id, marketplace = ''] = /^(.+)@([^@]+)$/.exec(id) ?? [];
    return [
      {
        what: `plugin ${id}`,
        why: 'plugins are installed, not copied: then they can be updated, and their files come along',
        commands: commandsFor(name, marketplace, known[marketplace], own, journey),
      },
    ];
  });
}

function commandsFor(
  name: string,
  marketplace: string,
  known: unknown,
  installs: readonly Installed[],
  { scope }: Journey,
): readonly string[] {
  const flag = scope === 'user' ? ' --scope user' : '';
  const source = marketplaceSource(known);
  if (marketplace !== '' && source !== null)
    return [
      `amplifier-hooks marketplace add ${shellWord(source)}`,
      `amplifier-hooks install ${shellWord(`${name}@${marketplace}`)}${flag}`,
    ];
  const path = installs.find((one) => one.path !== null)?.path;
  return path == null ? [] : [`amplifier-hooks install ${shellWord(path)}${flag}`];
}

/** What `marketplace add` takes. */
function marketplaceSource(known: unknown): string | null {
  const source = isRecord(known) ? known['source'] : undefined;
  if (!isRecord(source)) return null;
  const text = source['repo'] ?? source['url'] ?? source['path'];
  return typeof text === 'string' ? text : null;
}

/** One entry or a list of them, by the version of the file. */
function installsOf(entries: unknown): readonly Installed[] {
  const list = Array.isArray(entries) ? entries : [entries];
  return list.filter(isRecord).map((entry) => ({
    scope: typeof entry['scope'] === 'string' ? entry['scope'] : null,
    path: typeof entry['installPath'] === 'string' ? entry['installPath'] : null,
    project: typeof entry['projectPath'] === 'string' ? entry['projectPath'] : null,
  }));
}

function belongs(one: Installed, { scope, projectDir }: Journey): boolean {
  if (one.scope === null || one.scope === 'user' || one.scope === 'managed') return scope === 'user';
  return scope === 'project' && (one.project === null || one.project === projectDir);
}

/** In doubt it does: a plugin too many in the list costs a look, one too few a guard. */
function bringsHooks({ path }: Installed): boolean {
  if (path === null || !existsSync(path)) return true;
  if (existsSync(join(path, 'hooks', 'hooks.json'))) return true;
  const manifest = readConfigFile(join(path, '.claude-plugin', 'plugin.json'));
  return manifest?.value['hooks'] !== undefined;
}
