// The road: an event comes in, hooks are matched and run, one decision goes out.
import type { Reload } from '../config/index.js';
import {
  capStopRounds,
  decide,
  deniedUnjudged,
  joinRounds,
  nothingToDecide,
  UNCOUNTED,
} from '../decide/index.js';
import type { EndSignal } from '../end-signal.js';
import { aboutUnknown, type HookInput, type UnknownInput } from '../events/index.js';
import type { Planner } from '../match/index.js';
import type { Decision, EventName, Generation, Hook, HookId, Plan, Runner, Said } from '../nouns.js';
import { quote } from '../text/index.js';
import { isFault, stopCap, unheardFault, withMinimum, withNotDone, withStopFlag } from './around.js';
import { Definitions } from './definitions.js';
import { engineDiagnostic } from './diagnostic.js';
import type { DispatchOptions, Engine, Lending } from './engine.js';
import { EnvFiles } from './env-files.js';
import { Launcher } from './launch.js';
import { Noticing } from './noticing.js';
import { Observers, type Seen } from './observers.js';
import type { Handed, Settled } from './options.js';
import { quietJournal } from './quiet-journal.js';
import { Remembered } from './remembered.js';
import { runnersFor } from './runners.js';
import { guardsIn, rewrittenCall, settledRound } from './second-round.js';
import { type SessionMemory, Sessions } from './sessions.js';
import { skillIn } from './skill-in.js';
import { Spill } from './spill.js';
import { Tasks } from './tasks.js';

/** What one event goes by from its beginning to its end. */
interface InForce {
  readonly planner: Planner;
  readonly generation: Generation;
  readonly signal: EndSignal | null;
  readonly textLimit: number | undefined;
  readonly onHook: DispatchOptions['onHook'];
  readonly notDone: DispatchOptions['notDone'];
  readonly loan: DispatchOptions['loan'];
  readonly startedAt: number;
}

export class HookEngine implements Engine {
  readonly #settled: Settled;
  readonly #runners: Partial<Readonly<Record<string, Runner>>>;
  readonly #sessions = new Sessions();
  /** `null`: this engine lives as long as its sessions. */
  readonly #remembered: Remembered | null;
  readonly #envFiles: EnvFiles;
  readonly #spill: Spill;
  readonly #launcher: Launcher;
  readonly #observers: Observers;
  readonly #noticing: Noticing;
  readonly #definitions: Definitions;
  readonly #idleDecisions = new WeakMap<Plan, Decision>();
  readonly #stopCap: number;

  constructor(given: Settled) {
    const { journal, onDiagnostic } = given;
    const settled = {
      ...given,
      journal: journal === null ? null : quietJournal(journal, onDiagnostic),
    };
    this.#settled = settled;
    this.#definitions = new Definitions(settled, {
      adopted: () => {
        for (const runner of Object.values(this.#runners)) runner?.reloaded?.();
      },
      tell: (news) => this.#sessions.tell(news),
    });
    this.#remembered = settled.oneShot
      ? new Remembered(this.#sessions, settled.stateDir, settled.projectDir)
      : null;
    this.#noticing = new Noticing(this.#remembered);
    this.#envFiles = new EnvFiles(settled.stateDir, settled.profile);
    this.#spill = new Spill(settled.stateDir, settled.oneShot);
    this.#runners = runnersFor(settled, {
      generation: () => this.generation,
      reading: () => this.#definitions.reading,
    });
    const tasks = new Tasks(settled, this.#envFiles);
    this.#launcher = new Launcher(settled, this.#runners, tasks, this.#sessions);
    this.#observers = new Observers(settled, this.#runners, tasks);
    this.#stopCap = stopCap(settled.env);
    this.#definitions.follow();
  }

  get generation(): Generation {
    return this.#definitions.generation;
  }

  plan(input: HookInput): Plan {
    return this.#definitions.planner.plan(input, this.#sessions.peek(input.sessionId));
  }

  mayRun(event: EventName, target: string): boolean {
    return this.#definitions.planner.mayRun(event, target);
  }

  passed(input: HookInput, times: number): void {
    this.#settled.journal?.idle(this.plan(input), input.sessionId, times);
  }

