// Which hooks and plugins somebody switched off or has only observe, kept apart from the files of their authors.
import { join } from 'node:path';
import type { Diagnostic, Hook, HookMode, Inactive, Observing } from '../nouns.js';
import {
  describe,
  entryOf,
  fieldOf,
  jsonOf,
  linesOf,
  type ObjectTree,
  type Position,
  quote,
  type Tree,
  textOf,
} from '../text/index.js';
import { type Infer, oneOf } from '../text/shapes/index.js';
import { realPath } from './collect.js';
import { diagnostic } from './diagnostic.js';
import { loadJson } from './document.js';
import { HOOK_MODES } from './hook-mode.js';
import { plainId } from './ids.js';
import { mayProjectSwitch } from './policy.js';
import type { ConfigRequest } from './request.js';

/**
 * Who a switch counts for. `local`: the user in this project; `user`: the user everywhere; `project`: everybody in this
 * project, and only for hooks of the project. `local` lies in the user's home and not in the project, because a
 * checked-out project must not switch off the guards of the person who opens it.
 */
export type StateScope = 'local' | 'user' | 'project';

/** From strong to weak: the first scope that says anything about a hook decides. */
export const STATE_SCOPES: readonly StateScope[] = ['local', 'user', 'project'];

const switched = oneOf('disabled', 'enabled');
export type Switched = Infer<typeof switched>;

/** What is said about a hook or plugin; one of the two at least. */
export interface StateEntry {
  readonly state: Switched | null;
  readonly mode: HookMode | null;
}

/** With where it stands. */
export interface Entry extends StateEntry {
  readonly at: Position;
}

/** What one scope says. */
export interface StateLayer {
  readonly scope: StateScope;
  readonly file: string;
  readonly hooks: ReadonlyMap<string, Entry>;
  readonly plugins: ReadonlyMap<string, Entry>;
}

/** A file of switches, there or not. */
export interface StateFile {
  readonly file: string;
  readonly state: 'read' | 'absent' | 'broken';
  readonly why: string | null;
}

