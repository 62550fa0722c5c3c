// What `connect` and `disconnect` change.
import { join } from 'node:path';
import { HERE, isWindows } from '../machine/index.js';
import { PluginProblem } from '../plugins/migrate/index.js';
import { historyOf, madeFolders, textBefore, wasMade } from './before-us.js';
import { type FileChange, type HostFile, hostFile, isChange, rawOf } from './change.js';
import { trustAdded, trustFile, trustRemoved } from './codex-changes.js';
import { type Trusted, trustedHooks } from './codex-trust.js';
import type { Form } from './form.js';
import { allHosts, type ConnectedHost, isGate } from './host.js';
import { jsonForm } from './json-form.js';
import { isLauncher, launcherPath, launcherText, type Program } from './launcher.js';
import { isFor } from './ours.js';
import { type Around, type ConnectScope, placeOf } from './places.js';
import { tomlForm } from './toml-form.js';
import { type Needs, type WantedHook, type Wish, wantedHooks } from './wanted.js';
import { ownFiles, taken, wholeFiles } from './whole-files.js';

export interface ConnectOrder extends Around, Needs {
  readonly host: ConnectedHost;
  readonly scope: ConnectScope;
  readonly program: Program;
  /** Further words of the command. */
  readonly words: readonly string[];
  /** A person wants the host to run them: its trust is prepared, where it can be. */
  readonly trusts: boolean;
}

export interface ConnectPlan {
  /** The file or folder of the host. */
  readonly place: string;
  readonly changes: readonly FileChange[];
  /** Events that are connected then. */
  readonly events: readonly string[];
  /** Other hosts that read the same file. */
  readonly shared: readonly ConnectedHost[];
  /** The hooks, where the host has a file with them. */
  readonly hooks: readonly WantedHook[];
  /** What the host must trust, where it does so by hashes. */
  readonly hashes: readonly Trusted[];
}

const LAUNCHER_MODE = 0o755;

/** In files of a project, which others have too, the command is found by its name. */
const programFor = ({ scope, home }: Pick<ConnectOrder, 'scope' | 'home'>): readonly string[] =>
  hasLauncher(scope) ? [launcherPath(home)] : ['amplifier-hooks'];

/** It is a script for a shell that Windows does not have. */
export const hasLauncher = (scope: ConnectScope): boolean => scope === 'user' && !isWindows(HERE);

/** Links of a project are not followed out of it. */
export const withinOf = (scope: ConnectScope, { projectDir }: Pick<Around, 'projectDir'>): string | null =>
  scope === 'project' ? projectDir : null;

/** Throws `PluginProblem`; nothing is changed. `null`: the host has no file in this scope. */
export async function planConnect(order: ConnectOrder): Promise<ConnectPlan | null> {
  const { host, scope } = order;
  const place = placeOf(host.settings, scope, order);
  if (place === null) return null;
  const shared = await sharing(host, scope, order);
  const launcher = hasLauncher(scope) ? [await launcherChange(order)] : [];
  const wish: Wish = { ...order, program: programFor(order), speaker: host.name };
  const form = formOf(host);
  if (form === null) {
    const files = wholeFiles(wish, place, withinOf(scope, order));
    const changes = files.map(({ file, text, mode }) => ({
      file: file.file,
      before: rawOf(file),
      after: text,
      ...(mode === undefined ? {} : { mode }),
    }));
    const events = host.events.map(({ theirs }) => theirs);
    return { place, changes: [...launcher, ...changes], events, shared, hooks: [], hashes: [] };
  }
  const file = hostFile(place, withinOf(scope, order));
  const found = form.all(file.text ?? '', place);
  const others = shared.filter(({ name }) => found.some(({ command }) => isFor([name, 'auto'])(command)));
  const hooks = others.length === 0 ? wantedHooks(wish) : together([host, ...others], wish);
  const after = form.withHooks(file.text ?? '', hooks, isFor(speakers(host, shared)));
  const change = { file: file.file, before: rawOf(file), after: file.mark + after };
  const config = trustFile(host, order);
  const hashes = config === null ? [] : trustedHooks(after, place, isFor(speakers(host, shared)));
  const trust = config === null || !order.trusts ? [] : [trustAdded(config, hashes)];
  return {
    place,
    changes: [...launcher, change, ...trust],
    hashes,
    events: hooks.map(({ event }) => event),
    shared: others,
    hooks,
  };
}

