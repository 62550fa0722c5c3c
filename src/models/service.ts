// A model behind an address: places, tries, back-off, fall-backs and costs, the same for every protocol.
import type { Diagnostic, Model, ModelFailure, ModelReply, ModelRequest } from '../nouns.js';
import { isRecord, reasonOf } from '../text/index.js';
import { MODEL_CODES } from './codes.js';
import type { Price } from './config.js';
import { type Failed, fromErrorBody, fromException, fromStatus, garbled } from './failures.js';
import { enter } from './gate.js';
import { parsed } from './json.js';
import { type NameRules, resolveName } from './names.js';
import { cost } from './prices.js';
import type { Answer, Habit, Protocol } from './protocol.js';
import type { Redact } from './redact.js';
import { eventData, isEventStream, ownSignal, post } from './wire.js';

export interface ServiceParts {
  readonly protocol: Protocol;
  readonly where: string;
  readonly rules: NameRules;
  /** What to set where there is no default model. */
  readonly howToName: string;
  readonly prices: Readonly<Record<string, Price>>;
  readonly maxRetries: number;
  readonly retryWithinMs: number;
  readonly maxConcurrency: number;
  readonly redact: Redact;
  readonly clock: Clock;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
}

type Tried = { readonly answer: Answer } | { readonly failed: Failed } | { readonly cancelled: true };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export class Service implements Model {
  readonly #parts: ServiceParts;
  /** By model: what it was found to need. Learned only from requests that then worked. */
  readonly #habits = new Map<string, ReadonlySet<Habit>>();
  readonly #told = new Set<string>();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async complete(request: ModelRequest): Promise<ModelReply | ModelFailure> {
    try {
      return await this.#complete(request);
    } catch (error) {
      return this.#failure('garbled', reasonOf(error));
    }
  }

  async #complete(request: ModelRequest): Promise<ModelReply | ModelFailure> {
    const { rules, howToName, where, maxConcurrency } = this.#parts;
    const named = resolveName(request.model, rules);
    if (!named.ok) {
      const why =
        named.asked === null ? 'no model is named' : `"${named.asked}" is a name of another provider`;
      return this.#failure('none', `${why}, and there is no default for this server: ${howToName}`);
    }
    if (named.instead !== null) this.#tellReplaced(named.instead, named.model);
    const leave = await enter(where, maxConcurrency, ownSignal(request.signal));
    if (leave === null) return this.#cancelled(request, 'before the request was sent');
    try {
      return await this.#tries(request, named.model, named.instead);
    } finally {
      leave();
    }
  }

  /** Holds its place while it waits: those behind it would only be told the same. */
  async #tries(
    request: ModelRequest,
    model: string,
    instead: string | null,
  ): Promise<ModelReply | ModelFailure> {
    const { clock, maxRetries } = this.#parts;
    const started = clock.now();
    const retryWithinMs = Math.min(this.#parts.retryWithinMs, request.timeLeftMs ?? Number.POSITIVE_INFINITY);
    let habits = this.#habits.get(model) ?? new Set<Habit>();
    for (let retries = 0; ; ) {
      const body = this.#parts.protocol.body(request, model, habits);
      const tried = await this.#once(body, model, request.signal);
      if ('cancelled' in tried) return this.#cancelled(request, 'while the model was at work');
      if ('answer' in tried) {
        this.#learn(model, habits);
        return this.#reply(tried.answer, model);
      }
      const { failed } = tried;
      const habit =
        failed.complaint === null ? null : this.#parts.protocol.habitBehind(failed.complaint, body);
      if (habit !== null && !habits.has(habit)) {
        habits = new Set([...habits, habit]);
        continue;
      }
      const wait = failed.waitMs ?? backOff(retries, clock.random());
      const fits = clock.now() - started + wait <= retryWithinMs;
      if (!failed.again || retries >= maxRetries || !fits) {
        const late =
          failed.again && retries < maxRetries ? `; another try would only begin in ${inSeconds(wait)}` : '';
        return this.#failure(
          failed.kind,
          `${asked(model, instead)}${failed.message}${tries(retries)}${late}`,
        );
      }
      await clock.sleep(wait, ownSignal(request.signal));
      if (request.signal.aborted)
        return this.#cancelled(request, `while waiting to try again (${failed.message})`);
      retries++;
    }
  }

  async #once(body: Readonly<Record<string, unknown>>, model: string, outer: AbortSignal): Promise<Tried> {
    try {
      const { status, headers, text } = await post(this.#parts.protocol.target, body, outer);
      if (status < 200 || status > 299) return { failed: fromStatus(status, text, headers) };
      return this.#read(text, headers.get('content-type'), model);
    } catch (error) {
      if (outer.aborted) return { cancelled: true };
      return { failed: fromException(error) };
    }
  }

  #read(text: string, contentType: string | null, model: string): Tried {
    const { protocol } = this.#parts;
    if (text.trim() === '') return { failed: garbled('the answer is empty') };
    if (/^\s*</.test(text))
      return { failed: garbled(`the answer is a page for browsers, no reply of a model: ${text}`) };
    let value: unknown;
    if (isEventStream(contentType, text)) {
      const events = eventData(text).map(parsed);
      const error = events.find((event) => isRecord(event) && isRecord(event['error']));
      if (error !== undefined) return { failed: fromErrorBody(error) };
      value = protocol.join(events);
      if (value === null) return { failed: garbled('the stream ended before the reply did') };
    } else {
      value = parsed(text);
      if (value === undefined) return { failed: garbled(`the answer is not JSON: ${text}`) };
    }
    if (isRecord(value) && isRecord(value['error'])) return { failed: fromErrorBody(value) };
    const answer = protocol.read(value, model);
    return typeof answer === 'string' ? { failed: garbled(`${answer}: ${text}`) } : { answer };
  }

  #reply(answer: Answer, asked: string): ModelReply {
    const model = answer.model ?? asked;
    const { prices } = this.#parts;
    return {
      ok: true,
      text: answer.text,
      toolCalls: answer.toolCalls,
      model,
      inputTokens: answer.used?.input ?? 0,
      outputTokens: answer.used?.output ?? 0,
      // A gateway may answer under another name than the one with the price.
      costUsd:
        answer.used === null ? null : (cost(model, answer.used, prices) ?? cost(asked, answer.used, prices)),
      end: answer.end,
    };
  }

  #learn(model: string, habits: ReadonlySet<Habit>): void {
    const known = this.#habits.get(model);
    if (known?.size === habits.size || habits.size === 0) return;
    this.#habits.set(model, habits);
    for (const habit of habits) {
      const lost = LOST[habit];
      if (lost !== undefined && known?.has(habit) !== true)
        this.#tell('model-fallback', `${model} at ${this.#parts.where} ${lost}`);
    }
  }

  #tellReplaced(asked: string, used: string): void {
    const message = `"${asked}" is a name of another provider; ${this.#parts.where} is asked for "${used}" instead`;
    this.#tell('model-replaced', message);
  }

  #tell(code: keyof typeof MODEL_CODES, message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    const { severity, fix: hint } = MODEL_CODES[code];
    this.#parts.onDiagnostic({ code, severity, message, file: null, line: null, column: null, hint });
  }

  #failure(kind: ModelFailure['kind'], message: string): ModelFailure {
    return { ok: false, kind, where: this.#parts.where, message: this.#parts.redact(message) };
  }

  #cancelled(request: ModelRequest, when: string): ModelFailure {
    const reason: unknown = request.signal.reason;
    const why = typeof reason === 'string' ? reason : reason instanceof Error ? reason.message : 'aborted';
    return this.#failure('cancelled', `cancelled ${when}: ${why}`);
  }
}

const LOST: Readonly<Partial<Record<Habit, string>>> = {
  'no-schema': 'offers no structured output; its replies are read as plain text',
  'no-forced-tool': 'cannot be forced to call a tool; it is only offered the tool',
};

/** Doubles from try to try; up to a quarter off, so that many do not come back at the same moment. */
function backOff(retries: number, random: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** retries, LONGEST_WAIT_MS) * (1 - random / 4);
}

function tries(retries: number): string {
  return retries === 0 ? '' : ` (tried ${retries + 1} times)`;
}

function asked(model: string, instead: string | null): string {
  return instead === null ? `${model}: ` : `${model} (instead of "${instead}"): `;
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

export interface Clock {
  /** Milliseconds, never going back. */
  now(): number;
  /** Ends early when the signal fires; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    }),
  random: () => Math.random(),
};
