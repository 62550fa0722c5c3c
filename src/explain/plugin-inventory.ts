// Every plugin that is installed or lies in a hooks directory: where it comes from, whether it is as it was, and on.
import { basename, dirname, join } from 'node:path';
import type { Settled } from '../engine/index.js';
import { type InstallScope, placesOf, type Verified, verifyInstalled } from '../plugins/index.js';
import type { Subject } from '../validate/index.js';
import { needsOf, type Report, validate } from '../validate/index.js';

export interface PluginItem {
  readonly name: string;
  readonly version: string | null;
  /** As asked for; `null`: nobody installed it, it was put there. */
  readonly source: string | null;
  readonly marketplace: string | null;
  readonly scope: InstallScope;
  readonly folder: string;
  /** `none`: it has no hooks; `partly`: some are off. */
  readonly state: 'on' | 'off' | 'partly' | 'none';
  readonly hooks: readonly {
    readonly id: string;
    readonly event: string;
    readonly matcher: string | null;
    readonly on: boolean;
  }[];
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
  /** Interpreters that its hooks cannot start without, and that are not here. */
  readonly missingInterpreters: readonly string[];
}

/** Throws `bad-lock-file`. */
export async function pluginInventory(settled: Settled): Promise<readonly PluginItem[]> {
  const report = await validate(settled);
  return placesOf(settled).flatMap((place) => {
    const installed = verifyInstalled(place);
    const known = new Set(installed.map(({ folder }) => folder));
    const byHand = rootsIn(report).filter((root) => dirname(root) === place.hooksDir && !known.has(root));
    return [
      ...installed.map((one) => itemOf(one, report)),
      ...byHand.map((folder) => ({
        name:
          report.subjects.find(({ hook }) => hook.source.pluginRoot === folder)?.hook.source.owner ??
          basename(folder),
        version: null,
        source: null,
        marketplace: null,
        scope: place.scope,
        folder: join(folder),
        changed: [],
        missing: [],
        added: [],
        ...hooksOf(folder, report),
      })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

const rootsIn = ({ subjects }: Report): readonly string[] => [
  ...new Set(subjects.flatMap(({ hook }) => hook.source.pluginRoot ?? [])),
];

function itemOf(
  { name, folder, place, locked, changed, missing, added }: Verified,
  report: Report,
): PluginItem {
  const { version, source, marketplace } = locked;
  const { scope } = place;
  return {
    name,
    version,
    source,
    marketplace,
    scope,
    folder,
    changed,
    missing,
    added,
    ...hooksOf(folder, report),
  };
}

function hooksOf(
  folder: string,
  { subjects }: Report,
): Pick<PluginItem, 'hooks' | 'state' | 'missingInterpreters'> {
  const own = subjects.filter(({ hook }) => hook.source.pluginRoot === folder);
  const on = own.filter(({ hook }) => hook.inactive === null);
  return {
    hooks: own.map(({ hook }) => ({
      id: hook.id,
      event: hook.event,
      matcher: hook.matcher,
      on: hook.inactive === null,
    })),
    state: own.length === 0 ? 'none' : on.length === own.length ? 'on' : on.length === 0 ? 'off' : 'partly',
    missingInterpreters: missingFor(own),
  };
}

const missingFor = (subjects: readonly Subject[]): readonly string[] => [
  ...new Set(
    subjects
      .flatMap(needsOf)
      .filter(({ as, here }) => as === 'interpreter' && !here)
      .map(({ name }) => name),
  ),
];
