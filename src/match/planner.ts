// Makes the plan for an input, and remembers what matchers say about a target so that "nothing to do" costs nothing.
import { type EventName, eventRow, type HookInput } from '../events/index.js';
import type { Generation, Hook, Plan, Session } from '../nouns.js';
import { EventIndex, type Hits, type MatchingOptions } from './event-index.js';
import { Judge } from './judge.js';
import { LONGEST_NAME, type Pattern } from './patterns.js';
import { makePlan } from './plan.js';

export interface PlannerOptions extends MatchingOptions {
  readonly projectDir: string;
  readonly home: string;
}

export interface Planner {
  plan(input: HookInput, session: Session): Plan;
  /** The plan for all inputs with a target, where one of them was planned; `null`: it depends on more than the target. */
  steady(event: EventName, target: string): Plan | null;
  /** Whether a hook may run for a target, whatever else the input or the session says. */
  mayRun(event: EventName, target: string): boolean;
}

/** Targets remembered per event; with more than these the memory starts anew. */
const REMEMBERED_TARGETS = 1_000;

/** A planner for one generation. Keep it as long as the generation: it remembers. */
export const createPlanner = (generation: Generation, options: PlannerOptions): Planner =>
  new GenerationPlanner(generation, options);

/** What is known about one event and target, whatever the rest of the input. */
interface Known {
  readonly found: Hits;
  /** The plan itself, where nothing else in the input or the session can change it. */
  whole: Plan | null;
}

interface EventMemory {
  readonly index: EventIndex;
  readonly targets: Map<string, Known>;
}

class GenerationPlanner implements Planner {
  readonly #generation: Generation;
  readonly #options: PlannerOptions;
  readonly #judge: Judge;
  readonly #hooks = new Map<EventName, { readonly hook: Hook; readonly place: number }[]>();
  readonly #events = new Map<EventName, EventMemory>();
  readonly #patterns = new Map<string, Pattern>();

  constructor(generation: Generation, options: PlannerOptions) {
    this.#generation = generation;
    this.#options = options;
    this.#judge = new Judge(options);
    for (const [place, hook] of generation.hooks.entries()) {
      const list = this.#hooks.get(hook.event);
      if (list === undefined) this.#hooks.set(hook.event, [{ hook, place }]);
      else list.push({ hook, place });
    }
  }

  plan(input: HookInput, session: Session): Plan {
    const memory = this.#events.get(input.row.name) ?? this.#prepare(input.row.name);
    const target = input.target ?? '';
    const known = memory.targets.get(target) ?? this.#find(memory, target);
    if (known.whole !== null) return known.whole;

    const { index } = memory;
    const judgement = this.#judge.judge(index.row, known.found, input, session);
    const { matcherMode } = this.#options;
    const plan = makePlan(this.#generation, index, known.found, input.target, judgement, matcherMode);
    if (known.found.hits.every(({ prepared }) => this.#judge.isSteady(prepared.hook))) known.whole = plan;
    return plan;
  }

  steady(event: EventName, target: string): Plan | null {
    return this.#events.get(event)?.targets.get(target)?.whole ?? null;
  }

  mayRun(event: EventName, target: string): boolean {
    const memory = this.#events.get(event) ?? this.#prepare(event);
    const { found } = memory.targets.get(target) ?? this.#find(memory, target);
    if (this.#generation.policy.shut[event] !== undefined || found.diagnostics.length > 0) return true;
    return found.hits.some(({ prepared }) => prepared.hook.inactive === null);
  }

  #find(memory: EventMemory, target: string): Known {
    const found = memory.index.select(target);
    // A pattern that was set aside matches everything from now on, also where it was judged before.
    if (found.changed) for (const { targets } of this.#events.values()) targets.clear();
    const known: Known = { found, whole: null };
    if (target.length > LONGEST_NAME) return known;
    if (memory.targets.size >= REMEMBERED_TARGETS) memory.targets.clear();
    memory.targets.set(target, known);
    return known;
  }

  #prepare(event: EventName): EventMemory {
    const hooks = this.#hooks.get(event) ?? [];
    const index = new EventIndex(eventRow(event), hooks, this.#options, this.#patterns);
    const memory = { index, targets: new Map<string, Known>() };
    this.#events.set(event, memory);
    return memory;
  }
}
