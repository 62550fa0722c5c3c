// Every configured hook with its state, also the entries that could not be understood.
import { handlerInWords } from '../config/index.js';
import { hookDetails } from '../engine/index.js';
import type {
  EventName,
  Generation,
  HandlerType,
  Hook,
  HookId,
  Inactive,
  Quarantined,
  Scope,
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
  /** What it calls and is given beyond that, without secrets. */
  readonly details: readonly string[];
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
}

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
    state: inactive?.code ?? 'armed',
    why: inactive?.detail ?? null,
  };
}

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
  };
}

const placeOf = ({ source, line, column }: Pick<Hook, 'source' | 'line' | 'column'>) => ({
  scope: source.scope,
  owner: source.owner,
  file: source.file,
  line,
  column,
});
