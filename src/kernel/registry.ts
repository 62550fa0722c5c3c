/** The registry: who handles which event, and what all handlers together answer. */

import { isRecord } from '../text/index.js';
import {
  type EventData,
  type HookAnswer,
  type HookResult,
  hookResult,
  parseHookResult,
} from './hook-result.js';
import { mergeInjecting, stampInjections } from './injections.js';
import {
  type Clock,
  inTime,
  isoTime,
  LONGEST_TIMEOUT,
  type Log,
  type LogEntry,
  stderrLog,
  systemClock,
  thrownInWords,
} from './system.js';

/**
 * Handles one event. It gets a copy of the data; only what it returns counts. Nothing returned is `continue`.
 *
 * @example
 * ```ts
 * const noForce = (event, data) =>
 *   String(data.tool_input?.command).includes('--force') ? { action: 'deny', reason: 'No force' } : undefined;
 * const hooks = new HookRegistry();
 * hooks.register('tool:pre', noForce);
 * (await hooks.emit('tool:pre', { tool_input: { command: 'git push --force' } })).reason; // → 'No force'
 * ```
 */
export type HookHandler = (
  event: string,
  data: EventData,
) => HookAnswer | null | undefined | Promise<HookAnswer | null | undefined>;

/**
 * How a handler is registered.
 *
 * @example
 * ```ts
 * const hooks = new HookRegistry();
 * hooks.register('tool:pre', () => undefined, { name: 'second' });
 * hooks.register('tool:pre', () => undefined, { name: 'first', priority: -10 });
 * hooks.listHandlers('tool:pre'); // → { 'tool:pre': ['first', 'second'] }
 * ```
 */
export interface RegisterOptions {
  /** Lower runs earlier, negative too; equal ones run in the order of registration. */
  readonly priority?: number | undefined;
  /** For lists, logs and `unregister`; the name of the function when left out. */
  readonly name?: string | undefined;
}

/**
 * What a registry takes from outside.
 *
 * @example
 * ```ts
 * const failures = [];
 * const hooks = new HookRegistry({ log: (entry) => failures.push(entry.hook) });
 * hooks.register('tool:pre', () => { throw new Error('boom'); }, { name: 'guard' });
 * (await hooks.emit('tool:pre')).action; // → 'continue'
 * failures; // → ['guard']
 * ```
 */
export interface HookRegistryOptions {
  readonly clock?: Clock | undefined;
  /** Hears of every handler that failed, hung or answered nonsense. */
  readonly log?: Log | undefined;
}

interface Registration {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly handler: HookHandler;
}

/**
 * Amplifier's hook registry: handlers run one after the other, by priority, and their answers become one.
 *
 * - `deny` ends the round at once. A question (`ask_user`) wins over injections, those over changed data.
 * - `modify` replaces the data for all later handlers; at the end it comes back as `continue` with that data.
 * - A handler that throws is passed over. One that answers something else than a hook result denies.
 * - `emit` sets no time limit: a handler that hangs, hangs the caller.
 *
 * @example
 * ```ts
 * const hooks = new HookRegistry();
 * hooks.register(HookRegistry.TOOL_PRE, () => ({ action: 'modify', data: { tool_name: 'Read' } }));
 * hooks.register('tool:pre', () => ({ action: 'deny', reason: 'Not on Fridays' }), { priority: 10, name: 'friday' });
 * (await hooks.emit('tool:pre', { tool_name: 'Write' })).reason; // → 'Not on Fridays'
 * hooks.unregister('friday');
 * (await hooks.emit('tool:pre', { tool_name: 'Write' })).data; // → { tool_name: 'Read' }
 * ```
 */
export class HookRegistry {
  static readonly SESSION_START = 'session:start';
  static readonly SESSION_END = 'session:end';
  static readonly PROMPT_SUBMIT = 'prompt:submit';
  static readonly TOOL_PRE = 'tool:pre';
  static readonly TOOL_POST = 'tool:post';
  static readonly CONTEXT_PRE_COMPACT = 'context:pre_compact';
  static readonly ORCHESTRATOR_COMPLETE = 'orchestrator:complete';
  static readonly USER_NOTIFICATION = 'user:notification';

  readonly #clock: Clock;
  readonly #log: Log;
  /** The lists are never changed, only replaced: a round keeps the one it began with. */
  readonly #handlers = new Map<string, readonly Registration[]>();
  #defaults: EventData = {};
  #nextId = 0;

  constructor({ clock, log }: HookRegistryOptions = {}) {
    // Hosts are written in JavaScript too, where null is what is not there.
    this.#clock = clock ?? systemClock;
    this.#log = log ?? stderrLog;
  }

  /** Adds a handler for exactly this event name. The returned function removes it again, and only it. */
  register(event: string, handler: HookHandler, options: RegisterOptions = {}): () => void {
    if (typeof options !== 'object') {
      throw new TypeError(
        `The options of a handler for "${event}" must be an object, such as { priority: 10 }.`,
      );
    }
    const priority = options.priority ?? 0;
    if (typeof handler !== 'function') {
      throw new TypeError(`The handler for "${event}" must be a function, not ${typeof handler}.`);
    }
    if (!Number.isInteger(priority)) {
      throw new TypeError(`The priority of a handler for "${event}" must be an integer, not ${priority}.`);
    }
    const id = this.#nextId++;
    const added = { id, name: options.name ?? (handler.name || `handler-${id}`), priority, handler };
    const all = [...(this.#handlers.get(event) ?? []), added];
    this.#handlers.set(
      event,
      all.sort((a, b) => a.priority - b.priority),
    );
    return () => this.#keep((registration) => registration.id !== id);
  }

  /** Removes every handler of this name, whatever its event. */
  unregister(name: string): void {
    this.#keep((registration) => registration.name !== name);
  }

  #keep(wanted: (registration: Registration) => boolean): void {
    for (const [event, registrations] of this.#handlers) {
      this.#handlers.set(event, registrations.filter(wanted));
    }
  }

