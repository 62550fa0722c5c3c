// Starts the hooks of a plan together and gathers how they ended; background hooks report to their session later.

import { blocks, isAsyncMarker, keepLate, type Late, lateOf, wouldDecide } from '../decide/index.js';
import { nativeSignal } from '../end-signal.js';
import { type HookInput, renderStdin } from '../events/index.js';
import type { Hook, Outcome, Plan, Run, Runner, Task } from '../nouns.js';
import { isAwaited } from './around.js';
import { isUnblockable } from './budgets.js';
import { isoTime } from './clock.js';
import { boundedDiagnostics } from './diagnostics.js';
import type { DispatchOptions, Lending } from './engine.js';
import type { FileWatch } from './file-watch.js';
import { guarded } from './guarded.js';
import type { Settled } from './options.js';
import { SessionEnds } from './session-ends.js';
import type { Sessions } from './sessions.js';
import type { Launch, Tasks } from './tasks.js';

/** More background hooks than this at once are refused, and say so. */
export const MOST_IN_BACKGROUND = 32;
const FULL = `${MOST_IN_BACKGROUND} background hooks are running already`;

/** Problems of background hooks that wait for the next event of their session; each was told at once, too. */
const MOST_DIAGNOSTICS = 100;

/** Where a block ends the other hooks, they have this long from their start on, so that each has begun its work. */
const HEAD_START_MS = 250;
/** The same where they are ended only because the host waits for this process, so that short ones have done it. */
const LONG_START_MS = 1000;

/** With somebody who looks on. */
interface Watched extends Launch {
  readonly onHook: DispatchOptions['onHook'];
  /** One of them runs already. */
  readonly loan: DispatchOptions['loan'];
  /** Looks at the file that the event is about whenever a hook has ended. */
  readonly files: FileWatch | null;
  readonly plan: Plan;
  /** When the event began: hooks are told no other time, so that what is recorded can be told again. */
  readonly startedAt: number;
  /** Background hooks that somebody else is to run; `null`: they run here. */
  readonly handed: Hook[] | null;
  /** Another process answers the event, and waits for none of them. */
  readonly isBehind: boolean;
}

type How = Pick<Watched, 'generation' | 'signal' | 'onHook' | 'files' | 'loan' | 'startedAt'>;

const UNWATCHED = { signal: null, onHook: undefined, loan: undefined, files: null };

/** Who looks on has no say: what it throws changes nothing. */
function tell({ onHook }: Watched, hook: Hook, state: 'begins' | 'ended'): void {
  try {
    onHook?.(hook, state);
  } catch {
    // A faulty onlooker must not lose the decision.
  }
}

export class Launcher {
  readonly #settled: Settled;
  readonly #runners: Partial<Readonly<Record<string, Runner>>>;
  readonly #tasks: Tasks;
  readonly #sessions: Sessions;
  readonly #running = new Set<Promise<void>>();
  readonly #ends = new SessionEnds();
  #inBackground = 0;

  constructor(
    settled: Settled,
    runners: Partial<Readonly<Record<string, Runner>>>,
    tasks: Tasks,
    sessions: Sessions,
  ) {
    this.#settled = settled;
    this.#runners = runners;
    this.#tasks = tasks;
    this.#sessions = sessions;
  }

  /** Whether a hook runs that nobody waits for. */
  get hasBackground(): boolean {
    return this.#inBackground > 0;
  }

