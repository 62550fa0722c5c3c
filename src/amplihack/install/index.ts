// The installer of the handlers: registers them in a settings file, removes them, says how they stand.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseExecutable, NAME, packagedExecutable, type Search } from './executable.js';
import { type Difference, differencesOf, programsOf, type Registered, registeredIn } from './inspect.js';
import { withoutRegistrations, withRegistrations } from './merge.js';
import { isPlaced, type Placed, placeExecutable, removePlaced } from './place.js';
import {
  assertInside,
  assertMergeable,
  assertWritable,
  changeSettings,
  readSettings,
  type Written,
} from './settings-file.js';
import { type Places, type SettingsName, settingsFiles } from './status.js';
import { SESSION_END } from './table.js';

export { NAME, packagedExecutable } from './executable.js';
export type { Difference, Registered } from './inspect.js';
export type { Placed } from './place.js';
export { InstallProblem } from './problem.js';
export {
  type ExecutableStatus,
  type FileStatus,
  type SettingsName,
  type Status,
  type StatusQuestion,
  statusOf,
  type Warning,
} from './status.js';
export { REGISTRATIONS, type Registration, SESSION_END } from './table.js';

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

export const TOOLS = ['claude', 'amplifier'] as const;
export type Tool = (typeof TOOLS)[number];

const NAMES: Readonly<Record<Tool, Readonly<Record<Scope, SettingsName>>>> = {
  claude: { user: 'user', project: 'project' },
  amplifier: { user: 'amplifier', project: 'amplifier-project' },
};

/** The settings file of a tool, in a scope. */
export function settingsOf(tool: Tool, scope: Scope, places: Places): string {
  const [, file] = settingsFiles(places).find(([name]) => name === NAMES[tool][scope]) ?? ['user', ''];
  return file;
}

/** A project has settings of its own to register in only if it is a repository. */
export const isRepository = (projectDir: string): boolean => existsSync(join(projectDir, '.git'));

export interface InstallOrder {
  readonly settings: string;
  /** The project that the file belongs to, which no link may lead out of; `null`: the user named the file. */
  readonly projectDir: string | null;
  readonly search: Omit<Search, 'packaged'> & Partial<Pick<Search, 'packaged'>>;
  /** `SessionEnd` too. */
  readonly sessionEnd: boolean;
  readonly dryRun: boolean;
  readonly epochSeconds: number;
}

export interface Installed extends Written {
  readonly executable: Placed;
  /** What was wrong with an earlier registration and is put right. */
  readonly repaired: readonly Difference[];
  /** `SessionEnd` is registered, now or from before. */
  readonly sessionEnd: boolean;
}

/** Throws `InstallProblem` where it cannot be done; then the settings file is as it was. */
export async function install(order: InstallOrder): Promise<Installed> {
  const { settings, search, sessionEnd, dryRun, epochSeconds } = order;
  assertInside(settings, order.projectDir);
  const chosen = chooseExecutable({ packaged: packagedExecutable(), ...search });
  const merged = (text: string): string => {
    assertMergeable(settings, text);
    return withRegistrations(text, { executable: chosen.path, sessionEnd });
  };
  const { text } = readSettings(settings);
  const after = merged(text);
  const now = registeredIn(after);
  const result = {
    repaired: repairs(registeredIn(text), now),
    sessionEnd: now.some(({ event }) => event === SESSION_END.event),
  };
  const changed = after !== text;
  if (changed) assertWritable(settings);
  const executable = placeExecutable(chosen, epochSeconds, dryRun);
  if (!changed || dryRun) return { changed, backup: null, executable, ...result };
  return { ...(await changeSettings(settings, merged, epochSeconds)), executable, ...result };
}

/** What was wrong and no longer is. */
function repairs(before: readonly Registered[], after: readonly Registered[]): readonly Difference[] {
  const left = new Set(differencesOf(after).map(({ message }) => message));
  const programs = programsOf(after);
  const stale = before.filter(
    ({ ours }, index) =>
      ours.kind === 'executable' &&
      !programs.includes(ours.program) &&
      before.findIndex((one) => one.ours.kind === 'executable' && one.ours.program === ours.program) ===
        index,
  );
  return [
    ...differencesOf(before).filter(({ kind, message }) => kind !== 'paths' && !left.has(message)),
    ...stale.flatMap(({ ours, line, column }): readonly Difference[] =>
      ours.kind === 'executable'
        ? [{ kind: 'paths', message: `the path was ${ours.program}`, line, column }]
        : [],
    ),
  ];
}

export interface UninstallOrder {
  readonly settings: string;
  /** As for `install`. */
  readonly projectDir: string | null;
  /** The folder the executable was placed in. */
  readonly bin: string;
  /** The executable goes too. */
  readonly executable: boolean;
  readonly dryRun: boolean;
  readonly epochSeconds: number;
}

export interface Uninstalled extends Written {
  /** How many entries were removed. */
  readonly removed: number;
  readonly executable: { readonly path: string; readonly state: 'removed' | 'kept' | 'absent' };
}

/** Throws `InstallProblem` where it cannot be done; then the settings file is as it was. */
export async function uninstall(order: UninstallOrder): Promise<Uninstalled> {
  const { settings, bin, dryRun, epochSeconds } = order;
  assertInside(settings, order.projectDir);
  const { text } = readSettings(settings);
  const changed = withoutRegistrations(text) !== text;
  const removed = registeredIn(text).length;
  if (changed) assertWritable(settings);
  const written =
    changed && !dryRun
      ? await changeSettings(settings, withoutRegistrations, epochSeconds)
      : { changed, backup: null };
  const path = join(bin, NAME);
  const isThere = isPlaced(path);
  const goes = isThere && order.executable;
  if (goes && !dryRun) removePlaced(path);
  return { ...written, removed, executable: { path, state: goes ? 'removed' : isThere ? 'kept' : 'absent' } };
}
