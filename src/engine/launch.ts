// Starts the hooks of a plan together and gathers how they ended; background hooks report to their session later.
import { blocks, isAsyncMarker, keepLate, lateOf } from '../decide/index.js';
import { type HookInput, renderStdin } from '../events/index.js';
import { hookName } from '../hook-name.js';
import type { Generation, Hook, Outcome, Plan, Run, Runner, Task } from '../nouns.js';
import { isRecord, traceOf } from '../text/index.js';
import { isGuard, trustDiagnostic } from '../trust/index.js';
import { isAwaited } from './around.js';
import { isoNow } from './clock.js';
import { boundedDiagnostics } from './diagnostics.js';
import type { DispatchOptions } from './engine.js';
import type { EnvFiles } from './env-files.js';
import { Environments } from './environments.js';
import type { Settled } from './options.js';
import type { SessionMemory, Sessions } from './sessions.js';
import { timeoutFor } from './timeouts.js';

/** More background hooks than this at once are refused, and say so. */
export const MOST_IN_BACKGROUND = 32;
const FULL = `${MOST_IN_BACKGROUND} background hooks are running already`;

/** Problems of background hooks that wait for the next event of their session; each was told at once, too. */
const MOST_DIAGNOSTICS = 100;

/** Where a block ends the other hooks, they have this long from their start on, so that each has begun its work. */
const HEAD_START_MS = 250;
/** The same where they are ended only because the host waits for this process, so that short ones have done it. */
const LONG_START_MS = 1000;

/** One event on its way through the runners. */
interface Launch {
  readonly input: HookInput;
  readonly session: SessionMemory;
  readonly generation: Generation;
  readonly stdin: Uint8Array;
  readonly signal: AbortSignal | null;
  readonly onHook: DispatchOptions['onHook'];
  /** Background hooks that somebody else is to run; `null`: they run here. */
  readonly handed: Hook[] | null;
}

/** Who looks on has no say: what it throws changes nothing. */
function tell({ onHook }: Launch, hook: Hook, state: 'begins' | 'ended'): void {
  try {
    onHook?.(hook, state);
  } catch {
    // A faulty onlooker must not lose the decision.
  }
}

export class Launcher {
  readonly #settled: Settled;
  readonly #runners: Partial<Readonly<Record<string, Runner>>>;
  readonly #envFiles: EnvFiles;
  readonly #sessions: Sessions;
  readonly #environments: Environments;
  readonly #running = new Set<Promise<void>>();
  /** By session: ends its background hooks. */
  readonly #ends = new Map<string, AbortController>();
  #inBackground = 0;

  constructor(
    settled: Settled,
    runners: Partial<Readonly<Record<string, Runner>>>,
    envFiles: EnvFiles,
    sessions: Sessions,
  ) {
    this.#settled = settled;
    this.#runners = runners;
    this.#envFiles = envFiles;
    this.#sessions = sessions;
    const { env: base, profile, projectDir, remote, hostPid } = settled;
    this.#environments = new Environments({ base, profile, projectDir, remote, hostPid });
  }

  /** Whether a hook runs that nobody waits for. */
  get hasBackground(): boolean {
    return this.#inBackground > 0;
  }

  /** Runs all hooks of the plan; the runs come back in the order of the plan. */
  runAll(
    plan: Pick<Plan, 'runs'>,
    input: HookInput,
    how: Pick<Launch, 'generation' | 'signal' | 'onHook'>,
  ): Promise<readonly Run[]> {
    const { profile } = this.#settled;
    const session = this.#sessions.open(input.sessionId);
    const stdin = renderStdin(input, {
      bothSpellings: profile.bothSpellings,
      timestamp: profile.timestamp ? isoNow() : null,
    });
    const { handOver, journal } = this.#settled;
    const handed: Hook[] | null = handOver === null ? null : [];
    const launch: Launch = { ...how, input, session, stdin, handed };
    const runs = this.#started(plan, launch);
    if (handed === null || handed.length === 0) return runs;
    const taken = handOver?.(input, handed, journal?.idOf?.(input) ?? '').catch(() => false);
    const told = Promise.resolve(taken).then((isTaken) => {
      this.#running.delete(told);
      // Where nobody takes them they run here, and are waited for.
      if (isTaken !== true) for (const hook of handed) void this.#run(hook, { ...launch, handed: null });
    });
    this.#running.add(told);
    return runs;
  }