/** One entry for all hosts that read the file: who asks is told by what they send. */
function together(hosts: readonly ConnectedHost[], wish: Wish): readonly WantedHook[] {
  const all = hosts.flatMap((host) => wantedHooks({ ...wish, host, speaker: 'auto' }));
  return all.filter(({ event }, index) => all.findIndex((one) => one.event === event) === index);
}

/** Hosts that read the same file. */
export async function sharing(
  host: ConnectedHost,
  scope: ConnectScope,
  around: Around,
): Promise<readonly ConnectedHost[]> {
  const place = placeOf(host.settings, scope, around);
  return (await allHosts()).filter(
    (other) => other.name !== host.name && place !== null && placeOf(other.settings, scope, around) === place,
  );
}

/** What entries of ours say about who asks. */
export const speakers = (host: ConnectedHost, shared: readonly ConnectedHost[]): readonly string[] =>
  shared.length === 0 ? [host.name] : [host.name, ...shared.map(({ name }) => name), 'auto'];

/** `null`: the host loads whole files. */
export function formOf({ settings }: Pick<ConnectedHost, 'settings'>): Form | null {
  const { form } = settings;
  if (form === 'tables') return tomlForm;
  return form === 'groups' || form === 'entries' ? jsonForm(settings) : null;
}

async function launcherChange({ home, program }: ConnectOrder): Promise<FileChange> {
  const gates = (await allHosts()).flatMap(({ events }) => events.filter(isGate).map(({ theirs }) => theirs));
  const { path, file, text } = hostFile(launcherPath(home), null);
  if (text !== null && !isLauncher(text)) throw taken(path);
  return { file, before: text, after: launcherText(program, [...new Set(gates)]), mode: LAUNCHER_MODE };
}

export interface DisconnectOrder extends Around {
  readonly host: ConnectedHost;
  readonly scope: ConnectScope;
}

export interface DisconnectPlan {
  readonly place: string;
  readonly changes: readonly FileChange[];
  /** How many hooks of ours go. */
  readonly removed: number;
  /** The file is then as it was before, to the last character. */
  readonly isExact: boolean;
  /** Hooks of others that stand elsewhere in the file then, where the host trusts them by their place. */
  readonly moved: number;
  /** Other hosts that read the same file, and lose it too. */
  readonly shared: readonly ConnectedHost[];
}

/** As `planConnect`. */
export async function planDisconnect(order: DisconnectOrder): Promise<DisconnectPlan | null> {
  const { host, scope, home } = order;
  const place = placeOf(host.settings, scope, order);
  if (place === null) return null;
  const shared = await sharing(host, scope, order);
  const form = formOf(host);
  const within = withinOf(scope, order);
  const changes =
    form === null
      ? ownFiles(host, place, within).map((file) => withoutUs(file, home, null))
      : withoutEntries(hostFile(place, within), form, speakers(host, shared), home);
  // Several files may be what keeps a folder, and only one of them is the reason why it was made.
  const folders = madeFolders(changes.flatMap(({ change }) => historyOf(home, change.file)));
  const removed = changes.reduce((sum, change) => sum + change.removed, 0);
  const config = form === null ? null : trustFile(host, order);
  const trust = config === null ? [] : [trustRemoved(config, hashesIn(order, place, shared), home)];
  // It may be all that there is, where a command was killed.
  const launcher = scope === 'user' && !(await isStillUsed(order)) ? launcherGone(home) : [];
  return {
    place,
    changes: [
      ...[...changes.map(({ change }) => change), ...trust].map((change) => ({ ...change, folders })),
      ...launcher,
    ],
    removed,
    isExact: changes.every(({ isExact }) => isExact),
    moved:
      config === null
        ? 0
        : movedIn(
            changes.map(({ change }) => change),
            place,
          ),
    shared: removed === 0 ? [] : shared,
  };
}

