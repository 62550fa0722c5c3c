// Has hooks observe only (`shadow`), and makes them real again (`promote`): what to write, where, and what then holds.
import {
  type ConfigRequest,
  type HookState,
  modeSwitchOf,
  observingBy,
  STATE_SCOPE_IN_WORDS,
  type StateScope,
  stateHome,
} from '../config/index.js';
import { outside } from '../files/index.js';
import type { Hook, HookMode } from '../nouns.js';
import type { Backup } from './migrate/backups.js';
import { enforcedIn, enforcedWhole } from './mode-file.js';
import { writeSwitch } from './state-file.js';
import { type Refusal, refusalOf, targetInWords } from './switch.js';
import type { Target } from './target.js';

export interface ModeOrder {
  readonly target: Target;
  readonly scope: StateScope;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

export interface ModeChange {
  readonly kind: 'changed' | 'unchanged';
  readonly file: string;
  /** Hooks that this does not bring into the wanted mode, and why. */
  readonly others: readonly { readonly hook: Hook; readonly why: string }[];
}

/** Says in one scope how far hooks count. Throws `StateFileProblem` where the file cannot be written. */
export function changeMode(
  to: HookMode,
  { target, scope, dryRun }: ModeOrder,
  state: HookState,
  request: ConfigRequest,
): ModeChange | Refusal {
  const refusal = refusalOf({ target, scope }, to === 'observe' ? 'shadowed' : null, state, request);
  if (refusal !== null) return refusal;
  const { file, key } = stateHome(request, scope);
  const before = entryAt(state, scope, target);
  const entry = leastEntry(to, { target, scope }, state, request);
  const after = withMode(state, scope, target, entry);
  const others = target.hooks.flatMap((hook) => {
    const why = whyNot(hook, to, after, request);
    return why === null ? [] : [{ hook, why }];
  });
  if (entry !== before && !dryRun)
    writeSwitch({
      file,
      key,
      kind: target.kind,
      name: target.name,
      entry: { mode: entry },
      what: targetInWords(target),
    });
  return { kind: entry === before ? 'unchanged' : 'changed', file, others };
}

/** No entry, where the hooks are in that mode without one. */
function leastEntry(
  to: HookMode,
  { target, scope }: Pick<ModeOrder, 'target' | 'scope'>,
  state: HookState,
  request: ConfigRequest,
): HookMode | null {
  const without = withMode(state, scope, target, null);
  return target.hooks.every((hook) => modeOf(hook, without, request) === to) ? null : to;
}

const modeOf = (hook: Hook, state: HookState, request: ConfigRequest): HookMode =>
  observingBy(state, asDefined(hook), request) === undefined ? 'enforce' : 'observe';

/** The hook without what switches say of it. */
function asDefined(hook: Hook): Pick<Hook, 'id' | 'source' | 'observes'> {
  const { id, source, mode, observes } = hook;
  if (mode !== 'observe') return { id, source };
  const detail = `"mode": "observe" in ${source.file}`;
  const stated = { by: 'hook', file: source.file, line: hook.line, detail } as const;
  return { id, source, observes: observes === undefined || observes.by === 'switch' ? stated : observes };
}

function whyNot(hook: Hook, to: HookMode, after: HookState, request: ConfigRequest): string | null {
  if (modeOf(hook, after, request) === to) return null;
  const by = modeSwitchOf(after, hook, request);
  if (by === null)
    return hook.source.scope === 'managed'
      ? `it belongs to the administrator (${hook.source.file})`
      : `its definition says so (${hook.source.file}:${hook.line})`;
  const undo = `\`amplifier-hooks ${to === 'enforce' ? 'promote' : 'shadow'} ${by.name} --scope ${by.layer.scope}\``;
  const is = by.state === 'observe' ? 'shadowed' : 'in force';
  return `${by.kind === 'plugin' ? 'its plugin is ' : ''}${is} ${STATE_SCOPE_IN_WORDS[by.layer.scope]}; to change that: ${undo}`;
}

/** What making hooks real changed, or would change. */
export interface Promoted {
  readonly kind: 'promoted';
  /** Switches that are gone or say otherwise now. */
  readonly switches: readonly { readonly scope: StateScope; readonly file: string; readonly name: string }[];
  readonly files: readonly PromotedFile[];
  /** Hooks that still only observe, and why. */
  readonly others: readonly { readonly hook: Hook; readonly why: string }[];
}

export interface PromotedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** `null`: nothing was written. */
  readonly backup: Backup | null;
}