  /** Runs all hooks of the plan; the runs come back in the order of the plan. */
  runAll(plan: Plan, input: HookInput, how: How): Promise<readonly Run[]> {
    const { handOver } = this.#settled;
    const handed: Hook[] | null = handOver === null ? null : [];
    const launch: Watched = { ...this.#launchOf(plan, input, how), handed };
    const runs = this.#started(plan, launch);
    if (how.files?.inTurn === true) return runs.finally(() => this.#handOn(launch));
    this.#handOn(launch);
    return runs;
  }

  /** Runs background hooks of an event that another process answers. */
  async runBehind(plan: Plan, input: HookInput, how: Pick<How, 'generation' | 'startedAt'>): Promise<void> {
    const launch = { ...this.#launchOf(plan, input, { ...how, ...UNWATCHED }), isBehind: true };
    await Promise.all(plan.runs.map((hook) => this.#run(hook, launch)));
  }

  /** The next run of a hook for such an event, for the host to start. */
  async lend(
    hook: Hook,
    plan: Plan,
    input: HookInput,
    how: Pick<How, 'generation' | 'startedAt'>,
  ): Promise<Lending | null> {
    const { handler, once } = hook;
    if (handler.type !== 'command' || handler.background !== 'no' || once) return null;
    const launch = this.#launchOf(plan, input, { ...how, ...UNWATCHED });
    const task = this.#tasks.of(hook, launch, () => false);
    const loan = (await this.#runners['command']?.lend?.(task)) ?? null;
    return loan === null ? null : { loan, stdin: launch.stdin };
  }

  #launchOf(plan: Plan, input: HookInput, how: How): Watched {
    const { bothSpellings, timestamp } = this.#settled.profile;
    const session = this.#sessions.open(input.sessionId);
    const stdin = renderStdin(input, { bothSpellings, timestamp: timestamp ? isoTime(how.startedAt) : null });
    return { ...how, plan, input, session, stdin, handed: null, isBehind: false };
  }

  #started(plan: Plan, launch: Watched): Promise<readonly Run[]> {
    const { profile, oneShot } = this.#settled;
    if (launch.files?.inTurn === true) return this.#inTurn(plan, launch);
    const isEnding = profile.promptBlockEndsOthers || oneShot;
    return isEnding && launch.input.row.moment === 'turn-begins'
      ? this.#untilBlocked(plan, launch)
      : Promise.all(plan.runs.map((hook) => this.#run(hook, launch)));
  }

  /** Gives hooks to who outlives this process. */
  #handOn(launch: Watched): void {
    const { handOver, journal } = this.#settled;
    const { input, handed, startedAt } = launch;
    if (handOver === null || handed === null || handed.length === 0) return;
    const eventId = journal?.idOf?.(input) ?? '';
    const taken = handOver({ input, hooks: handed, eventId, startedAt }).catch(() => false);
    const told = taken.then((isTaken) => {
      this.#running.delete(told);
      // Where nobody takes them they run here, and are waited for.
      if (!isTaken) for (const hook of handed) void this.#run(hook, { ...launch, handed: null, files: null });
    });
    this.#running.add(told);
  }

  /** One after the other, so that it can be told which of them does what. */
  async #inTurn(plan: Plan, launch: Watched): Promise<readonly Run[]> {
    const runs: Run[] = [];
    for (const hook of plan.runs) runs.push(await this.#run(hook, launch));
    return runs;
  }

  /** The first hook that blocks ends the others. */
  async #untilBlocked(plan: Plan, launch: Watched): Promise<readonly Run[]> {
    const { profile } = this.#settled;
    const others = new EndOfOthers(profile.promptBlockEndsOthers ? HEAD_START_MS : LONG_START_MS);
    const signal =
      launch.signal === null ? others.signal : AbortSignal.any([nativeSignal(launch.signal), others.signal]);
    const runs = plan.runs.map(async (hook) => {
      const run = await this.#run(hook, { ...launch, signal });
      if (blocks(run, launch.input, profile)) others.come();
      return run;
    });
    return Promise.all(runs).finally(() => others.cancel());
  }

  /** Resolves when no hook runs any more, background hooks included. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run(hook: Hook, launch: Watched): Promise<Run> {
    const started = guarded(hook, () => this.#start(hook, launch));
    const run = launch.files === null ? started : started.finally(() => launch.files?.ended(hook));
    if (launch.onHook === undefined) return run;
    tell(launch, hook, 'begins');
    return run.finally(() => tell(launch, hook, 'ended'));
  }

  #start(hook: Hook, launch: Watched): Promise<Run> {
    const { type } = hook.handler;
    if (!launch.input.row.handlers.includes(type)) {
      const { name } = launch.input.row;
      return Promise.resolve(refused(hook, `hooks of type "${type}" are not supported for ${name}`));
    }
    const runner = this.#runners[type];
    if (runner === undefined) {
      return Promise.resolve(refused(hook, `no runner for handler type "${type}" is installed in this host`));
    }
    const untrusted = this.#tasks.ifUntrusted(hook, launch);
    if (untrusted !== null) return Promise.resolve({ hook, outcome: untrusted, durationMs: 0 });
    const wantsWaiting = isAwaited(hook, this.#settled.oneShot);
    const moved = wantsWaiting && this.#isMoved(hook, launch);
    const awaited = wantsWaiting && !moved;
    if (!awaited && this.#isFull()) return Promise.resolve(refused(hook, FULL));
    if (!awaited && launch.handed !== null) {
      launch.handed.push(hook);
      return Promise.resolve({ hook, outcome: { kind: 'background' }, durationMs: 0 });
    }
    return new Promise((resolve) => {
      // A hook may ask for the background itself, with its first line; whichever comes first settles the run.
      let inBackground = false;
      let unheard = false;
      const toBackground = (): void => {
        inBackground = true;
        this.#inBackground += 1;
        resolve({ hook, outcome: { kind: 'background' }, durationMs: 0 });
      };
      const onFirstLine = (line: string): boolean | 'in-background' => {
        if (!isAsyncMarker(line)) return false;
        if (this.#isFull()) {
          // It runs already, so it keeps its time limit; but nobody is there to hear it.
          unheard = true;
          resolve(refused(hook, FULL));
          return false;
        }
        toBackground();
        return this.#settled.profile.backgroundTimeout === 'none' || 'in-background';
      };
      const task = () =>
        awaited ? this.#awaitedTask(hook, launch, onFirstLine) : this.#backgroundTask(hook, launch);
      const end = guarded(hook, () => runner.run(task())).then((ended) => {
        this.#running.delete(end);
        const run = this.#tasks.withoutServer(ended);
        if (unheard) return;
        if (!inBackground) return resolve(run);
        this.#inBackground -= 1;
        // Nothing is kept for sessions that nobody ends.
        if (this.#inBackground === 0) this.#ends.clear();
        this.#deliver(run, launch, moved);
      });
      this.#running.add(end);
      if (!awaited) toBackground();
    });
  }

  /** It costs too much to be waited for, here or where the event is answered. */
  #isMoved({ id }: Hook, { isBehind, session, input }: Watched): boolean {
    return isBehind || (session.moved.has(id) && isUnblockable(input.row));
  }

  #isFull(): boolean {
    return this.#inBackground >= MOST_IN_BACKGROUND;
  }

  #awaitedTask(hook: Hook, launch: Watched, onFirstLine: Task['onFirstLine']): Task {
    const task = this.#tasks.of(hook, launch, onFirstLine);
    const { loan } = launch;
    return loan?.hook === hook.id ? { ...task, loan } : task;
  }

  /** It belongs to the session: once it has begun, an event that is aborted is not its own. */
  #backgroundTask(hook: Hook, launch: Launch): Task {
    if (launch.signal?.aborted === true) return this.#tasks.of(hook, launch, null);
    return this.#tasks.of(hook, { ...launch, signal: this.#ends.signalOf(launch.session.id) }, null);
  }

