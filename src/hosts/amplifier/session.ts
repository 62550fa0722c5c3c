// One session of Amplifier: each of its events to the hooks, and what they decide to where it counts.
import type { Engine } from '../../engine/index.js';
import { beyondBounds, eventRow } from '../../events/index.js';
import type { EventData, HookResult } from '../../kernel/index.js';
import { reasonOf } from '../../text/index.js';
import { isOfTrust } from '../../trust/index.js';
import { Exports } from '../exports.js';
import { Asking } from './asking.js';
import { type Abilities, Core } from './core.js';
import type { Family } from './family.js';
import { Lending } from './lending.js';
import { eventsFor, type HeardEvents, nativeEvent } from './native-events.js';
import { Passing } from './passing.js';
import type { AmplifierSession, EventReply, HostPort, LoanCall, LoanEnd, SessionAbout } from './port.js';
import { askAtFault, denied } from './results.js';
import { callIn, Rewrites, ToolCalls } from './tool-calls.js';
import { Voice } from './voice.js';

/** A timer that can be called off. */
export type StartTimer = (ms: number, then: () => void) => () => void;

const NONE: readonly string[] = [];

/** What has run already is judged in far less. */
const RECORDED_MS = 1000;

/** Hooks hear that the user is waited for after this long. */
export const IDLE_MS = 60_000;

export interface SessionParts {
  readonly engine: Engine;
  readonly about: SessionAbout;
  readonly can: Abilities;
  readonly port: HostPort;
  readonly family: Family;
  readonly startTimer: StartTimer;
}

export class Session implements AmplifierSession {
  readonly #core: Core;
  readonly #passing: Passing;
  /** `null`: the host starts no processes. */
  readonly #lending: Lending | null;
  readonly #startTimer: StartTimer;
  readonly #exports: Exports;
  readonly #end = new AbortController();
  readonly #aside = new Set<Promise<unknown>>();
  /** Events that the host answered itself. */
  readonly #ran = new Set<Promise<void>>();
  #endIdling: (() => void) | null = null;
  #greeted = false;
  #heard: HeardEvents | null = null;