  async dispatch(input: HookInput, options: DispatchOptions = {}): Promise<Decision> {
    this.#remembered?.recall(input);
    // Whoever was asked for permission is told when a guard is gone, also if no guard ever spoke.
    const known = this.#sessions[input.row.permission ? 'open' : 'peek'](input.sessionId);
    const isLast = input.row.moment === 'session-ends';
    // What the last event itself has to say is still to be read.
    if (isLast) this.#spill.remove(input.sessionId);
    if (options.sameTurn !== true && known.noticeProgress(input)) this.#remembered?.keepRounds(known);
    const plan = this.#definitions.planner.plan(input, known);
    if (plan.shut !== null) return this.#deny(input, plan, plan.shut);
    if (input.beyond !== null && this.#isGuarded(input))
      return this.#deny(
        input,
        plan,
        `No hook can judge this ${input.row.name}, so it is denied: ${input.beyond}`,
      );
    // What no hook can judge is not shown to one that only looks.
    const isSeen = plan.observed !== undefined && input.beyond === null;
    const isIdle = plan.runs.length === 0 && known.late.length === 0 && known.lateDiagnostics.length === 0;
    const asked = isIdle && !isSeen ? input : this.#asked(input, known);
    const seen = isSeen ? this.#seen(plan, asked, this.generation) : null;
    const decision = isIdle ? this.#nothingFor(plan) : await this.#run(plan, asked, options);
    // Where hooks look at it, it is an event of its own, and recorded when they do.
    if (seen !== null) this.#observers.look(seen, isIdle ? decision : null);
    else if (isIdle) this.#tellOfNothing(decision, input);
    const fault = input.row.permission ? unheardFault(decision, this.#settled.oneShot) : null;
    if (fault !== null) throw fault.error;
    this.#noticeSkill(input, decision);
    if (isLast) {
      this.#envFiles.remove(input.sessionId);
      this.#forget(input.sessionId);
    }
    return decision;
  }

  async lend(input: HookInput, at: number): Promise<Lending | null> {
    const { planner } = this.#definitions;
    const session = this.#sessions.peek(input.sessionId);
    planner.plan(input, session);
    const plan = planner.steady(input.row.name, input.target ?? '');
    const [hook, ...others] = plan?.runs ?? [];
    if (plan === null || hook === undefined || others.length > 0) return null;
    if (plan.shut !== null || plan.observed !== undefined || plan.diagnostics.length > 0) return null;
    const { generation } = this;
    return this.#launcher.lend(hook, plan, this.#asked(input, session), { generation, startedAt: at });
  }

  async runBehind({ input, hooks, eventId, startedAt, ...again }: Handed<HookId>): Promise<void> {
    if (eventId !== '') this.#settled.journal?.recordedAs?.(input, eventId);
    const generation = this.generation;
    const wanted = generation.hooks.filter(({ id, inactive }) => inactive === null && hooks.includes(id));
    const plan = { ...this.plan(input), runs: wanted.filter(({ observes }) => observes === undefined) };
    const observed = wanted.filter(({ observes }) => observes !== undefined);
    const session = this.#sessions.open(input.sessionId);
    if (observed.length > 0) {
      const event = { plan: { ...plan, observed }, input, session, generation };
      this.#observers.look({ ...this.#observers.seen(event, startedAt), ...again }, null);
    }
    await this.#launcher.runBehind(plan, input, { generation, startedAt });
    await this.idle();
  }

  /** An event as hooks are told of it. */
  #asked(input: HookInput, session: SessionMemory): HookInput {
    const { profile, projectDir } = this.#settled;
    return withMinimum(withStopFlag(input, session, profile), projectDir);
  }

