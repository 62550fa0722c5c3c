// Asks a model on behalf of one hook: within the hook's time, counted, and with every way to fail told apart.
import type { EndSignal } from '../../end-signal.js';
import type {
  Model,
  ModelFailure,
  ModelHandler,
  ModelReply,
  ModelRequest,
  ModelStep,
  ModelWork,
  Outcome,
  Task,
} from '../../nouns.js';
import { reasonOf } from '../../text/index.js';
import { abortReason } from '../command/aborts.js';
import { Deadline } from '../command/deadline.js';

/** A request without what the hook itself decides. */
export type Question = Omit<ModelRequest, 'model' | 'signal' | 'timeLeftMs'>;

/** The end of the run came before the work did. */
export interface Over {
  readonly over: Outcome;
}

const DEFAULT_MODEL = 'default';

export class Asking {
  readonly #model: Model;
  readonly #wanted: string | null;
  readonly #controller = new AbortController();
  readonly #end: Promise<Over>;
  readonly #release: (() => void)[] = [];
  #tellEnd: (over: Over) => void = () => undefined;
  #over: Over | null = null;
  #answering: string;
  #calls = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #costUsd: number | null = 0;
  readonly #steps: ModelStep[] = [];
  /** By `performance.now()`. */
  readonly #endsAt: number;

  constructor(model: Model, handler: ModelHandler, { timeoutMs, signal }: Task, closing: AbortSignal) {
    this.#model = model;
    this.#wanted = handler.model;
    this.#endsAt = performance.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    this.#answering = handler.model ?? DEFAULT_MODEL;
    this.#end = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
    if (timeoutMs !== null) {
      const late: Outcome = { kind: 'timedOut', timeoutMs, stdout: '', stderr: '', truncated: false };
      const deadline = new Deadline(timeoutMs, () => this.#stop(late));
      this.#release.push(() => deadline.cancel());
    }
    for (const source of signal === null ? [closing] : [closing, signal]) this.#heed(source);
  }

  /** Aborted when the hook's time is over, for whatever reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get work(): ModelWork {
    return {
      model: this.#answering,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      costUsd: this.#costUsd,
      steps: this.#steps,
    };
  }

  async ask(question: Question): Promise<ModelReply | Over> {
    if (this.#over !== null) return this.#over;
    this.#calls += 1;
    const timeLeftMs = this.#endsAt - performance.now();
    const request: ModelRequest = {
      ...question,
      model: this.#wanted,
      signal: this.signal,
      ...(Number.isFinite(timeLeftMs) ? { timeLeftMs: Math.max(0, timeLeftMs) } : {}),
    };
    const answer = await this.within(this.#complete(request));
    if ('over' in answer) return answer;
    if (!answer.ok) {
      // Nobody was asked.
      if (answer.kind === 'none') this.#calls -= 1;
      return { over: failureOutcome(answer) };
    }
    this.#answering = answer.model;
    this.#inputTokens += answer.inputTokens;
    this.#outputTokens += answer.outputTokens;
    this.#costUsd = this.#costUsd === null || answer.costUsd === null ? null : this.#costUsd + answer.costUsd;
    return answer;
  }

  /** The work, or the end of the hook's time if that comes first. */
  within<T extends object>(work: Promise<T>): Promise<T | Over> {
    return Promise.race([this.#end, work]);
  }

  noteStep(step: ModelStep): void {
    this.#steps.push(step);
  }

  /** To be called once the run is over. */
  dispose(): void {
    for (const release of this.#release) release();
  }

  /** A model must not reject; one that does is a failed call, not the end of the engine. */
  async #complete(request: ModelRequest): Promise<ModelReply | ModelFailure> {
    try {
      return await this.#model.complete(request);
    } catch (error) {
      const message = reasonOf(error);
      return { ok: false, kind: 'rejected', where: this.#answering, message };
    }
  }

  #heed(signal: EndSignal): void {
    const stop = (): void => this.#stop({ kind: 'cancelled', why: abortReason(signal) });
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    this.#release.push(() => signal.removeEventListener('abort', stop));
  }

  #stop(over: Outcome): void {
    if (this.#over !== null) return;
    this.#over = { over };
    this.#tellEnd(this.#over);
    this.#controller.abort();
  }
}

const PROBLEM = {
  none: 'no-model',
  unreachable: 'unreachable',
  rejected: 'call-failed',
  'rate-limited': 'call-failed',
} as const;

function failureOutcome({ kind, where, message }: ModelFailure): Outcome {
  if (kind === 'cancelled') return { kind: 'cancelled', why: message };
  if (kind === 'garbled') return noVerdict(message);
  return { kind: 'launchFailed', problem: PROBLEM[kind], path: where, message, exitCode: null, stderr: '' };
}

/** A model answered, but not with a verdict. */
export const noVerdict = (why: string, said = ''): Outcome => ({
  kind: 'badOutput',
  message: `the model gave no verdict: ${why}`,
  exitCode: 0,
  stdout: said,
  stderr: '',
});
