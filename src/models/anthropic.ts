// The Anthropic Messages protocol.
import type { ModelMessage, ModelReply, ModelRequest, ModelToolCall } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { addressOf, type Endpoint, OFFICIAL } from './endpoint.js';
import { count, type Json, list, parsed, record, text } from './json.js';
import type { Used } from './prices.js';
import type { Answer, Habit, Protocol } from './protocol.js';
import type { Target } from './wire.js';

/** `key`: an API key; `token`: sent as a bearer token. */
export type AnthropicKey = { readonly kind: 'key' | 'token'; readonly value: string };

/** The version of the protocol that is spoken here. */
const VERSION = '2026-10-21';
/** Replies with reasoning that are kept for the next turn; an agent has at most fifty turns. */
const KEPT = 512;

export class AnthropicProtocol implements Protocol {
  readonly target: Target;
  /**
   * What was said before a tool call, reasoning included, by model and call: it has to go back unchanged with the
   * tool's result, and messages have no place for it.
   */
  readonly #said = new Map<string, readonly unknown[]>();

  constructor(endpoint: Endpoint, key: AnthropicKey | null, more: Target['headers']) {
    this.target = { url: addressOf(endpoint, '/v1/messages'), headers: headers(endpoint, key, more) };
  }

  body(request: ModelRequest, model: string, habits: ReadonlySet<Habit>): Json {
    const forced = typeof request.toolChoice === 'object' && !habits.has('no-forced-tool');
    return {
      model,
      max_tokens: request.maxTokens,
      ...(request.system === '' ? {} : { system: request.system }),
      messages: this.#messages(request.messages, model),
      ...(request.tools.length === 0
        ? {}
        : {
            tools: request.tools.map(({ name, description, input }) => ({
              name,
              description,
              input_schema: input,
            })),
            tool_choice:
              typeof request.toolChoice === 'object'
                ? forced
                  ? { type: 'tool', name: request.toolChoice.tool }
                  : { type: 'auto' }
                : { type: request.toolChoice },
          }),
      ...(request.schema === null || habits.has('no-schema')
        ? {}
        : { output_config: { format: { type: 'json_schema', schema: request.schema } } }),
      ...(habits.has('stream') ? { stream: true } : {}),
    };
  }

  habitBehind(complaint: string, body: Json): Habit | null {
    if (
      'output_config' in body &&
      /output_config|output_format|json_schema|structured output/i.test(complaint)
    )
      return 'no-schema';
    if (record(body['tool_choice'])['type'] === 'tool' && /tool_choice|forced? tool/i.test(complaint))
      return 'no-forced-tool';
    return body['stream'] !== true && /\bstream/i.test(complaint) ? 'stream' : null;
  }

  join(events: readonly unknown[]): unknown {
    return joinMessage(events);
  }

  read(value: unknown, model: string): Answer | string {
    const message = record(value);
    if (!Array.isArray(message['content'])) return 'the answer is not a message of this protocol';
    const blocks = list(message['content']).map(record);
    const toolCalls = blocks.filter(({ type }) => type === 'tool_use').map(toolCall);
    if (toolCalls.some((call) => call === null)) return 'the answer has a tool call without id or name';
    const calls = toolCalls.filter((call) => call !== null);
    this.#keep(model, calls, list(message['content']));
    const said = blocks
      .flatMap(({ type, text: part }) => (type === 'text' ? [text(part) ?? ''] : []))
      .join('');
    const end = endOf(text(message['stop_reason']), calls);
    const refusal = end === 'refused' ? text(record(message['stop_details'])['explanation']) : null;
    return {
      text: said === '' ? (refusal ?? '') : said,
      toolCalls: calls,
      model: text(message['model']),
      used: usedOf(record(message['usage'])),
      end,
    };
  }

  #keep(model: string, calls: readonly ModelToolCall[], content: readonly unknown[]): void {
    const [first] = calls;
    const plain = content.every((block) => /^(?:text|tool_use)$/.test(text(record(block)['type']) ?? ''));
    if (first === undefined || plain) return;
    this.#said.set(`${model}\n${first.id}`, content);
    const [oldest] = this.#said.keys();
    if (this.#said.size > KEPT && oldest !== undefined) this.#said.delete(oldest);
  }

