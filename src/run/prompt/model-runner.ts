// What prompt and agent hooks have in common as runners: one judgement a task, all ended by `close`.
import type { Model, ModelHandler, Outcome, Run, Runner, Task } from '../../nouns.js';
import { Asking } from './asking.js';

/** Comes to an outcome; ends by itself soon after the signal of the asking. */
export type Judge = (asking: Asking, task: Task, handler: ModelHandler) => Promise<Outcome>;

/** The host's own model may differ from session to session. */
export type ModelOfSession = (session: string) => Model;

const CLOSED = 'the engine was closed';

export class ModelRunner implements Runner {
  readonly #type: ModelHandler['type'];
  readonly #model: Model | ModelOfSession;
  readonly #judge: Judge;
  readonly #closeTools: () => Promise<void>;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<Run>>();

  constructor(
    type: ModelHandler['type'],
    model: Model | ModelOfSession,
    judge: Judge,
    closeTools: () => Promise<void> = async () => undefined,
  ) {
    this.#type = type;
    this.#model = model;
    this.#judge = judge;
    this.#closeTools = closeTools;
  }

  async run(task: Task): Promise<Run> {
    const { hook } = task;
    const { handler } = hook;
    if ((handler.type !== 'prompt' && handler.type !== 'agent') || handler.type !== this.#type) {
      const why = `a hook of type "${handler.type}" does not ask a model as "${this.#type}" does`;
      return { hook, outcome: { kind: 'refused', why }, durationMs: 0 };
    }
    const run = this.#run(task, handler);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSED);
    await Promise.allSettled(this.#running);
    await this.#closeTools();
  }

  async #run(task: Task, handler: ModelHandler): Promise<Run> {
    const start = performance.now();
    const model = typeof this.#model === 'function' ? this.#model(task.input.sessionId) : this.#model;
    const asking = new Asking(model, handler, task, this.#closing.signal);
    try {
      const outcome = await this.#judge(asking, task, handler);
      return { hook: task.hook, outcome, durationMs: performance.now() - start, work: asking.work };
    } finally {
      asking.dispose();
    }
  }
}
