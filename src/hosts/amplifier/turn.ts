// One turn of the agent: what its hooks were asked already, and what is left to do before it ends.

/** Types of a content block that mean that the agent calls a tool. */
const CALLS = new Set(['tool_call', 'tool_use', 'function_call']);

/** A call that ended, for the hooks of the whole batch. */
export interface BatchCall {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id?: string;
  readonly tool_response: unknown;
}

export class Turn {
  /** Stop hooks were asked since the agent last worked. */
  stopAsked = false;
  /** Its failure was reported. */
  failed = false;
  /** The loop gave up because the model failed. */
  isLost = false;
  /** The loop says when it calls the model. */
  asksModel = false;
  /** Its compaction was reported. */
  compacted = false;
  /** Why a hook ends the turn before the next model call; `null`: none does. */
  ending: string | null = null;
  #texts: string[] = [];
  #callsTools = false;
  #batch: BatchCall[] = [];

  /** Takes a block of a response. At the last block of one that calls no tool: what the agent said. */
  block(index: unknown, total: unknown, type: unknown, text: unknown): string | null {
    if (index === 0) {
      this.#texts = [];
      this.#callsTools = false;
    }
    if (typeof type === 'string' && CALLS.has(type)) this.#callsTools = true;
    if (type === 'text' && typeof text === 'string') this.#texts.push(text);
    const isLast = typeof index === 'number' && typeof total === 'number' && index === total - 1;
    return isLast && !this.#callsTools ? this.#texts.join('') : null;
  }

  /** What the agent said last, as far as it was seen. */
  get lastText(): string {
    return this.#texts.join('');
  }

  finished(call: BatchCall): void {
    this.#batch.push(call);
  }

  takeBatch(): readonly BatchCall[] {
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }
}
