// Models that answer as told, and tasks to give to runners, for tests.
import type {
  Model,
  ModelFailure,
  ModelHandler,
  ModelReply,
  ModelRequest,
  ModelToolCall,
  Task,
} from '../../../nouns.js';
import { hook, inputOf, task } from '../../../testing/index.js';

export type Answer = ModelReply | ModelFailure;

export const reply = (text: string, more: Partial<ModelReply> = {}): ModelReply => ({
  ok: true,
  text,
  toolCalls: [],
  model: 'judge-1',
  inputTokens: 100,
  outputTokens: 10,
  costUsd: 0.5,
  end: 'done',
  ...more,
});

export const calls = (...toolCalls: readonly Omit<ModelToolCall, 'id'>[]): ModelReply =>
  reply('', { end: 'tools', toolCalls: toolCalls.map((call, index) => ({ id: `c${index}`, ...call })) });

export const failure = (kind: ModelFailure['kind']): ModelFailure => ({
  ok: false,
  kind,
  where: 'http://model.test',
  message: `it is ${kind}`,
});

/** Answers in order, the last one again and again; or by what it is asked. */
export class AskedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #answer: (request: ModelRequest, turn: number) => Answer | Promise<Answer>;

  constructor(
    ...answers:
      | readonly [(request: ModelRequest, turn: number) => Answer | Promise<Answer>]
      | readonly Answer[]
  ) {
    const [first] = answers;
    this.#answer =
      typeof first === 'function'
        ? first
        : (_, turn) => {
            const chosen = answers[Math.min(turn, answers.length) - 1];
            if (chosen === undefined || typeof chosen === 'function') throw new Error('no answer is given');
            return chosen;
          };
  }

  async complete(request: ModelRequest): Promise<Answer> {
    this.requests.push(request);
    return this.#answer(request, this.requests.length);
  }

  /** The only request. */
  get request(): ModelRequest {
    const [request] = this.requests;
    if (request === undefined || this.requests.length !== 1)
      throw new Error(`there were ${this.requests.length} requests`);
    return request;
  }
}

/** The text of the first user message. */
export function userText({ messages: [first] }: ModelRequest): string {
  if (first?.role !== 'user') throw new Error('the first message is not of the user');
  return first.text;
}

export interface Asked {
  readonly handler?: Partial<ModelHandler>;
  readonly event?: Readonly<Record<string, unknown>>;
  readonly task?: Partial<Task>;
}

const PRE_TOOL_USE = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

/** A task whose stdin is what the event says. */
export function taskOf({ handler = {}, event = PRE_TOOL_USE, task: changes = {} }: Asked = {}): Task {
  const input = inputOf({ session_id: 's', ...event });
  const asking = hook('test', {
    event: input.row.name,
    handler: {
      type: 'prompt',
      prompt: 'Is it fine? $ARGUMENTS',
      model: null,
      continueOnBlock: false,
      ...handler,
    },
  });
  return task(asking, { input, timeoutMs: 30_000, ...changes });
}
