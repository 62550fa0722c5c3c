// The scripted model that prompt and agent hooks of a vector ask.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model, ModelFailure, ModelReply, ModelRequest, ModelTool } from '../../nouns.js';
import { isRecord } from '../../text/index.js';
import {
  anyObject,
  count,
  either,
  type Infer,
  object,
  optional,
  text,
  worded,
} from '../../text/shapes/index.js';

const delayMs = optional(count);

/** What the model answers. */
export const scriptedReply = worded(
  '{"text"}, {"status", "error"}, {"verdict"} or {"tool", "input"}',
  either(
    object({ text, delayMs }),
    object({ status: count, error: text, delayMs }),
    object({ verdict: anyObject, delayMs }),
    object({ tool: text, input: anyObject, delayMs }),
  ),
);
export type ScriptedReply = Infer<typeof scriptedReply>;

/** Replies in order; the last one repeats. */
export class ScriptedModel implements Model {
  readonly #replies: readonly ScriptedReply[];
  #used = 0;
  #seen: ModelRequest[] = [];

  constructor(replies: readonly ScriptedReply[]) {
    this.#replies = replies;
  }

  /** The requests since it was asked last. */
  take(): readonly ModelRequest[] {
    const taken = this.#seen;
    this.#seen = [];
    return taken;
  }

  async complete(request: ModelRequest): Promise<ModelReply | ModelFailure> {
    this.#seen.push({ ...request, messages: [...request.messages] });
    const reply = this.#replies[Math.min(this.#used, this.#replies.length - 1)];
    this.#used += 1;
    if (reply === undefined) return failure('none', 'the vector scripts no reply');
    try {
      await sleep(reply.delayMs ?? 0, undefined, { signal: request.signal });
    } catch {
      return failure('cancelled', 'the request was given up');
    }
    if ('status' in reply) {
      const kind = reply.status === 429 ? 'rate-limited' : 'rejected';
      return failure(kind, `status ${reply.status}: ${reply.error}`);
    }
    return answer(reply, request, `call-${this.#used}`);
  }
}

const failure = (kind: ModelFailure['kind'], message: string): ModelFailure => ({
  ok: false,
  kind,
  where: 'scripted model',
  message,
});

function answer(
  reply: Exclude<ScriptedReply, { status: number }>,
  request: ModelRequest,
  id: string,
): ModelReply {
  const base = {
    ok: true,
    model: request.model ?? 'scripted',
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
  } as const;
  if ('text' in reply) return { ...base, text: reply.text, toolCalls: [], end: 'done' };
  // Without tools, as for a prompt hook, a verdict is what the model writes.
  if ('verdict' in reply && request.tools.length === 0)
    return { ...base, text: JSON.stringify(reply.verdict), toolCalls: [], end: 'done' };
  const call =
    'verdict' in reply
      ? { id, name: request.tools.find(takesVerdict)?.name ?? 'verdict', input: reply.verdict }
      : { id, name: reply.tool, input: reply.input };
  return { ...base, text: '', toolCalls: [call], end: 'tools' };
}

/** The tool by which an engine lets its agents report, whatever it calls it. */
const takesVerdict = ({ input }: ModelTool): boolean =>
  isRecord(input['properties']) && Object.hasOwn(input['properties'], 'ok');