  /** An event as hooks that only observe are to see it, whatever comes of it. */
  #seen(plan: Plan, input: HookInput, generation: Generation): Seen {
    const session = this.#sessions.open(input.sessionId);
    this.#noteRan(session, plan.observed ?? []);
    return this.#observers.seen({ plan, input, session, generation });
  }

  /** Whether some hook would want to judge such an event. Which of them would be asked cannot be told without its fields. */
  #isGuarded({ row }: HookInput): boolean {
    return this.generation.hooks.some(
      ({ event, inactive, observes }) => event === row.name && inactive === null && observes === undefined,
    );
  }

  #deny(input: HookInput, plan: Plan, why: string): Decision {
    const decision = deniedUnjudged(plan, why);
    this.#settled.journal?.dispatched({ input, decision, startedAt: Date.now(), durationMs: 0 });
    return decision;
  }

  async #run(plan: Plan, input: HookInput, options: DispatchOptions): Promise<Decision> {
    const { signal, textLimit, onHook, notDone, loan } = options;
    const [startedAt, start] = [Date.now(), performance.now()];
    // Both rounds of an event go by the same definitions.
    const inForce = {
      planner: this.#definitions.planner,
      generation: this.generation,
      signal: signal ?? null,
      textLimit,
      onHook,
      notDone,
      loan,
      startedAt,
    };
    const decided = await this.#round(plan, input, inForce);
    const session = this.#sessions.open(input.sessionId);
    const capped = this.#applyStopCap(decided, input, session, options.endless === true);
    const exported = input.row.envFile ? await this.#envFiles.collect(session, this.#settled.env) : [];
    const found = [...session.takeLateDiagnostics(), ...exported];
    const whole = found.length === 0 ? capped : { ...capped, diagnostics: [...capped.diagnostics, ...found] };
    const decision = withNotDone(this.#spill.apply(whole, input.sessionId, textLimit), notDone);
    this.#settled.journal?.dispatched({ input, decision, startedAt, durationMs: performance.now() - start });
    return decision.updatedInput === null ? decision : this.#judgeRewritten(decision, input, inForce);
  }

  async #round(plan: Plan, input: HookInput, inForce: InForce): Promise<Decision> {
    const { generation, signal, onHook, loan, startedAt } = inForce;
    const { profile, projectAllow, oneShot, journal } = this.#settled;
    const session = this.#sessions.open(input.sessionId);
    const files = this.#noticing.files(plan, input, session);
    const ending = this.#launcher.runAll(plan, input, { generation, signal, onHook, files, loan, startedAt });
    // Later the host would wait for it.
    if (oneShot) journal?.expected?.(plan, input);
    const runs = await ending;
    this.#noteRan(
      session,
      runs.filter(({ outcome }) => !isFault(outcome)).map(({ hook }) => hook),
    );
    const decided = decide({ input, plan, runs, late: session.takeLate(), projectAllow }, profile);
    return this.#noticing.about(decided, input, generation, session, files);
  }

  #noteRan(session: SessionMemory, hooks: readonly Hook[]): void {
    const once = hooks.filter((hook) => hook.once).map(({ id }) => id);
    for (const id of once) session.ran.add(id);
    this.#remembered?.keepRan(session, once);
  }

  async #judgeRewritten(first: Decision, input: HookInput, inForce: InForce): Promise<Decision> {
    const { profile, journal } = this.#settled;
    const call = profile.rewrittenCalls === 'judged-again' ? rewrittenCall(first, input) : null;
    if (call === null) return first;
    const [startedAt, start] = [Date.now(), performance.now()];
    const plan = guardsIn(inForce.planner.plan(call.input, this.#sessions.peek(input.sessionId)), call.by);
    const seen = plan.observed === undefined ? null : this.#seen(plan, call.input, inForce.generation);
    const asked = plan.runs.length === 0 ? null : await this.#round(plan, call.input, inForce);
    if (seen !== null) this.#observers.look({ ...seen, of: input, rewrittenBy: call.by.id }, null);
    if (asked === null) return first;
    const second = settledRound(asked, call);
    const spilt = this.#spill.apply(second, input.sessionId, inForce.textLimit);
    const decision = withNotDone(spilt, inForce.notDone);
    const durationMs = performance.now() - start;
    journal?.dispatched({ input: call.input, decision, startedAt, durationMs, rewrittenBy: call.by.id });
    return joinRounds(first, decision, call.by);
  }

  #nothingFor(plan: Plan): Decision {
    const known = this.#idleDecisions.get(plan);
    const decision = known ?? nothingToDecide(plan);
    if (known === undefined) this.#idleDecisions.set(plan, decision);
    return decision;
  }

  #tellOfNothing(decision: Decision, input: HookInput): void {
    const { journal } = this.#settled;
    if (journal === null) return;
    if (journal.wantsAll !== true) {
      journal.idle(decision.plan, input.sessionId);
      return;
    }
    const whole = this.#asked(input, this.#sessions.peek(input.sessionId));
    journal.dispatched({ input: whole, decision, startedAt: Date.now(), durationMs: 0 });
  }

  #applyStopCap(decision: Decision, input: HookInput, session: SessionMemory, endless: boolean): Decision {
    if (input.row.stops === null) return decision;
    const agent = input.agentId ?? '';
    const after = (before: Parameters<typeof capStopRounds>[1]) =>
      capStopRounds(decision, before, this.#stopCap);
    let counted = after(session.stopRounds.get(agent));
    // Who stops at the first attempt leaves nothing to remember.
    if (this.#remembered !== null && (decision.continues || session.stopRounds.has(agent))) {
      const isKept = this.#remembered.countRound(session, agent, (before) => {
        counted = after(before);
        return counted.rounds;
      });
      if (!isKept && endless && input.fields['stop_hook_active'] === true) counted = after(UNCOUNTED);
    }
    session.stopRounds.set(agent, counted.rounds);
    return counted.decision;
  }

  #forget(sessionId: string): void {
    this.#sessions.forget(sessionId);
    this.#remembered?.forget(sessionId);
  }

  #noticeSkill(input: HookInput, decision: Decision): void {
    const skill = skillIn(input);
    if (skill === null || decision.blocked) return;
    this.activateSkill(input.sessionId, skill);
    if (this.generation.hooks.some(({ source }) => source.skill === skill))
      this.#remembered?.keepSkill(input.sessionId, skill);
  }

  unknown({ name, fields }: UnknownInput): void {
    const { journal, onDiagnostic } = this.#settled;
    const session = typeof fields['session_id'] === 'string' ? fields['session_id'] : '';
    const isFirst =
      journal === null ? this.#sessions.open(session).isNewEvent(name) : journal.unknown(name, session);
    if (!isFirst) return;
    const message = `No hook can be asked about an event ${quote(name.slice(0, 100))}: nobody knows it. ${aboutUnknown(name)}`;
    onDiagnostic(engineDiagnostic('event-not-known', message, null, null));
  }

  tellOnce(sessionId: string, sentences: readonly string[]): readonly string[] {
    if (sentences.length === 0) return [];
    const session = this.#sessions.open(sessionId);
    const news = [...new Set(sentences)].filter((sentence) => !session.told.has(sentence));
    for (const sentence of news) session.told.add(sentence);
    if (news.length > 0) this.#remembered?.keepTold(session, news);
    return news;
  }

  takeLate(sessionId: string): readonly Said<string>[] {
    const session = this.#sessions.peek(sessionId);
    return session.late.length === 0 ? [] : this.#spill.texts(session.takeLate(), sessionId);
  }

  hasNews(sessionId: string): boolean {
    return this.#sessions.peek(sessionId).lateDiagnostics.length > 0;
  }

  isQuiet(sessionId: string): boolean {
    if (!this.#sessions.knows(sessionId)) return false;
    const { late, lateDiagnostics } = this.#sessions.peek(sessionId);
    return late.length === 0 && lateDiagnostics.length === 0 && !this.#launcher.hasBackground;
  }

  envFiles(sessionId: string): readonly string[] {
    return this.#envFiles.list(this.#sessions.peek(sessionId));
  }

  exportedEnv(sessionId: string): Readonly<Record<string, string>> {
    return this.#sessions.peek(sessionId).exported;
  }

  activateSkill(sessionId: string, skill: string): void {
    this.#sessions.open(sessionId).activeSkills.add(skill);
  }

  endSession(sessionId: string): void {
    this.#launcher.endSession(sessionId);
    this.#observers.endSession(sessionId);
    this.#envFiles.remove(sessionId);
    this.#spill.remove(sessionId);
    this.#forget(sessionId);
  }

  deactivateSkill(sessionId: string, skill: string): void {
    if (this.#sessions.peek(sessionId).activeSkills.has(skill))
      this.#sessions.open(sessionId).activeSkills.delete(skill);
  }

  addSkill(file: string): Reload {
    return this.#definitions.addSkill(file);
  }

  reload(): Reload {
    return this.#definitions.reload();
  }

  async idle(): Promise<void> {
    do {
      await this.#launcher.idle();
      await this.#observers.idle();
    } while (this.#launcher.hasBackground);
  }

  async close(): Promise<void> {
    this.#definitions.close();
    this.#observers.close();
    await Promise.all(Object.values(this.#runners).map((runner) => runner?.close()));
    await this.idle();
    this.#remembered?.keepLate();
    await this.#settled.journal?.flush();
  }
}
