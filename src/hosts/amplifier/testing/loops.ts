// The two published loops as far as hooks can see them: what they emit, and what they do with the answers.
import type { HookResult } from '../../../kernel/index.js';
import { isRecord } from '../../../text/index.js';
import type { AmplifierSession } from '../port.js';

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the tool gives; a string is its error. */
  readonly gives: Readonly<Record<string, unknown>> | string;
}

/** A response of the model: tool calls, or a last word. */
export interface Response {
  readonly text: string;
  readonly calls?: readonly Call[];
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool' | 'system';
  readonly content: string;
}

export interface Played {
  /** The conversation as it is stored. */
  readonly stored: readonly Message[];
  /** What each model call was given: the conversation and what was added for that call alone. */
  readonly requests: readonly (readonly Message[])[];
  /** Calls that really ran. */
  readonly ran: readonly Call[];
  /** Questions that were put to the user. */
  readonly asked: readonly string[];
  /** The turn ended because a hook said so. */
  readonly denied: string | null;
}

export interface Loop {
  readonly kind: 'streaming' | 'basic';
  readonly session: AmplifierSession;
  /** What the user answers; default: no. */
  readonly approves?: boolean;
  /** Texts that were steered in; the loop empties it. */
  readonly steered?: string[];
}

/** Plays one turn. An event is only sent where the session says that it is worth it. */
export async function play(loop: Loop, prompt: string, responses: readonly Response[]): Promise<Played> {
  const turn = new PlayedTurn(loop);
  await turn.run(prompt, responses);
  return turn;
}

class PlayedTurn implements Played {
  readonly stored: Message[] = [];
  readonly requests: Message[][] = [];
  readonly ran: Call[] = [];
  readonly asked: string[] = [];
  denied: string | null = null;
  readonly #loop: Loop;
  #beside: string[] = [];

  constructor(loop: Loop) {
    this.#loop = loop;
  }

  async run(prompt: string, responses: readonly Response[]): Promise<void> {
    if (this.#refused(await this.#emit('prompt:submit', { prompt }))) return;
    this.stored.push({ role: 'user', content: prompt });
    const script = [...responses];
    for (let response = script.shift(); response !== undefined; response = script.shift()) {
      for (const text of this.#loop.steered?.splice(0) ?? [])
        this.stored.push({ role: 'user', content: text });
      if (
        this.#refused(
          await this.#emit('provider:request', { provider: 'p', iteration: this.requests.length + 1 }),
        )
      )
        break;
      this.#request();
      await this.#blocks(response);
      this.stored.push({ role: 'assistant', content: response.text });
      const { calls = [] } = response;
      const results = await Promise.all(calls.map((call) => this.#call(call)));
      this.stored.push(...results.map((content): Message => ({ role: 'tool', content })));
      if (calls.length === 0 && (this.#loop.steered ?? []).length === 0) break;
    }
    await this.#emit('orchestrator:complete', {
      orchestrator: this.#loop.kind,
      turn_count: 1,
      status: 'success',
    });
  }

  async #emit(event: string, data: Record<string, unknown>): Promise<HookResult | null> {
    const { session } = this.#loop;
    if (!session.events().includes(event)) return null;
    const { result } = await session.handle(event, data);
    return result;
  }

  /** Injections are added, a deny ends the turn. */
  #refused(result: HookResult | null): boolean {
    if (result?.action === 'deny') this.denied = result.reason;
    if (result?.action !== 'inject_context' || result.context_injection === null) return this.denied !== null;
    if (result.ephemeral) this.#beside.push(result.context_injection);
    else this.stored.push({ role: 'system', content: result.context_injection });
    return false;
  }

  #request(): void {
    const beside = this.#beside;
    this.#beside = [];
    const last = this.stored.at(-1);
    const withBeside: Message[] =
      beside.length === 0
        ? []
        : last?.role === 'tool'
          ? [{ role: 'tool', content: [last.content, ...beside].join('\n\n') }]
          : beside.map((content): Message => ({ role: 'system', content }));
    const kept = withBeside.length > 0 && last?.role === 'tool' ? this.stored.slice(0, -1) : this.stored;
    this.requests.push([...kept, ...withBeside]);
  }

  async #blocks({ text, calls = [] }: Response): Promise<void> {
    if (this.#loop.kind === 'basic') return;
    const blocks = [
      { type: 'text', text },
      ...calls.map(({ id, name }) => ({ type: 'tool_call', id, name })),
    ];
    for (const [block_index, block] of blocks.entries())
      await this.#emit('content_block:end', { block_index, total_blocks: blocks.length, block });
  }

  async #call(call: Call): Promise<string> {
    const about = {
      tool_name: call.name,
      tool_input: call.input,
      parallel_group_id: 'g',
      ...(this.#loop.kind === 'streaming' ? { tool_call_id: call.id } : {}),
    };
    const pre = await this.#emit('tool:pre', about);
    if (pre?.action === 'ask_user') this.asked.push(pre.approval_prompt ?? '');
    if (pre?.action === 'deny') return `Denied by hook: ${pre.reason}`;
    if (pre?.action === 'ask_user' && this.#loop.approves !== true) return 'Denied by hook: User denied';
    this.ran.push(call);
    const result =
      typeof call.gives === 'string'
        ? { success: false, output: null, error: { message: call.gives } }
        : { success: true, output: call.gives, error: null };
    const data = { ...about, result: this.#loop.kind === 'streaming' ? result : printed(result) };
    const post = await this.#emit('tool:post', data);
    if (post?.action === 'inject_context' && post.ephemeral && post.context_injection !== null)
      this.#beside.push(post.context_injection);
    const given: unknown = post?.action === 'modify' ? post.data?.['result'] : data.result;
    return isRecord(given) ? JSON.stringify(given) : String(given);
  }
}

/** The way one loop lets a result through: as Python prints it. */
const printed = (result: Readonly<Record<string, unknown>>): string =>
  `success=${result['success'] === true ? 'True' : 'False'} output=${JSON.stringify(result['output'])} error=${JSON.stringify(result['error'])}`;
