// Installs, restores and updates: make ready, look, show, ask, and then put everything into its place in one step.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../files/index.js';
import { PluginProblem } from '../problem.js';
import type { Pinned } from '../source.js';
import { type Bench, type Candidate, fromLock, fromSource } from './candidate.js';
import { type Comparison, compare } from './compare.js';
import { type LockedPlugins, readLock } from './lock-file.js';
import type { InstallPlace } from './place.js';
import { factsIn, sameFacts } from './tree.js';
import { type FolderState, stateOf } from './verify.js';
import { cannot, Workshop } from './workshop.js';

/** Who looks, shows and asks, and what fetching takes. */
export interface Tools extends Omit<Bench, 'place' | 'staging'> {
  /** Tells what would happen. */
  readonly show: (plan: Plan) => void;
  /** Asks a person, or knows the answer. */
  readonly approve: (plan: Plan) => Promise<boolean>;
}

export interface Order {
  readonly place: InstallPlace;
  readonly dryRun: boolean;
  /** Local edits make room, and are kept as a backup; errors of a plugin do not stop it. */
  readonly force: boolean;
}

/** A plugin that would be there, or be another, afterwards. */
export interface Step {
  readonly candidate: Candidate;
  readonly target: string;
  /** What stands there now; `null`: nothing. */
  readonly before: Standing | null;
}

export interface Standing {
  readonly version: string | null;
  readonly source: string;
  readonly folder: string;
  readonly comparison: Comparison;
  /** Local edits that would make room. */
  readonly edits: readonly string[];
  /** Local files that stay. */
  readonly kept: readonly string[];
}

export interface Plan {
  readonly place: InstallPlace;
  readonly steps: readonly Step[];
  /** Plugins that already are what they would be. */
  readonly same: readonly string[];
}

export interface Done extends Plan {
  /** Whether anything was written. */
  readonly applied: boolean;
  /** Plugins whose errors kept anything from being written. */
  readonly broken: readonly string[];
  readonly backups: readonly { readonly name: string; readonly folder: string }[];
}

/** Installs what sources give. A plugin that is there from the same origin is replaced. */
export const install = (
  sources: readonly string[],
  more: Order & { readonly cwd: string; readonly name: string | null },
  tools: Tools,
): Promise<Done> =>
  change(more, tools, async (bench, locked) => {
    const candidates: Candidate[] = [];
    for (const source of sources)
      candidates.push(await fromSource({ source, cwd: more.cwd, name: more.name }, bench));
    for (const candidate of candidates) refuseStranger(candidate, more.place, locked);
    return candidates;
  });

/** Brings every plugin into the state that the lock file says. */
export const restore = (order: Order, tools: Tools): Promise<Done> =>
  change(order, tools, async (bench, locked) => {
    if (locked.size === 0)
      throw new PluginProblem('not-installed', `${order.place.lockFile} names no plugin to restore`, {
        hint: 'Name what to install, such as `amplifier-hooks install <owner/name>`.',
      });
    const candidates: Candidate[] = [];
    for (const [name, entry] of locked) {
      const { intact } = stateOf(entry, join(order.place.hooksDir, name));
      if (!intact) candidates.push(await fromLock(name, entry, bench));
    }
    return candidates;
  });

/** Asks the sources of plugins again; without names those of all. */
export const update = (names: readonly string[], order: Order, tools: Tools): Promise<Done> =>
  change(order, tools, async (bench, locked) => {
    for (const name of names) if (!locked.has(name)) throw notInstalled(name, order.place);
    const candidates: Candidate[] = [];
    for (const [name, { source }] of locked) {
      if (names.length > 0 && !names.includes(name)) continue;
      candidates.push(await fromSource({ source, cwd: order.place.root, name }, bench));
    }
    return candidates;
  });

export const notInstalled = (name: string, { lockFile }: InstallPlace): PluginProblem =>
  new PluginProblem('not-installed', `${name} is not installed: ${lockFile} does not name it`);

async function change(
  order: Order,
  tools: Tools,
  gather: (bench: Bench, locked: LockedPlugins) => Promise<readonly Candidate[]>,
): Promise<Done> {
  const { place } = order;
  const workshop = new Workshop(place);
  try {
    const locked = readLock(place);
    const bench: Bench = { ...tools, place, staging: workshop.staging };
    const candidates = await gather(bench, locked);
    const steps: Step[] = [];
    const next = new Map(locked);
    for (const candidate of candidates) {
      next.set(candidate.name, candidate.locked);
      const step = await stepFor(candidate, order, locked, tools);
      if (step !== null) steps.push(step);
    }
    const moving = new Set(steps.map(({ candidate }) => candidate.name));
    const named = candidates.length === 0 ? [...locked.keys()] : candidates.map(({ name }) => name);
    const plan: Plan = { place, steps, same: named.filter((name) => !moving.has(name)) };
    const broken = order.force ? [] : steps.filter(hasErrors).map(({ candidate }) => candidate.name);
    if (!(await agreed(plan, broken, order, tools))) return { ...plan, applied: false, broken, backups: [] };
    tools.signal?.throwIfAborted();
    const backups = apply(plan, next, workshop);
    if (steps.some(({ before }) => before !== null)) tools.progress.step('Removing the old files', 0, null);
    return { ...plan, applied: true, broken, backups };
  } catch (error) {
    throw cannot(error, `${place.hooksDir} could not be changed`);
  } finally {
    await workshop.close();
  }
}