  /** The results of all calls of a turn belong into one message. */
  #messages(messages: readonly ModelMessage[], model: string): readonly Json[] {
    const sent: { readonly role: string; readonly content: unknown[] }[] = [];
    for (const message of messages) {
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      const content = this.#blocks(message, model);
      if (content.length === 0) continue;
      const last = sent.at(-1);
      if (last?.role === role) last.content.push(...content);
      else sent.push({ role, content: [...content] });
    }
    return sent;
  }

  #blocks(message: ModelMessage, model: string): readonly unknown[] {
    if (message.role === 'tool') {
      const result = { type: 'tool_result', tool_use_id: message.id, content: message.text };
      return [message.failed ? { ...result, is_error: true } : result];
    }
    const said = message.text === '' ? [] : [{ type: 'text', text: message.text }];
    if (message.role === 'user') return said;
    const kept = this.#said.get(`${model}\n${message.toolCalls[0]?.id ?? ''}`);
    if (kept !== undefined) return kept;
    return [
      ...said,
      ...message.toolCalls.map(({ id, name, input }) => ({
        type: 'tool_use',
        id,
        name,
        input: isRecord(input) ? input : { input },
      })),
    ];
  }
}

function toolCall(block: Json): ModelToolCall | null {
  const [id, name] = [text(block['id']), text(block['name'])];
  return id === null || name === null ? null : { id, name, input: block['input'] ?? {} };
}

function endOf(reason: string | null, calls: readonly ModelToolCall[]): ModelReply['end'] {
  if (reason === 'refusal') return 'refused';
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return calls.length > 0 ? 'tools' : 'done';
}

function usedOf(usage: Json): Used | null {
  const [plain, output] = [count(usage['input_tokens']), count(usage['output_tokens'])];
  if (plain === null || output === null) return null;
  const cacheRead = count(usage['cache_read_input_tokens']) ?? 0;
  const cacheWrite = count(usage['cache_creation_input_tokens']) ?? 0;
  return { input: plain + cacheRead + cacheWrite, output, cacheRead, cacheWrite };
}

function headers(endpoint: Endpoint, key: AnthropicKey | null, more: Target['headers']): Target['headers'] {
  const all = { 'anthropic-version': VERSION, ...more };
  if (key === null) return endpoint.basic === null ? all : { ...all, authorization: endpoint.basic };
  // Servers other than Anthropic's own know keys by the older header.
  if (key.kind === 'key' && endpoint.baseUrl !== OFFICIAL.anthropic)
    return { ...all, 'x-api-key': key.value };
  return { authorization: `Bearer ${key.value}`, ...all };
}

interface Block {
  readonly start: Json;
  /** Text of each kind, as it came. */
  readonly parts: Map<string, string>;
}

/** `null`: the stream ended before the message did. */
export function joinMessage(events: readonly unknown[]): Json | null {
  let message: Json | null = null;
  let end: Json = {};
  let usage: Json = {};
  const blocks = new Map<unknown, Block>();
  for (const event of events.map(record)) {
    if (event['type'] === 'message_start') {
      message = record(event['message']);
      usage = { ...record(message['usage']) };
    } else if (event['type'] === 'content_block_start') {
      blocks.set(event['index'], { start: record(event['content_block']), parts: new Map() });
    } else if (event['type'] === 'content_block_delta') {
      const delta = record(event['delta']);
      const parts = blocks.get(event['index'])?.parts;
      for (const [name, value] of Object.entries(delta))
        if (name !== 'type' && typeof value === 'string') parts?.set(name, (parts.get(name) ?? '') + value);
    } else if (event['type'] === 'message_delta') {
      end = { ...end, ...record(event['delta']) };
      usage = { ...usage, ...withoutNulls(record(event['usage'])) };
    }
  }
  if (message === null || text(end['stop_reason']) === null) return null;
  return {
    ...message,
    ...end,
    usage,
    content: [...list(message['content']), ...[...blocks.values()].map(joined)],
  };
}

function joined({ start, parts }: Block): Json {
  const block: Record<string, unknown> = { ...start };
  for (const [name, value] of parts) {
    if (name === 'partial_json') block['input'] = parsed(value) ?? value;
    else block[name] = (text(start[name]) ?? '') + value;
  }
  return block;
}

/** A later count that is not there does not undo an earlier one. */
function withoutNulls(usage: Json): Json {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
