// Which events a listed plugin has hooks for, as far as its files are here.
import { join } from 'node:path';
import { configRequest, loadGeneration } from '../../config/index.js';
import { EVENT_NAMES, findEventRow } from '../../events/index.js';
import { readText } from '../../files/index.js';
import { isRecord, jsonOf, parseJson } from '../../text/index.js';
import type { Listing } from './listing.js';

/** `unknown`: its files are elsewhere, and its entry in the marketplace names no hooks. */
export type HookFacts =
  | { readonly known: true; readonly events: readonly string[] }
  | { readonly known: false };

export function eventsOf({ from, hooks }: Listing): HookFacts {
  const folder = from.kind === 'usable' && from.source.kind === 'folder' ? from.source.path : null;
  const stated = (Array.isArray(hooks) ? hooks : [hooks]).flatMap((one: unknown) => eventsIn(one, folder));
  const events = new Set([...stated, ...(folder === null ? [] : eventsInFolder(folder))]);
  if (folder === null && events.size === 0) return { known: false };
  return { known: true, events: EVENT_NAMES.filter((name) => events.has(name)) };
}

function eventsInFolder(folder: string): readonly string[] {
  const { hooks } = loadGeneration(
    configRequest({
      projectDir: folder,
      home: folder,
      plugins: [folder],
      allowUserHooks: false,
      allowProjectHooks: false,
    }),
  );
  return hooks.filter(({ source }) => source.pluginRoot === folder).map(({ event }) => event);
}

/** Hooks that stand in the entry, or in a file that it names. */
function eventsIn(hooks: unknown, folder: string | null): readonly string[] {
  if (typeof hooks === 'string')
    return folder === null ? [] : eventsIn(contentOf(join(folder, hooks)), folder);
  if (!isRecord(hooks)) return [];
  const map = isRecord(hooks['hooks']) ? hooks['hooks'] : hooks;
  return Object.keys(map).flatMap((name) => findEventRow(name)?.name ?? []);
}

function contentOf(file: string): Readonly<Record<string, unknown>> | null {
  const read = readText(file);
  if (read.state !== 'text') return null;
  const { tree, error } = parseJson(read.text);
  const value = tree === null || error !== null ? null : jsonOf(tree);
  return isRecord(value) ? value : null;
}
