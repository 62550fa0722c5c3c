// What ends a call before its answer: its time, the host, or the end of the engine.
import type { Outcome, Task } from '../../nouns.js';
import { type Aborts, abortReason } from '../command/aborts.js';
import { Deadline } from '../command/deadline.js';

export class CallLimit {
  /** How the hook ended, where it did not end by an answer. */
  outcome: Outcome | null = null;
  readonly #controller = new AbortController();
  readonly #task: Task;
  readonly #aborts: Aborts;
  readonly #deadline: Deadline | null;

  constructor(task: Task, aborts: Aborts, stderr: () => string) {
    this.#task = task;
    this.#aborts = aborts;
    const { timeoutMs, signal } = task;
    const endless = timeoutMs === null || timeoutMs === Number.POSITIVE_INFINITY;
    this.#deadline = endless
      ? null
      : new Deadline(timeoutMs, () =>
          this.#end({ kind: 'timedOut', timeoutMs, stdout: '', stderr: stderr(), truncated: false }),
        );
    if (signal !== null) aborts.watch(signal, this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(why: string): void {
    this.#end({ kind: 'cancelled', why });
  }

  /** The call is over; from now on nothing is told to the server. */
  clear(): void {
    this.#deadline?.cancel();
    if (this.#task.signal !== null) this.#aborts.unwatch(this.#task.signal, this.#onAbort);
  }

  readonly #onAbort = (): void => {
    if (this.#task.signal !== null) this.cancel(abortReason(this.#task.signal));
  };

  #end(outcome: Outcome): void {
    if (this.outcome !== null) return;
    this.outcome = outcome;
    const why = outcome.kind === 'cancelled' ? outcome.why : 'the hook took too long';
    this.#controller.abort(why);
  }
}