  /** Runs background hooks of an event that another process answers. */
  async runBehind(hooks: readonly Hook[], input: HookInput, generation: Generation): Promise<void> {
    const plan = { runs: hooks };
    await this.runAll(plan, input, { generation, signal: null, onHook: undefined });
    await this.idle();
  }

  #started(plan: Pick<Plan, 'runs'>, launch: Launch): Promise<readonly Run[]> {
    const { profile, oneShot } = this.#settled;
    const isEnding = profile.promptBlockEndsOthers || oneShot;
    return isEnding && launch.input.row.moment === 'turn-begins'
      ? this.#untilBlocked(plan, launch)
      : Promise.all(plan.runs.map((hook) => this.#run(hook, launch)));
  }

  /** The first hook that blocks ends the others. */
  async #untilBlocked(plan: Pick<Plan, 'runs'>, launch: Launch): Promise<readonly Run[]> {
    const { profile } = this.#settled;
    const others = new EndOfOthers(profile.promptBlockEndsOthers ? HEAD_START_MS : LONG_START_MS);
    const signal = launch.signal === null ? others.signal : AbortSignal.any([launch.signal, others.signal]);
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

  #run(hook: Hook, launch: Launch): Promise<Run> {
    const run = guarded(hook, () => this.#start(hook, launch));
    if (launch.onHook === undefined) return run;
    tell(launch, hook, 'begins');
    return run.finally(() => tell(launch, hook, 'ended'));
  }

  #start(hook: Hook, launch: Launch): Promise<Run> {
    const { type } = hook.handler;
    if (!launch.input.row.handlers.includes(type)) {
      const { name } = launch.input.row;
      return Promise.resolve(refused(hook, `hooks of type "${type}" are not supported for ${name}`));
    }
    const runner = this.#runners[type];
    if (runner === undefined) {
      return Promise.resolve(refused(hook, `no runner for handler type "${type}" is installed in this host`));
    }
    const untrusted = this.#ifUntrusted(hook, launch);
    if (untrusted !== null) return Promise.resolve({ hook, outcome: untrusted, durationMs: 0 });
    const awaited = isAwaited(hook, this.#settled.oneShot);
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
        awaited ? this.#task(hook, launch, onFirstLine) : this.#backgroundTask(hook, launch);
      const end = guarded(hook, () => runner.run(task())).then((ended) => {
        this.#running.delete(end);
        const run = this.#withoutServer(ended);
        if (unheard) return;
        if (!inBackground) return resolve(run);
        this.#inBackground -= 1;
        // Nothing is kept for sessions that nobody ends.
        if (this.#inBackground === 0) this.#ends.clear();
        this.#deliver(run, launch);
      });
      this.#running.add(end);
      if (!awaited) toBackground();
    });
  }

  /** Where trust is off, nobody said anything about the hook; what a person wrote into their own settings is theirs. */
  #isChecked({ trust, voice, source }: Hook): boolean {
    if (this.#settled.guard === null || trust === null || voice === 'managed') return false;
    return voice === 'project' || source.pluginRoot !== null;
  }