/** Shows the plan and asks. What does not change what runs needs no word. */
async function agreed(
  plan: Plan,
  broken: readonly string[],
  { dryRun }: Order,
  tools: Tools,
): Promise<boolean> {
  if (plan.steps.length === 0) return !dryRun;
  tools.show(plan);
  if (dryRun || broken.length > 0) return false;
  if (await tools.approve(plan)) return true;
  throw new PluginProblem('declined', 'nobody agreed', { hint: 'Nothing was changed.' });
}

const hasErrors = ({ candidate: { inspection } }: Step): boolean =>
  inspection.findings.some(({ severity }) => severity === 'error');

/** What putting a candidate into its place means; `null`: it is there already. */
async function stepFor(
  candidate: Candidate,
  { place, force }: Order,
  locked: LockedPlugins,
  tools: Tools,
): Promise<Step | null> {
  const { name } = candidate;
  const target = join(place.hooksDir, name);
  const entry = locked.get(name);
  if (entry === undefined) return { candidate, target, before: null };
  const state = stateOf(entry, target);
  const files = candidate.locked.files;
  if (state.intact && sameFacts(entry.files, files)) return null;
  const edits = editsIn(state, candidate);
  if (edits.length > 0 && !force)
    throw new PluginProblem('changed-files', `${target} has local edits: ${edits.join(', ')}`, {
      hint: 'Save them elsewhere, or use --force: they are then kept as a backup.',
    });
  if (!existsSync(target)) return { candidate, target, before: null };
  const now = { inspection: await tools.inspect(target), files: factsIn(target) };
  const own = new Map([...now.files].filter(([path]) => entry.files.has(path) || files.has(path)));
  const comparison = compare({ ...now, files: own }, { inspection: candidate.inspection, files });
  const { version, source } = entry;
  const kept = state.added.filter((path) => !files.has(path));
  return { candidate, target, before: { version, source, folder: target, comparison, edits, kept } };
}

/** Files that somebody changed, or added where the new plugin has one. */
const editsIn = ({ changed, added }: FolderState, { locked }: Candidate): readonly string[] => [
  ...changed,
  ...added.filter((path) => locked.files.has(path)),
];

function apply(plan: Plan, next: LockedPlugins, workshop: Workshop): Done['backups'] {
  const backups: { name: string; folder: string }[] = [];
  try {
    for (const { candidate, target, before } of plan.steps) {
      if (before === null) continue;
      const { name, folder } = candidate;
      if (before.edits.length > 0)
        backups.push({ name, folder: backUp(plan.place, name, target, before.edits) });
      carryOver(target, folder, before.kept);
    }
    workshop.commit(
      plan.steps.map(({ candidate }) => ({ name: candidate.name, fresh: candidate.folder })),
      next,
    );
    return backups;
  } catch (error) {
    for (const { folder } of backups) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Copies files to a folder of their own; gives it. */
export function backUp(place: InstallPlace, name: string, from: string, paths: readonly string[]): string {
  let number = 1;
  while (existsSync(join(place.backups, `${name}-${number}`))) number++;
  const folder = join(place.backups, `${name}-${number}`);
  carryOver(from, folder, paths);
  return folder;
}

export function carryOver(from: string, to: string, paths: readonly string[]): void {
  for (const path of paths) {
    makeFolders(dirname(join(to, path)));
    cpSync(join(from, path), join(to, path), { preserveTimestamps: true });
  }
}

/** A folder of that name that we did not make, or that came from somewhere else, is not ours to replace. */
function refuseStranger(
  { name, locked: { pinned, source } }: Candidate,
  place: InstallPlace,
  locked: LockedPlugins,
): void {
  const known = locked.get(name);
  const target = join(place.hooksDir, name);
  const hint = 'Uninstall or remove it first, or choose another name with --name.';
  if (known === undefined) {
    if (existsSync(target))
      throw new PluginProblem(
        'name-taken',
        `${target} is there already, and was not installed by this command`,
        {
          hint,
        },
      );
    return;
  }
  if (originOf(known.pinned) === originOf(pinned) || known.source === source) return;
  throw new PluginProblem('name-taken', `another plugin called ${name} is installed, from ${known.source}`, {
    hint,
  });
}

function originOf(pinned: Pinned): string {
  switch (pinned.kind) {
    case 'folder':
      return pinned.path;
    case 'git':
      return `${pinned.url}#${pinned.folder ?? ''}`;
    case 'npm':
      return `npm:${pinned.package}`;
    case 'archive':
      return dirname(pinned.url);
    case 'example':
      return `example:${pinned.name}`;
  }
}