  /** Sets the fields that every emitted event carries unless its own data has them. Replaces earlier ones. */
  setDefaultFields(fields: EventData): void {
    this.#defaults = JSON.parse(toJson(fields, 'The default fields'));
  }

  /** The names of the handlers in the order they run, by event. */
  listHandlers(event?: string): Record<string, string[]> {
    const events = event === undefined ? [...this.#handlers.keys()] : [event];
    return Object.fromEntries(
      events.map((name) => [name, (this.#handlers.get(name) ?? []).map((registration) => registration.name)]),
    );
  }

  /**
   * Asks all handlers of the event, one after the other, and returns their common answer. Its action is never `modify`. Data nested
   * so deep that no handler can be told it is denied: who could not be asked has not agreed.
   */
  async emit(event: string, data: EventData = {}): Promise<HookResult> {
    const registrations = this.#handlers.get(event) ?? [];
    let given: string;
    try {
      given = toJson(data, `The data of "${event}"`);
    } catch (error) {
      if (registrations.length === 0 || !isTooDeep(error)) throw error;
      const reason = `The data of "${event}" is nested deeper than handlers can be told, so it is denied.`;
      return hookResult({ action: 'deny', reason });
    }
    if (registrations.length === 0) return continueWith(given);

    let current = this.#stamped(given);
    let question: HookResult | undefined;
    const injecting: HookResult[] = [];
    for (const registration of registrations) {
      const result = await this.#ask(registration, event, current);
      if (result.action === 'deny') return result;
      if (result.action === 'modify' && result.data !== null) current = JSON.stringify(result.data);
      if (result.action === 'ask_user') question ??= result;
      if (result.action === 'inject_context') {
        const stamped = stampInjections(result, registration.name, event);
        if (stamped.context_injections.length > 0) injecting.push(stamped);
      }
    }
    return question ?? mergeInjecting(injecting) ?? continueWith(current);
  }

  /**
   * Asks all handlers and returns the data of every answer, whatever its action. Each handler gets the data as given,
   * without default fields, and `timeout` seconds; those that fail or are late are passed over.
   */
  async emitAndCollect(
    event: string,
    data: EventData = {},
    options: { readonly timeout?: number | undefined } = {},
  ): Promise<EventData[]> {
    const timeout = options.timeout ?? 1.0;
    if (!(timeout >= 0 && timeout <= LONGEST_TIMEOUT)) {
      throw new RangeError(`The timeout must be between 0 and ${LONGEST_TIMEOUT} seconds, not ${timeout}.`);
    }
    const registrations = this.#handlers.get(event) ?? [];
    const given = toJson(data, `The data of "${event}"`);
    const collected: EventData[] = [];
    for (const registration of registrations) {
      const result = await inTime(this.#ask(registration, event, given), timeout, this.#clock);
      if (result === undefined) {
        this.#report(registration, event, {
          level: 'warning',
          code: 'handler_timed_out',
          message: `gave no answer within ${timeout} s; it was passed over`,
        });
      } else if (result.data !== null) {
        collected.push(result.data);
      }
    }
    return collected;
  }

  /** Data crosses to a handler and back as JSON, so that nobody holds a reference to what others see. Never throws. */
  async #ask(registration: Registration, event: string, data: string): Promise<HookResult> {
    let answer: unknown;
    try {
      answer = await registration.handler(event, JSON.parse(data));
    } catch (error) {
      const message = `failed and was passed over: ${thrownInWords(error)}`;
      this.#report(registration, event, { level: 'error', code: 'handler_failed', message, error });
      return hookResult();
    }
    try {
      if (isRecord(answer)) answer = JSON.parse(toJson(answer, 'The answer'));
    } catch (error) {
      const message = `gave an answer that cannot be JSON and was passed over: ${thrownInWords(error)}`;
      this.#report(registration, event, { level: 'error', code: 'answer_not_json', message, error });
      return hookResult();
    }
    const parsed = parseHookResult(answer);
    if (parsed.ok) return parsed.result;
    const message = `gave an invalid answer, which counts as deny: ${parsed.problem}`;
    this.#report(registration, event, { level: 'error', code: 'answer_invalid', message });
    return hookResult({ action: 'deny', reason: 'Hook handler returned invalid response' });
  }

  #report(
    { name }: Registration,
    event: string,
    entry: Pick<LogEntry, 'level' | 'code' | 'message' | 'error'>,
  ): void {
    this.#log({ ...entry, event, hook: name, message: `Hook "${name}" on ${event} ${entry.message}` });
  }

  /** Not even a caller can set the timestamp: with the session id it tells events apart. */
  #stamped(given: string): string {
    const data: unknown = JSON.parse(given);
    if (!isRecord(data)) return given;
    return JSON.stringify({ ...this.#defaults, ...data, timestamp: isoTime(this.#clock.now()) });
  }
}

function continueWith(json: string): HookResult {
  const data: unknown = JSON.parse(json);
  return hookResult({ data: isRecord(data) ? data : {} });
}

/** As JSON writes it, except that a bigint becomes its digits: a deny must not be lost for a number in its data. */
function toJson(value: unknown, what: string): string {
  try {
    return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null';
  } catch (cause) {
    const message = `${what} cannot be written as JSON; use plain values without circular references.`;
    throw new TypeError(`${message} (${thrownInWords(cause)})`, { cause });
  }
}

/** The stack did not suffice to write it. */
const isTooDeep = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof RangeError;