  /** Ends the background hooks of a session. */
  endSession(session: string): void {
    this.#ends.end(session);
  }

  /** A hook that was awaited before loses none of its words by not being awaited; nothing else can come of such an event. */
  #wordsOf(run: Run, input: HookInput, plan: Plan): Late {
    const { profile, projectAllow } = this.#settled;
    const would = wouldDecide(run, { input, plan, projectAllow, awaited: true }, profile);
    return {
      texts: [...would.context, ...would.feedback, ...would.systemMessages],
      diagnostics: would.failures.length === 0 ? [] : lateOf(run, input, profile).diagnostics,
    };
  }

  #deliver(run: Run, { input, session, plan }: Watched, moved: boolean): void {
    const { texts, diagnostics } = moved
      ? this.#wordsOf(run, input, plan)
      : lateOf(run, input, this.#settled.profile);
    this.#settled.journal?.late(run, input, texts);
    const { kept, dropped } = keepLate(session.late, texts, run.hook);
    session.late = kept;
    const found = boundedDiagnostics([...diagnostics, ...dropped]);
    session.lateDiagnostics = [...session.lateDiagnostics, ...found].slice(-MOST_DIAGNOSTICS);
    found.forEach(this.#settled.onDiagnostic);
  }
}

/** Ends the hooks of an event that still run once one of them has blocked it. */
class EndOfOthers {
  readonly #controller = new AbortController();
  readonly #start = performance.now();
  readonly #headStartMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(headStartMs: number) {
    this.#headStartMs = headStartMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  come(): void {
    const wait = Math.max(0, this.#headStartMs - (performance.now() - this.#start));
    this.#timer ??= setTimeout(() => this.#controller.abort('another hook blocked the prompt'), wait);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

function refused(hook: Hook, why: string): Run {
  const outcome: Outcome = { kind: 'refused', why };
  return { hook, outcome, durationMs: 0 };
}