  constructor({ engine, about, can, port, family, startTimer }: SessionParts) {
    this.#startTimer = startTimer;
    family.add(about);
    const voice = new Voice(port, can.show === true, () => engine.generation.hooks);
    this.#core = new Core({
      engine,
      about,
      can,
      port,
      family,
      voice,
      asking: new Asking(engine, about, family, voice, can.injection_limit ?? null),
      calls: new ToolCalls(),
      rewrites: new Rewrites(),
      aside: (work) => this.#begin(work),
    });
    this.#passing = new Passing(this.#core);
    const { lend, recall } = port;
    this.#lending =
      lend === undefined || recall === undefined
        ? null
        : new Lending(this.#core, { lend, recall }, () => this.#isAwaited());
    this.#exports = new Exports(engine, this.#core.parts.asking.root);
  }

  events(): readonly string[] {
    this.#heard = eventsFor(this.#core, this.#heard);
    return this.#heard.names;
  }

  passing(): readonly string[] {
    return this.#isHeard() ? NONE : this.#passing.tools();
  }

  /** The next event does something of its own. */
  #isHeard(): boolean {
    return (this.#core.isRoot && !this.#greeted) || this.#endIdling !== null;
  }

  #isAwaited(): boolean {
    return this.#isHeard() || this.#passing.isAwaited();
  }

  judged(): boolean {
    const { asking } = this.#core.parts;
    return asking.has('PreToolUse') || asking.has('PermissionRequest');
  }

  passed(tools: Readonly<Record<string, number>>): void {
    for (const [native, times] of Object.entries(tools)) this.#passing.passed(native, times);
  }

  async handle(
    event: string,
    data: Readonly<EventData>,
    signal: AbortSignal | null = null,
    call?: LoanCall,
  ): Promise<EventReply> {
    const result = await this.#result(event, data, signal, call);
    return event === 'session:end' ? { result } : { result, ...this.#exports.take() };
  }

  ran(event: string, data: Readonly<EventData>, call: LoanCall): Promise<void> {
    const told = this.#hasRun(event, data, call).finally(() => this.#ran.delete(told));
    this.#ran.add(told);
    return told;
  }

  async #hasRun(event: string, data: Readonly<EventData>, call: LoanCall): Promise<void> {
    // What was let through is never run a second time.
    if (this.#lending?.knows(call) !== true) return;
    const result = await this.#result(event, data, this.#end.signal, call);
    if (result === null || result.action === 'continue') return;
    const what = callIn(data).native || event;
    const why = `Hooks answered “${result.action}” for ${what} after it had gone on: ${result.reason ?? ''}`;
    this.#core.parts.voice.say(why, 'error');
  }

  ended(loan: number, end: LoanEnd): void {
    this.#lending?.ended(loan, end);
  }

  unused(loans: readonly number[], failed: boolean): void {
    this.#lending?.gone(loans, failed);
  }

  unjudged(call: LoanCall | undefined): void {
    if (call !== undefined) this.#lending?.called(call)?.release();
  }

  recall(): void {
    this.#lending?.check();
  }

  async #result(
    event: string,
    data: Readonly<EventData>,
    signal: AbortSignal | null,
    call: LoanCall | undefined,
  ): Promise<HookResult | null> {
    this.#endIdling?.();
    this.#endIdling = null;
    const { voice, engine } = this.#core.parts;
    const native = nativeEvent(event);
    if (native === undefined) return null;
    if (this.#core.isRoot) {
      const { diagnostics } = engine.generation;
      if (!this.#greeted) voice.tellDiagnostics(diagnostics.filter(({ severity }) => severity === 'error'));
      // What came to wait meanwhile is told with the next prompt.
      if (!this.#greeted || event === 'prompt:submit')
        voice.tellDiagnostics(diagnostics.filter(({ code }) => isOfTrust(code)));
      this.#greeted = true;
    }
    const loan = call === undefined ? null : (this.#lending?.called(call) ?? null);
    if (event === 'tool:pre') this.#notice(data);
    const beyond = beyondBounds(data);
    const result =
      beyond === null
        ? await native
            .handle(this.#core, data, signal, loan)
            .catch((error: unknown) => this.#fault(event, data, error))
        : this.#unjudged(event, beyond);
    // One that no hook of this event was asked with ends with it.
    loan?.release();
    if (event === 'orchestrator:complete' && data['goal_final'] !== false) this.#idle();
    return voice.with(signal?.aborted === true ? null : result);
  }

  #notice(data: Readonly<EventData>): void {
    const { native } = callIn(data);
    this.#passing.notice(native);
    this.#lending?.notice(native, data);
  }

  async close(): Promise<void> {
    this.#endIdling?.();
    this.#endIdling = null;
    if (this.#ran.size > 0) await this.#recorded();
    this.#lending?.close();
    this.#end.abort('the session was closed');
    const { engine, asking } = this.#core.parts;
    // A sub-session is part of its root's, which goes on.
    if (this.#core.isRoot) engine.endSession(asking.root);
    await Promise.all(this.#aside);
  }

  /** Until what the host went on with is written down; hooks that were not there when it did are not waited for. */
  async #recorded(): Promise<void> {
    const timer = setTimeout(() => this.#end.abort('the session was closed'), RECORDED_MS);
    await Promise.allSettled(this.#ran);
    clearTimeout(timer);
  }

  /** Deeper or larger than hooks can be told: what asks for permission is denied, of everything else the user hears. */
  #unjudged(event: string, why: string): HookResult | null {
    const message = `No hook can judge this ${event}: ${why}`;
    if (this.#isPermission(event)) return denied(`${message}. It is denied.`);
    this.#core.parts.voice.say(message, 'error');
    return null;
  }

  /**
   * A fault of ours is no decision of a hook. With `fail_closed` a gate is closed; without it the user is asked where a hook would
   * have said whether something is permitted, because a fault is no assent either.
   */
  #fault(event: string, data: Readonly<EventData>, error: unknown): HookResult | null {
    const { voice, about } = this.#core.parts;
    const why = reasonOf(error);
    voice.say(`No hook ran for ${event}: ${why}`, 'error');
    if (about.failClosed === true && nativeEvent(event)?.role === 'gate')
      return denied(`The hooks for this could not be asked, and fail_closed is set: ${why}`);
    if (!this.#isPermission(event)) return null;
    const { native, input } = callIn(data);
    return askAtFault(native || 'this operation', input, why);
  }

  /** Whether hooks are configured that say whether what the event is about is permitted. */
  #isPermission(event: string): boolean {
    return [...this.#core.parts.asking.events].some((name) => {
      const { permission, amplifier } = eventRow(name);
      return permission && amplifier.from.some((from) => from === event);
    });
  }

  #idle(): void {
    const { asking } = this.#core.parts;
    if (!this.#core.isRoot || !asking.has('Notification')) return;
    const fields = { notification_type: 'idle_prompt', message: 'The agent is waiting for your input' };
    this.#endIdling = this.#startTimer(IDLE_MS, () => {
      this.#begin((signal) => asking.ask('Notification', {}, fields, signal));
    });
  }

  #begin(work: (signal: AbortSignal) => Promise<unknown>): void {
    if (this.#end.signal.aborted) return;
    const done = work(this.#end.signal)
      .catch((error: unknown) => this.#fault('Notification', {}, error))
      .finally(() => this.#aside.delete(done));
    this.#aside.add(done);
  }
}