  /**
   * Asked at the last moment: what was approved at the start may be another file by now. A guard that was edited opens nothing;
   * elsewhere a hook that is missing is told, and life goes on.
   */
  #ifUntrusted(hook: Hook, { input, session }: Launch): Outcome | null {
    const { guard, projectDir, onDiagnostic } = this.#settled;
    if (!this.#isChecked(hook)) return null;
    const why = guard?.whyNot(hook, this.#settled, input.cwd ?? projectDir) ?? null;
    if (why === null) return null;
    const message = `The ${hookName(hook)} was not run: ${why}`;
    const found = trustDiagnostic('hook-swapped', message, { file: hook.source.file });
    session.lateDiagnostics.push(found);
    onDiagnostic(found);
    return { kind: 'refused', why, ...(isGuard(hook) ? { shuts: true } : {}) };
  }

  /** A guard whose server was edited or taken away opens nothing: that is a guard that was edited. */
  #withoutServer(run: Run): Run {
    const { hook, outcome } = run;
    if (outcome.kind !== 'launchFailed' || outcome.problem !== 'no-server') return run;
    const { guard } = this.#settled;
    if (guard === null || !this.#isChecked(hook) || !isGuard(hook) || !guard.hadServer(hook, this.#settled))
      return run;
    return { ...run, outcome: { kind: 'refused', why: outcome.message, shuts: true } };
  }

  #isFull(): boolean {
    return this.#inBackground >= MOST_IN_BACKGROUND;
  }

  /** It belongs to the session: once it has begun, an event that is aborted is not its own. */
  #backgroundTask(hook: Hook, launch: Launch): Task {
    if (launch.signal?.aborted === true) return this.#task(hook, launch, null);
    return this.#task(hook, { ...launch, signal: this.#endOf(launch.session.id).signal }, null);
  }

  #endOf(session: string): AbortController {
    const known = this.#ends.get(session);
    if (known !== undefined) return known;
    const end = new AbortController();
    this.#ends.set(session, end);
    return end;
  }

  /** Ends the background hooks of a session. */
  endSession(session: string): void {
    this.#ends.get(session)?.abort('the session ended');
    this.#ends.delete(session);
  }

  #task(hook: Hook, launch: Launch, onFirstLine: Task['onFirstLine']): Task {
    const { input, session, generation, stdin, signal } = launch;
    const { profile, projectDir, home, env } = this.#settled;
    return {
      hook,
      input,
      stdin,
      env: this.#environments.for(hook, {
        generationEnv: generation.env,
        sessionId: input.sessionId,
        effort: effortOf(input),
        envFile: input.row.envFile ? this.#envFiles.create(hook, session) : null,
        exported: session.exportedToHooks,
      }),
      http: generation.http,
      cwd: [input.cwd ?? projectDir, projectDir, home, '/'],
      timeoutMs: timeoutFor(onFirstLine === null ? hook : asAwaited(hook), generation, profile, env),
      signal,
      recheck: this.#isChecked(hook) ? () => this.#ifUntrusted(hook, launch) : null,
      onFirstLine,
    };
  }

  #deliver(run: Run, { input, session }: Launch): void {
    const { texts, diagnostics } = lateOf(run, input, this.#settled.profile);
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

/** What throws here is our fault; it is reported as such and never as a decision of the hook. */
const guarded = (hook: Hook, work: () => Promise<Run>): Promise<Run> =>
  new Promise<Run>((resolve) => resolve(work())).catch((error: unknown): Run => {
    const why = `fault in the engine, not in the hook: ${traceOf(error)}`;
    return { hook, outcome: { kind: 'refused', why, fault: { error } }, durationMs: 0 };
  });

/** A hook that could wake the model and is waited for has the time of any other hook. */
function asAwaited(hook: Hook): Hook {
  const { handler } = hook;
  if (handler.type !== 'command' || handler.background === 'no') return hook;
  return { ...hook, handler: { ...handler, background: 'no' } };
}

function refused(hook: Hook, why: string): Run {
  const outcome: Outcome = { kind: 'refused', why };
  return { hook, outcome, durationMs: 0 };
}

function effortOf(input: HookInput): string | null {
  const effort = input.fields['effort'];
  return isRecord(effort) && typeof effort['level'] === 'string' ? effort['level'] : null;
}
