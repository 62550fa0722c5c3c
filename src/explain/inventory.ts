// Every configured hook with its state, also the entries that could not be understood.
import { handlerInWords } from '../config/index.js';
import { hookDetails } from '../engine/index.js';
import type { Generation, HandlerType, Hook, Inactive, Quarantined, Scope, TrustState } from '../nouns.js';
import {
  count,
  flag,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
} from '../text/shapes/index.js';

export const scope: Shape<Scope> = oneOf(
  'managed',
  'user',
  'project',
  'local',
  'flag',
  'plugin',
  'skill',
  'agent',
);

export type HookState = 'armed' | 'observing' | 'quarantined' | Inactive['code'];

export const HOOK_STATES: readonly HookState[] = [
  'armed',
  'observing',
  'disabled',
  'not-allowed',
  'untrusted',
  'handler-not-allowed',
  'quarantined',
];

export const itemShape = object({
  /** `null`: an entry that is set aside has none. */
  id: orNull(text),
  /** As written where it is set aside; `null`: no event could be made out. */
  event: orNull(text),
  matcher: orNull(text),
  condition: orNull(text),
  type: orNull<HandlerType>(oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent')),
  /** What it runs, in one line. */
  runs: orNull(text),
  /** What it calls and is given beyond that, without secrets. */
  details: listOf(text),
  /** Nobody waits for it. */
  background: flag,
  scope,
  /** Plugin, skill or agent. */
  owner: orNull(text),
  file: text,
  line: count,
  column: count,
  state: oneOf(...HOOK_STATES),
  /** Why it is not armed. */
  why: orNull(text),
  /** What a run may cost before somebody is told; `null`: nothing is said. */
  budget: orNull(object({ ms: orNull(number), tokens: orNull(number) })),
  /** Whether it may run; `null`: nobody is asked, or it is set aside. */
  trust: orNull<TrustState>(oneOf('managed', 'own', 'trusted', 'new', 'changed', 'refused')),
});
export type Item = Infer<typeof itemShape>;

/** All hooks in declared order, then what is set aside. */
export async function inventory(
  generation: Generation,
  settled: Parameters<typeof hookDetails>[0],
): Promise<readonly Item[]> {
  const detailsOf = hookDetails(settled, generation);
  const hooks = generation.hooks.map(async (hook) => itemOf(hook, (await detailsOf(hook)).lines));
  return [...(await Promise.all(hooks)), ...generation.quarantined.map(asideOf)];
}

function itemOf(hook: Hook, details: readonly string[]): Item {
  const { id, event, matcher, condition, handler, inactive } = hook;
  return {
    id,
    event,
    matcher,
    condition,
    type: handler.type,
    runs: handlerInWords(handler),
    details,
    background: handler.type === 'command' && handler.background !== 'no',
    ...placeOf(hook),
    state: isShut(hook)
      ? 'untrusted'
      : (inactive?.code ?? (hook.observes === undefined ? 'armed' : 'observing')),
    why: isShut(hook) ? SHUT : (inactive?.detail ?? hook.observes?.detail ?? null),
    budget: hook.budget ?? null,
    trust: hook.trust,
  };
}

/** A guard that changed since it was approved is not run, and what it guards is denied. */
export const isShut = ({ trust, inactive, observes }: Hook): boolean =>
  trust === 'changed' && inactive === null && observes === undefined;
export const SHUT =
  'it changed since you approved it, so it denies what it guards; `amplifier-hooks trust` shows what changed and approves it';

function asideOf(entry: Quarantined): Item {
  return {
    id: null,
    event: entry.event,
    matcher: null,
    condition: null,
    type: null,
    runs: null,
    details: [],
    background: false,
    ...placeOf(entry),
    state: 'quarantined',
    why: entry.problem.message,
    budget: null,
    trust: null,
  };
}

const placeOf = ({ source, line, column }: Pick<Hook, 'source' | 'line' | 'column'>) => ({
  scope: source.scope,
  owner: source.owner,
  file: source.file,
  line,
  column,
});
