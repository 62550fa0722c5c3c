// Every configured hook with its state, also the entries that could not be understood.
import { handlerInWords } from '../config/index.js';
import type {
  EventName,
  Generation,
  HandlerType,
  Hook,
  HookId,
  Inactive,
  Quarantined,
  Scope,
  TrustState,
} from '../nouns.js';

export type HookState = 'armed' | 'quarantined' | Inactive['code'];

export const HOOK_STATES: readonly HookState[] = [
  'armed',
  'disabled',
  'not-allowed',
  'untrusted',
  'handler-not-allowed',
  'quarantined',
];

export interface Item {
  /** `null`: an entry that is set aside has none. */
  readonly id: HookId | null;
  /** As written where it is set aside; `null`: no event could be made out. */
  readonly event: EventName | string | null;
  readonly matcher: string | null;
  readonly condition: string | null;
  readonly type: HandlerType | null;
  /** What it runs, in one line. */
  readonly runs: string | null;
  /** Nobody waits for it. */
  readonly background: boolean;
  readonly scope: Scope;
  /** Plugin, skill or agent. */
  readonly owner: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly state: HookState;
  /** Why it is not armed. */
  readonly why: string | null;
  /** Whether it may run; `null`: nobody is asked, or it is set aside. */
  readonly trust: TrustState | null;
}

/** All hooks in declared order, then what is set aside. */
export const inventory = (generation: Generation): readonly Item[] => [
  ...generation.hooks.map(itemOf),
  ...generation.quarantined.map(asideOf),
];

function itemOf(hook: Hook): Item {
  const { id, event, matcher, condition, handler, inactive } = hook;
  return {
    id,
    event,
    matcher,
    condition,
    type: handler.type,
    runs: handlerInWords(handler),
    background: handler.type === 'command' && handler.background !== 'no',
    ...placeOf(hook),
    state: isShut(hook) ? 'untrusted' : (inactive?.code ?? 'armed'),
    why: isShut(hook) ? SHUT : (inactive?.detail ?? null),
    trust: hook.trust,
  };
}

/** A guard that changed since it was approved is not run, and what it guards is denied. */
export const isShut = ({ trust, inactive }: Hook): boolean => trust === 'changed' && inactive === null;
export const SHUT =
  'it changed since you approved it, so it denies what it guards; amplifier-hooks trust shows what changed and approves it';

function asideOf(entry: Quarantined): Item {
  return {
    id: null,
    event: entry.event,
    matcher: null,
    condition: null,
    type: null,
    runs: null,
    background: false,
    ...placeOf(entry),
    state: 'quarantined',
    why: entry.problem.message,
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
