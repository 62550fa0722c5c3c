// Switches a hook or plugin on or off in one scope: what to write, and what will then be in force.
import {
  type ConfigRequest,
  type HookState,
  handlerInWords,
  mayProjectSwitch,
  offByState,
  STATE_SCOPE_IN_WORDS,
  type StateScope,
  type Switched,
  stateHome,
  switchOf,
} from '../config/index.js';
import { outside } from '../files/index.js';
import type { Hook } from '../nouns.js';
import { writeSwitch } from './state-file.js';
import type { Target } from './target.js';

export interface SwitchOrder {
  readonly target: Target;
  readonly to: Switched;
  readonly scope: StateScope;
  /** Nothing is written. */
  readonly dryRun: boolean;
}

/** What was (or would be) written. */
export interface Change {
  readonly kind: 'changed' | 'unchanged';
  readonly file: string;
  /** The entry from now on; `null`: there is none. */
  readonly entry: Switched | null;
  /** Hooks that this does not bring into the wanted state, and why. */
  readonly others: readonly { readonly hook: Hook; readonly why: string }[];
}

export interface Refusal {
  readonly kind: 'refused';
  readonly why: string;
  readonly hint: string;
}

export type SwitchResult = Change | Refusal;

/** Follows the order. Throws `StateFileProblem` where the file cannot be written. */
export function changeSwitch(order: SwitchOrder, state: HookState, request: ConfigRequest): SwitchResult {
  const refusal = refusalOf(order, order.to === 'disabled' ? SWITCHED_OFF : null, state, request);
  if (refusal !== null) return refusal;
  const { target, scope, to } = order;
  const before = entryAt(state, scope, target);
  const entry = entryFor(order, state, request);
  const { file, key } = stateHome(request, scope);
  const after = withEntry(state, scope, target, entry);
  const others = target.hooks.flatMap((hook) => {
    const why = whyNot(hook, to, state, after, request);
    return why === null ? [] : [{ hook, why }];
  });
  if (entry !== before && !order.dryRun) {
    writeSwitch({
      file,
      key,
      kind: target.kind,
      name: target.name,
      entry: { state: entry },
      what: targetInWords(target),
    });
  }
  return { kind: entry === before ? 'unchanged' : 'changed', file, entry, others };
}

/** The least that does it: no entry where the other scopes say the same, and none that would change nothing. */
function entryFor(order: SwitchOrder, state: HookState, request: ConfigRequest): Switched | null {
  const { target, scope, to } = order;
  const before = entryAt(state, scope, target);
  if (before === to) return before;
  const reached = (entry: Switched | null): number => {
    const then = withEntry(state, scope, target, entry);
    return target.hooks.filter((hook) => stateOf(then, hook, request) === to).length;
  };
  const without = reached(null);
  if (without === target.hooks.length) return null;
  // Where a stronger scope decides anyway, a wish to disable is still written down; one to enable needs no entry.
  return to === 'disabled' || reached(to) > without ? to : null;
}

const SWITCHED_OFF = 'switched off';

/** Why a scope may not say this about hooks. `weakens`: what it would do to them; `null`: it makes nothing weaker. */
export function refusalOf(
  { target, scope }: Pick<SwitchOrder, 'target' | 'scope'>,
  weakens: string | null,
  state: HookState,
  request: ConfigRequest,
): Refusal | null {
  const [first] = target.hooks;
  const refuse = (why: string, hint: string): Refusal => ({ kind: 'refused', why, hint });
  const named = target.kind === 'plugin' ? `the plugin ${target.name}` : target.name;
  if (scope === 'project' && !state.layers.some((layer) => layer.scope === 'project')) {
    return refuse('there is no project here apart from your home directory', 'Use --scope user.');
  }
  const { file } = stateHome(request, scope);
  const away = scope === 'project' ? outside(request.projectDir, file) : null;
  if (away !== null)
    return refuse(
      `${file} leads out of the project, to ${away}; nothing was written`,
      'Remove the link, or use --scope local.',
    );
  if (first === undefined) {
    return weakens === null
      ? null
      : refuse(`there is no ${target.kind} ${target.name}`, 'See `amplifier-hooks list`.');
  }
  if (weakens !== null && target.hooks.every(({ source }) => source.scope === 'managed')) {
    return refuse(
      `${named} belongs to the administrator (${first.source.file}) and cannot be ${weakens}`,
      'Ask your administrator.',
    );
  }
  if (
    weakens !== null &&
    scope === 'project' &&
    !target.hooks.some(({ source }) => mayProjectSwitch(request, source))
  ) {
    return refuse(
      `${named} comes from ${first.source.file}, which is not part of this project`,
      'A project has a say only about its own hooks. Use --scope local or --scope user.',
    );
  }
  return null;
}

const stateOf = (state: HookState, hook: Hook, request: ConfigRequest): Switched =>
  switchOf(state, hook, request)?.state ?? 'enabled';

/** Why a hook does not get into the wanted state. */
function whyNot(
  hook: Hook,
  to: Switched,
  before: HookState,
  after: HookState,
  request: ConfigRequest,
): string | null {
  const by = switchOf(after, hook, request);
  if ((by?.state ?? 'enabled') === to) return to === 'enabled' ? offOtherwise(hook, before, request) : null;
  if (by === null) return `it belongs to the administrator (${hook.source.file})`;
  const undo = `amplifier-hooks ${to === 'enabled' ? 'enable' : 'disable'} ${by.name} --scope ${by.layer.scope}`;
  const whose = by.kind === 'plugin' ? 'its plugin is ' : '';
  return `${whose}${by.state} ${STATE_SCOPE_IN_WORDS[by.layer.scope]}; to change that: ${undo}`;
}

/** Why a hook is off for a reason that no switch can change. */
function offOtherwise(hook: Hook, before: HookState, request: ConfigRequest): string | null {
  const { inactive } = hook;
  const bySwitch = inactive !== null && inactive.detail === offByState(before, hook, request)?.detail;
  return bySwitch ? null : (inactive?.detail ?? null);
}

function entryAt(state: HookState, scope: StateScope, { kind, name }: Target): Switched | null {
  const layer = state.layers.find((one) => one.scope === scope);
  return (kind === 'plugin' ? layer?.plugins : layer?.hooks)?.get(name)?.state ?? null;
}

function withEntry(
  state: HookState,
  scope: StateScope,
  { kind, name }: Target,
  entry: Switched | null,
): HookState {
  const layers = state.layers.map((layer) => {
    if (layer.scope !== scope) return layer;
    const list = kind === 'plugin' ? 'plugins' : 'hooks';
    const entries = new Map(layer[list]);
    entries.set(name, { mode: null, ...entries.get(name), state: entry, at: { line: 1, column: 1 } });
    return { ...layer, [list]: entries };
  });
  return { ...state, layers };
}

/** What stands in the file beside an id, for people who read it. */
export function targetInWords({ kind, hooks: [hook] }: Target): string | null {
  if (kind === 'plugin' || hook === undefined) return null;
  return [hook.event, hook.matcher ?? '*', handlerInWords(hook.handler)].join(' ').slice(0, 200);
}
