// Takes a plugin away: exactly what was installed, its switches, and its data unless that is to stay.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConfigRequest,
  type HookState,
  loadGeneration,
  plainId,
  pluginDataOf,
  readState,
  type StateScope,
  stateHome,
} from '../../config/index.js';
import { reasonOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { Progress } from '../source.js';
import { writeSwitch } from '../state-file.js';
import { backUp, carryOver, notInstalled } from './install.js';
import { readLock } from './lock-file.js';
import { type InstallPlace, placesOf } from './place.js';
import type { FileFacts } from './tree.js';
import { stateOf } from './verify.js';
import { cannot, Workshop } from './workshop.js';

export interface Removal {
  readonly name: string;
  readonly place: InstallPlace;
  readonly folder: string;
  readonly removed: readonly string[];
  /** Files that somebody else put there; they stay. */
  readonly kept: readonly string[];
  /** Where installed files with local edits are now; `null`: there were none. */
  readonly backup: string | null;
  /** The folder with its data that was removed; `null`: none was. */
  readonly data: string | null;
  /** Why its data stays; `null`: it does not, or there is none. */
  readonly dataStays: string | null;
  /** Switches that were forgotten, in words. */
  readonly switches: readonly string[];
}

export interface RemovalOrder {
  readonly place: InstallPlace;
  readonly request: ConfigRequest;
  readonly keepData: boolean;
  readonly dryRun: boolean;
  readonly progress: Progress;
}

export async function uninstall(name: string, order: RemovalOrder): Promise<Removal> {
  const { place, request, dryRun, progress } = order;
  const workshop = new Workshop(place);
  try {
    const locked = readLock(place);
    const entry = locked.get(name);
    if (entry === undefined) throw notInstalled(name, place);
    const folder = join(place.hooksDir, name);
    progress.step(`Comparing ${name} with what was installed`, 0, null);
    const { changed, added, missing } = stateOf(entry, folder);
    const data = dataOf(name, order);
    const switches = switchesOf(name, order);
    const result = {
      name,
      place,
      folder,
      removed: present(entry.files, missing),
      kept: added,
      data: data.folder,
      dataStays: data.why,
      switches: switches.map(({ words }) => words),
    };
    if (dryRun) return { ...result, backup: null };
    const backup = changed.length === 0 ? null : backUp(place, name, folder, changed);
    try {
      const fresh = join(workshop.staging, 'kept', name);
      carryOver(folder, fresh, added);
      progress.step(`Removing ${name}`, 0, null);
      const rest = new Map([...locked].filter(([other]) => other !== name));
      workshop.commit([{ name, fresh: added.length === 0 ? null : fresh }], rest);
    } catch (error) {
      if (backup !== null) rmSync(backup, { recursive: true, force: true });
      throw error;
    }
    for (const { scope, kind, entry: word } of switches)
      writeSwitch({ ...stateHome(request, scope), kind, name: word, entry: null, what: null });
    if (data.folder !== null) removeData(data.folder);
    return { ...result, backup };
  } catch (error) {
    throw cannot(error, `${name} could not be taken away`);
  } finally {
    await workshop.close();
  }
}

function present(files: FileFacts, missing: readonly string[]): readonly string[] {
  const gone = new Set(missing);
  return [...files.keys()].filter((path) => !gone.has(path));
}

function removeData(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    const why = reasonOf(error);
    throw new PluginProblem('cannot-write', `the plugin is gone, but its data in ${folder} is not: ${why}`, {
      hint: 'Remove that folder by yourself.',
      cause: error,
    });
  }
}

function dataOf(name: string, order: RemovalOrder): { folder: string | null; why: string | null } {
  const folder = pluginDataOf(order.request.home, name);
  if (!existsSync(folder)) return { folder: null, why: null };
  if (order.keepData) return { folder: null, why: `its data stays in ${folder}` };
  const other = elsewhere(name, order);
  if (other === null) return { folder, why: null };
  return { folder: null, why: `its data stays, because the ${other.scope} has ${name} too` };
}

/** Another place where a plugin of that name is installed. */
const elsewhere = (name: string, { place, request }: RemovalOrder): InstallPlace | null =>
  placesOf(request).find((one) => one.lockFile !== place.lockFile && existsSync(join(one.hooksDir, name))) ??
  null;

interface Switch {
  readonly scope: StateScope;
  readonly kind: 'hook' | 'plugin';
  readonly entry: string;
  readonly words: string;
}

/** Entries about the plugin and its hooks. Those for other projects are not looked for, and none goes that still counts. */
function switchesOf(name: string, order: RemovalOrder): readonly Switch[] {
  const { request, place } = order;
  if (elsewhere(name, order) !== null) return [];
  const state: HookState = readState(request);
  const all = loadGeneration(request).hooks;
  const hooks = all.filter(({ source }) => source.pluginRoot === join(place.hooksDir, name));
  const others = all.filter((hook) => !hooks.some(({ id }) => id === hook.id));
  const ids = new Set(hooks.flatMap(({ id }) => [id, plainId(id)]));
  for (const { id } of others) ids.delete(plainId(id));
  const scopes: readonly StateScope[] = place.scope === 'user' ? ['local', 'user'] : ['local', 'project'];
  return state.layers
    .filter(({ scope }) => scopes.includes(scope))
    .flatMap(({ scope, hooks: byId, plugins }): Switch[] => [
      ...[...byId.keys()]
        .filter((id) => ids.has(id))
        .map((id): Switch => ({ scope, kind: 'hook', entry: id, words: `hook ${id} (${scope})` })),
      ...(plugins.has(name)
        ? [{ scope, kind: 'plugin' as const, entry: name, words: `plugin ${name} (${scope})` }]
        : []),
    ]);
}
