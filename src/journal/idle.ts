// Events that no hook ran for: counting them must cost next to nothing.
import type { Plan } from '../nouns.js';
import { Copier } from './copy.js';
import type { IdleCount, IdleEntry } from './entries.js';

/** Targets of one event that are counted apart; the others are counted together. */
const MOST_TARGETS = 64;
const LONGEST_TARGET = 240;

interface Counter {
  count: number;
}

interface SessionCounts {
  readonly from: number;
  /** By event, then by target. */
  readonly events: Map<string, Map<string | null, Counter>>;
}

type Counted = Pick<Plan, 'target'> & { readonly event: string };

export class IdleCounts {
  readonly #clock: () => number;
  readonly #redact: boolean;
  #sessions = new Map<string, SessionCounts>();
  // The same plan and session as a moment ago, as in a burst of equal tool calls, needs no look-up.
  #lastPlan: Counted | null = null;
  #lastSession = '';
  #lastCounter: Counter = { count: 0 };

  constructor(clock: () => number, redact: boolean) {
    this.#clock = clock;
    this.#redact = redact;
  }

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  add(plan: Counted, session: string, times = 1): void {
    if (plan !== this.#lastPlan || session !== this.#lastSession) {
      this.#lastCounter = this.#counter(plan, session);
      this.#lastPlan = plan;
      this.#lastSession = session;
    }
    this.#lastCounter.count += times;
  }

  #counter(plan: Counted, session: string): Counter {
    let counts = this.#sessions.get(session);
    if (counts === undefined) {
      counts = { from: this.#clock(), events: new Map() };
      this.#sessions.set(session, counts);
    }
    let targets = counts.events.get(plan.event);
    if (targets === undefined) {
      targets = new Map();
      counts.events.set(plan.event, targets);
    }
    const known = targets.get(plan.target);
    if (known !== undefined) return known;
    const target = targets.size < MOST_TARGETS ? plan.target : null;
    const counter = targets.get(target) ?? { count: 0 };
    targets.set(target, counter);
    return counter;
  }

  /** What was counted since the last time. */
  take(): IdleEntry[] {
    const at = this.#clock();
    const sessions = this.#sessions;
    this.#sessions = new Map();
    this.#lastPlan = null;
    const copied = (target: string | null) => new Copier(this.#redact).textOrNull(target, LONGEST_TARGET);
    return [...sessions].map(([session, { from, events }]): IdleEntry => {
      const counts = [...events].flatMap(([event, targets]) =>
        [...targets].map(([target, { count }]): IdleCount => ({ event, target: copied(target), count })),
      );
      return { kind: 'idle', at, from, session, counts };
    });
  }
}
