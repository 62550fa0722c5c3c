// Hooks that only observe. They are started when the event has its answer, and only the journal hears of them: nothing of
// what they say comes near a decision, and nobody waits for them.
import { wouldDecide } from '../decide/index.js';
import { type HookInput, renderStdin } from '../events/index.js';
import { hookName } from '../hook-name.js';
import type { Decision, Generation, Hook, HookId, Plan, Run, Runner } from '../nouns.js';
import { traceOf } from '../text/index.js';
import { isAwaited } from './around.js';
import { isoTime } from './clock.js';
import { engineDiagnostic } from './diagnostic.js';
import { guarded } from './guarded.js';
import type { Settled } from './options.js';
import { SessionEnds } from './session-ends.js';
import type { SessionMemory } from './sessions.js';
import type { Launch, Tasks } from './tasks.js';

/** More observing hooks than this at once wait for their turn. They take no room from other hooks. */
export const MOST_OBSERVING = 16;
/** More than these do not wait: they are not started, and the journal says so. */
export const MOST_WAITING = 1000;
const FULL = `${MOST_WAITING} observing hooks wait for their turn already`;

/** An event that hooks look at, with what they would have found when it came. */
export interface Seen {
  readonly plan: Plan;
  /** What the hooks read. */
  readonly input: HookInput;
  /** The input under which the journal knows the event. */
  readonly of: HookInput;
  readonly session: SessionMemory;
  readonly generation: Generation;
  /** When the event came, as hooks read it; `null`: they are not told. */
  readonly timestamp: string | null;
  readonly startedAt: number;
  readonly rewrittenBy?: HookId;
}

export class Observers {
  readonly #settled: Settled;
  readonly #runners: Partial<Readonly<Record<string, Runner>>>;
  readonly #tasks: Tasks;
  readonly #running = new Set<Promise<void>>();
  readonly #ends = new SessionEnds();
  /** Those that wait for their turn, in order. */
  readonly #waiting: (() => void)[] = [];
  #count = 0;
  #isClosed = false;

  constructor(settled: Settled, runners: Partial<Readonly<Record<string, Runner>>>, tasks: Tasks) {
    this.#settled = settled;
    this.#runners = runners;
    this.#tasks = tasks;
  }

  /** An event as it is now, to be looked at later. */
  seen(event: Pick<Seen, 'plan' | 'input' | 'session' | 'generation'>, startedAt = Date.now()): Seen {
    const timestamp = this.#settled.profile.timestamp ? isoTime(startedAt) : null;
    return { ...event, of: event.input, timestamp, startedAt };
  }

  /** Has them look at an event as soon as whoever asked has the answer. `idle`: no other hook ran, so it is still to be recorded. */
  look(seen: Seen, idle: Decision | null): void {
    const { input, startedAt } = seen;
    // From now on it belongs to its session: one that ends before it begins has it not begin.
    const signal = this.#ends.signalOf(seen.session.id);
    const work = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      if (idle !== null)
        this.#settled.journal?.dispatched({ input, decision: idle, startedAt, durationMs: 0 });
      const hooks = seen.plan.observed ?? [];
      if (!(await this.#isTaken(hooks, seen)))
        await Promise.all(hooks.map((hook) => this.#observe(hook, seen, signal)));
      this.#running.delete(work);
      // Nothing is kept for sessions that nobody ends.
      if (this.#running.size === 0) this.#ends.clear();
    });
    this.#running.add(work);
  }

  /** Whether somebody who outlives this process runs them. */
  async #isTaken(hooks: readonly Hook[], { input, of, startedAt, rewrittenBy }: Seen): Promise<boolean> {
    const { handOver, journal } = this.#settled;
    if (handOver === null || hooks.length === 0) return false;
    const again = rewrittenBy === undefined ? {} : { rewrittenBy };
    const eventId = journal?.idOf?.(of) ?? '';
    return handOver({ input, hooks, eventId, startedAt, ...again }).catch(() => false);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  endSession(session: string): void {
    this.#ends.end(session);
  }

  /** From now on none is started. */
  close(): void {
    this.#isClosed = true;
  }

  async #observe(hook: Hook, seen: Seen, signal: AbortSignal): Promise<void> {
    const run = await guarded(hook, () => this.#run(hook, seen, signal));
    try {
      this.#tell(run, seen);
    } catch (error) {
      // A fault here must not end the host, which waits for nothing of this.
      const message = `what the ${hookName(hook)} would have decided is not known: ${traceOf(error)}`;
      this.#settled.onDiagnostic(engineDiagnostic('observed-unread', message, hook.source.file, hook.line));
    }
  }

  #tell(run: Run, { plan, input, of, startedAt, rewrittenBy }: Seen): void {
    const { hook } = run;
    const { profile, projectAllow, oneShot, journal, onObserved } = this.#settled;
    const awaited = isAwaited(hook, oneShot);
    const would = wouldDecide(run, { input, plan, projectAllow, awaited }, profile);
    const again = rewrittenBy === undefined ? {} : { rewrittenBy };
    const observed = { input, of, run, would, startedAt, ...again };
    journal?.observed?.(observed);
    try {
      onObserved?.(observed);
    } catch {
      // Who looks on has no say: what it throws changes nothing.
    }
  }

  async #run(hook: Hook, { input, session, generation, timestamp }: Seen, signal: AbortSignal): Promise<Run> {
    const ended = (outcome: Run['outcome']): Run => ({ hook, outcome, durationMs: 0 });
    const runner = this.#runners[hook.handler.type];
    if (runner === undefined || !input.row.handlers.includes(hook.handler.type))
      return ended({ kind: 'refused', why: `hooks of type "${hook.handler.type}" cannot be run here` });
    const { bothSpellings } = this.#settled.profile;
    const launch: Launch = {
      input,
      session,
      generation,
      stdin: renderStdin(input, { bothSpellings, timestamp }),
      signal,
    };
    if (!(await this.#turn())) return ended({ kind: 'refused', why: FULL });
    try {
      if (this.#isClosed) return ended({ kind: 'cancelled', why: 'the engine was closed before it began' });
      const untrusted = this.#tasks.ifUntrusted(hook, launch);
      return untrusted === null ? await runner.run(this.#tasks.of(hook, launch, null)) : ended(untrusted);
    } finally {
      this.#pass();
    }
  }

  /** Waits for a place; `false`: too many do. */
  async #turn(): Promise<boolean> {
    if (this.#count < MOST_OBSERVING) {
      this.#count += 1;
      return true;
    }
    if (this.#waiting.length >= MOST_WAITING) return false;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return true;
  }

  /** Hands the place to who waits longest. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#count -= 1;
    else next();
  }
}