/**
 * Takes the mode away where it is said: switches, and files of the user and the project. What stands in the file of somebody
 * else, an installed plugin say, stays.
 */
export function promoteHooks(
  { target, dryRun }: Omit<ModeOrder, 'scope'>,
  state: HookState,
  request: ConfigRequest,
  now: Date,
): Promoted {
  const observing = target.hooks.filter(({ observes }) => observes !== undefined);
  let left = state;
  const switches = new Map<string, Promoted['switches'][number]>();
  // A stronger switch may hide a weaker one.
  for (const hook of observing)
    for (
      let by = modeSwitchOf(left, hook, request);
      by?.state === 'observe';
      by = modeSwitchOf(left, hook, request)
    ) {
      const meant = meantBy(by, target);
      const { scope } = by.layer;
      left = withMode(left, scope, meant, by.name === meant.name ? null : 'enforce');
      switches.set(`${scope} ${meant.kind} ${meant.name}`, { scope, file: by.layer.file, name: meant.name });
      if (dryRun) continue;
      const { file, key } = stateHome(request, scope);
      const mode = by.name === meant.name ? null : 'enforce';
      writeSwitch({ file, key, kind: meant.kind, name: meant.name, entry: { mode }, what: null });
    }
  const stating = observing.filter((hook) => modeOf(hook, left, request) === 'observe');
  const foreign = stating.flatMap((hook) => {
    const why = whyForeign(hook, request);
    return why === null ? [] : [{ hook, why }];
  });
  const own = stating.filter((hook) => !foreign.some((one) => one.hook === hook));
  const files = [...new Set(own.map(({ source }) => source.file))].map((file) =>
    enforcedIn(
      file,
      own.filter(({ source }) => source.file === file),
      { home: request.home, by: `promote ${target.name}`, now, dryRun },
    ),
  );
  return { kind: 'promoted', switches: [...switches.values()], files, others: foreign };
}

/** Makes all hooks of a file real that says of all of them that they only observe. */
export function promoteFile(
  file: string,
  hooks: readonly Hook[],
  dryRun: boolean,
  request: ConfigRequest,
  now: Date,
): Promoted {
  const others = hooks.flatMap((hook) => {
    const why = whyForeign(hook, request);
    return why === null ? [] : [{ hook, why }];
  });
  const changed =
    others.length > 0
      ? null
      : enforcedWhole(file, { home: request.home, by: `promote ${file}`, now, dryRun });
  return { kind: 'promoted', switches: [], files: changed === null ? [] : [changed], others };
}

/** One hook of a shadowed plugin is made real alone. */
const meantBy = (by: { readonly kind: Target['kind']; readonly name: string }, target: Target): Target =>
  by.kind === 'plugin' && target.kind === 'hook' ? target : { ...target, kind: by.kind, name: by.name };

function whyForeign({ source, id, line }: Hook, request: ConfigRequest): string | null {
  const instead = `make it real for yourself with: \`amplifier-hooks promote ${id} --scope user\``;
  if (source.scope === 'managed')
    return `it belongs to the administrator, whose file says so (${source.file}:${line}); ask your administrator`;
  if (source.kind === 'plugin')
    return `the plugin ${source.owner} says so itself (${source.file}), and its files are its author’s; ${instead}`;
  if (source.kind !== 'hooks-dir' && source.kind !== 'claude-settings')
    return `it says so itself at ${source.file}:${line}; take "mode" out there, or ${instead}`;
  if (source.scope === 'project' || source.scope === 'local') {
    const away = outside(request.projectDir, source.file);
    if (away !== null) return `${source.file} leads out of the project, to ${away}; ${instead}`;
  }
  return null;
}

function entryAt(
  state: HookState,
  scope: StateScope,
  { kind, name }: Pick<Target, 'kind' | 'name'>,
): HookMode | null {
  const layer = state.layers.find((one) => one.scope === scope);
  return (kind === 'plugin' ? layer?.plugins : layer?.hooks)?.get(name)?.mode ?? null;
}

function withMode(
  state: HookState,
  scope: StateScope,
  { kind, name }: Pick<Target, 'kind' | 'name'>,
  mode: HookMode | null,
): HookState {
  const list = kind === 'plugin' ? 'plugins' : 'hooks';
  const layers = state.layers.map((layer) => {
    if (layer.scope !== scope) return layer;
    const entries = new Map(layer[list]);
    entries.set(name, { state: null, at: { line: 1, column: 1 }, ...entries.get(name), mode });
    return { ...layer, [list]: entries };
  });
  return { ...state, layers };
}