export interface HookState {
  /** From strong to weak. */
  readonly layers: readonly StateLayer[];
  readonly files: readonly StateFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export const STATE_VERSION = 1;

/** Where the switches of a scope stand; `key` is the entry under `projects`, where the scope has one. */
export function stateHome(
  request: Pick<ConfigRequest, 'home' | 'projectDir'>,
  scope: StateScope,
): { readonly file: string; readonly key: string | null } {
  const folder = scope === 'project' ? request.projectDir : request.home;
  return {
    file: join(folder, '.amplifier', 'hooks-state.json'),
    key: scope === 'local' ? realPath(request.projectDir) : null,
  };
}

/** Reads the switches of all scopes. What cannot be understood switches nothing off, and is reported. */
export function readState(request: ConfigRequest, realOf = realPath): HookState {
  const user = open(stateHome(request, 'user').file);
  const key = realOf(request.projectDir);
  // In the home directory itself the two files are one, and it is the user's.
  const shared = realOf(request.home) === key || !request.allowProjectHooks;
  const project = shared ? null : open(stateHome(request, 'project').file);
  const projects = user.root === null ? undefined : fieldOf(user.root, 'projects');
  const local = projects?.kind === 'object' ? fieldOf(projects, key) : undefined;
  const layers = [
    layer('local', user, local?.kind === 'object' ? local : null),
    layer('user', user, user.root),
    ...(project === null ? [] : [layer('project', project, project.root)]),
  ];
  const opened = [user, ...(project === null ? [] : [project])];
  return {
    layers,
    files: opened.map(({ file, state, why }) => ({ file, state, why })),
    diagnostics: opened.flatMap((one) => one.problems),
  };
}

/** Why a hook is switched off; `null`: it is not. */
export function offByState(
  state: HookState,
  hook: Pick<Hook, 'id' | 'source'>,
  request: ConfigRequest,
): Inactive | null {
  const found = switchOf(state, hook, request);
  if (found?.state !== 'disabled') return null;
  const { layer: by, name, kind } = found;
  const scope = by.scope === 'local' ? '' : ` --scope ${by.scope}`;
  const what = kind === 'plugin' ? `the plugin ${name} is disabled` : 'disabled';
  return {
    code: 'disabled',
    detail: `${what} ${STATE_SCOPE_IN_WORDS[by.scope]} in ${by.file}; to undo: \`amplifier-hooks enable ${name}${scope}\``,
  };
}

/** Who a scope counts for, in words. */
export const STATE_SCOPE_IN_WORDS: Readonly<Record<StateScope, string>> = {
  local: 'for you in this project',
  user: 'for you everywhere',
  project: 'for everybody in this project',
};

/** What a switch says, and who set it. */
export interface Deciding<Said> {
  readonly layer: StateLayer;
  readonly kind: 'hook' | 'plugin';
  /** The id or plugin name that the entry has. */
  readonly name: string;
  readonly state: Said;
}

/** The entry that says whether a hook is on; within a scope its id beats its plugin. */
export const switchOf = (
  state: HookState,
  hook: Pick<Hook, 'id' | 'source'>,
  request: ConfigRequest,
): Deciding<Switched> | null => decidingEntry(state, hook, request, (entry) => entry.state);

/** The same for how far it counts. */
export const modeSwitchOf = (
  state: HookState,
  hook: Pick<Hook, 'id' | 'source'>,
  request: ConfigRequest,
): Deciding<HookMode> | null => decidingEntry(state, hook, request, (entry) => entry.mode);

function decidingEntry<Said>(
  state: HookState,
  hook: Pick<Hook, 'id' | 'source'>,
  request: ConfigRequest,
  pick: (entry: StateEntry) => Said | null,
): Deciding<Said> | null {
  if (hook.source.scope === 'managed') return null;
  const said = (entry: StateEntry | undefined): Said | null => (entry === undefined ? null : pick(entry));
  for (const one of state.layers) {
    if (one.hooks.size === 0 && one.plugins.size === 0) continue;
    if (one.scope === 'project' && !mayProjectSwitch(request, hook.source)) continue;
    // Copies of one hook are numbered, and their number may differ between projects: the plain id means them all.
    for (const name of new Set([hook.id, plainId(hook.id)])) {
      const found = said(one.hooks.get(name));
      if (found !== null) return { layer: one, kind: 'hook', name, state: found };
    }
    const { owner } = hook.source;
    const found = owner === null ? null : said(one.plugins.get(owner));
    if (owner !== null && found !== null) return { layer: one, kind: 'plugin', name: owner, state: found };
  }
  return null;
}

/**
 * Whether a hook only observes, and by whose word: a switch says more than its definition. Nobody but the administrator says
 * it of the administrator's hooks, and a project only of its own.
 */
export function observingBy(
  state: HookState,
  hook: Pick<Hook, 'id' | 'source' | 'observes'>,
  request: ConfigRequest,
): Observing | undefined {
  if (!request.heedsModes) return undefined;
  const found = modeSwitchOf(state, hook, request);
  if (found === null) {
    const { observes } = hook;
    return observes !== undefined && mayProjectSwitch(request, hook.source)
      ? { ...observes, ofProject: true }
      : observes;
  }
  if (found.state === 'enforce') return undefined;
  const { layer, name, kind } = found;
  const what = kind === 'plugin' ? `the plugin ${name} is shadowed` : 'shadowed';
  return {
    by: 'switch',
    file: layer.file,
    line: null,
    detail: `${what} ${STATE_SCOPE_IN_WORDS[layer.scope]} in ${layer.file}`,
    ...(layer.scope === 'project' ? { ofProject: true } : {}),
  };
}

interface Opened extends StateFile {
  readonly root: ObjectTree | null;
  readonly positionOf: (offset: number) => Position;
  readonly problems: Diagnostic[];
}

function open(file: string): Opened {
  const loaded = loadJson(file);
  const text = loaded?.read.text ?? '';
  const base = { file, positionOf: linesOf(text), root: null };
  if (loaded === null) return { ...base, state: 'absent', why: null, problems: [] };
  const broken = (why: string, at: number | null): Opened => {
    const message = `${file} ${why}; no hook is switched off by it`;
    const where = { file, at: at === null ? null : base.positionOf(at) };
    return { ...base, state: 'broken', why, problems: [diagnostic('state-invalid', message, where)] };
  };
  if (loaded.read.state === 'broken') return broken('cannot be read', loaded.read.at);
  const { json } = loaded;
  if (json === null) return broken('is empty', null);
  if (json.error !== null) return broken(`is not valid JSON: ${json.error.why}`, json.error.at);
  if (json.tree?.kind !== 'object') return broken('does not hold an object', json.tree?.at ?? null);
  const version = fieldOf(json.tree, 'version');
  if (version === undefined || jsonOf(version) !== STATE_VERSION) {
    const stated = version === undefined ? 'no version' : `version ${describe(jsonOf(version))}`;
    return broken(`states ${stated}, and only ${STATE_VERSION} is known here`, version?.at ?? null);
  }
  return { ...base, root: json.tree, state: 'read', why: null, problems: [] };
}

function layer(scope: StateScope, opened: Opened, tree: ObjectTree | null): StateLayer {
  const entries = (key: 'hooks' | 'plugins'): ReadonlyMap<string, Entry> => {
    const found = new Map<string, Entry>();
    const list = tree === null ? undefined : fieldOf(tree, key);
    if (list === undefined) return found;
    if (list.kind !== 'object') {
      report(opened, list, `"${key}" must be an object, but is ${describe(jsonOf(list))}`);
      return found;
    }
    for (const { key: name, at, value } of list.entries) {
      const entry = entryIn(opened, value, name);
      if (entry !== null) found.set(name, { ...entry, at: opened.positionOf(at) });
    }
    return found;
  };
  return { scope, file: opened.file, hooks: entries('hooks'), plugins: entries('plugins') };
}

function entryIn(opened: Opened, value: Tree, name: string): StateEntry | null {
  const said = (key: string): string | null =>
    value.kind === 'object' ? textOf(entryOf(value, key)?.value) : null;
  const [state, mode] = [said('state'), said('mode')];
  if (mode !== null && !HOOK_MODES.is(mode))
    report(opened, value, `"mode" of ${quote(name)} must be ${HOOK_MODES.words}; it is ignored`);
  const known = HOOK_MODES.is(mode) ? mode : null;
  if (switched.is(state)) return { state, mode: known };
  if (state === null && known !== null) return { state: null, mode: known };
  report(opened, value, `${quote(name)} must have "state": ${switched.words}; it is ignored`);
  return null;
}

function report({ file, positionOf, problems }: Opened, { at }: Tree, message: string): void {
  problems.push(diagnostic('state-invalid', message, { file, at: positionOf(at) }));
}