function hashesIn(
  order: DisconnectOrder,
  place: string,
  shared: readonly ConnectedHost[],
): readonly Trusted[] {
  const { text } = hostFile(place, withinOf(order.scope, order));
  return text === null ? [] : trustedHooks(text, place, isFor(speakers(order.host, shared)));
}

function movedIn(changes: readonly FileChange[], place: string): number {
  const others = (text: string | null) => trustedHooks(text ?? '', place, (one) => !isFor(['codex'])(one));
  return changes.reduce((sum, { before, after }) => {
    const known = new Set(others(before).map(({ key, hash }) => `${key} ${hash}`));
    return sum + others(after).filter(({ key, hash }) => !known.has(`${key} ${hash}`)).length;
  }, 0);
}

interface Removal {
  readonly change: FileChange;
  readonly removed: number;
  readonly isExact: boolean;
}

function withoutEntries(
  file: HostFile,
  form: Form,
  hosts: readonly string[],
  home: string,
): readonly Removal[] {
  if (file.text === null) return [];
  const isOurs = isFor(hosts);
  const count = (text: string): number =>
    form.all(text, file.path).filter(({ command }) => isOurs(command)).length;
  const removed = count(file.text);
  if (removed === 0) return [];
  return [
    withoutUs(file, home, {
      form,
      left: form.without(file.text, isOurs),
      removed,
      hasOurs: (text) => count(text) > 0,
    }),
  ];
}

interface Entries {
  readonly form: Form;
  readonly left: string;
  readonly removed: number;
  hasOurs(text: string): boolean;
}

/** As it was before, or where somebody else changed it meanwhile, without what is ours. */
function withoutUs(file: HostFile, home: string, entries: Entries | null): Removal {
  const before = rawOf(file);
  const history = historyOf(home, file.file);
  const change = (after: string | null): FileChange => ({ file: file.file, before, after });
  if (entries === null) return { change: change(null), removed: 1, isExact: true };
  const { form, left, removed, hasOurs } = entries;
  const was = textBefore(history, before ?? '', (text) => hasOurs(text.replace(/^\uFEFF/, '')));
  if (was !== undefined) return { change: change(was), removed, isExact: true };
  const isNothing = wasMade(history) && form.isBare(left);
  return { change: change(isNothing ? null : file.mark + left), removed, isExact: false };
}

/** Whether another host starts the launcher. */
async function isStillUsed(order: DisconnectOrder): Promise<boolean> {
  const path = launcherPath(order.home);
  for (const host of await allHosts()) {
    const place = placeOf(host.settings, 'user', order);
    if (place === null || place === placeOf(order.host.settings, 'user', order)) continue;
    try {
      const texts = formOf(host) === null ? ownFiles(host, place, null) : [hostFile(place, null)];
      if (texts.some(({ text }) => text?.includes(path) === true)) return true;
    } catch (error) {
      // Nobody knows what stands in it.
      if (error instanceof PluginProblem) return true;
      throw error;
    }
  }
  return false;
}

function launcherGone(home: string): readonly FileChange[] {
  const { file, text } = hostFile(launcherPath(home), null);
  if (text === null || !isLauncher(text)) return [];
  return [{ file, before: text, after: null, folders: [join(home, '.amplifier', 'bin')] }];
}

export const hasChanges = ({ changes }: { readonly changes: readonly FileChange[] }): boolean =>
  changes.some(isChange);
