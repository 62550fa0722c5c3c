// The OpenAI chat protocol, as OpenAI and most local servers speak it.
import type { ModelMessage, ModelReply, ModelRequest, ModelToolCall } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { addressOf, type Endpoint, OFFICIAL } from './endpoint.js';
import { count, type Json, list, parsed, record, text } from './json.js';
import type { Used } from './prices.js';
import type { Answer, Habit, Protocol } from './protocol.js';
import type { Target } from './wire.js';

export interface OpenaiKey {
  readonly value: string;
  readonly organization: string | null;
  readonly project: string | null;
}

export class OpenaiProtocol implements Protocol {
  readonly target: Target;
  readonly #endpoint: Endpoint;
  #unnamedCalls = 0;

  constructor(endpoint: Endpoint, key: OpenaiKey | null, more: Target['headers']) {
    this.#endpoint = endpoint;
    this.target = { url: addressOf(endpoint, '/chat/completions'), headers: headers(endpoint, key, more) };
  }

  body(request: ModelRequest, model: string, habits: ReadonlySet<Habit>): Json {
    return {
      model,
      messages: [
        ...(request.system === '' ? [] : [{ role: 'system', content: request.system }]),
        ...request.messages.map(messageOf),
      ],
      [this.#limit(habits)]: request.maxTokens,
      ...(request.tools.length === 0
        ? {}
        : {
            tools: request.tools.map(({ name, description, input }) => ({
              type: 'function',
              function: { name, description, parameters: input },
            })),
            tool_choice: toolChoice(request, habits),
          }),
      ...(request.schema === null || habits.has('no-schema')
        ? {}
        : {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', schema: request.schema, strict: isStrict(request.schema) },
            },
          }),
      ...(habits.has('stream') ? { stream: true, stream_options: { include_usage: true } } : {}),
    };
  }

  habitBehind(complaint: string, body: Json): Habit | null {
    if ('response_format' in body && /response_format|json_schema|structured output|grammar/i.test(complaint))
      return 'no-schema';
    if (isRecord(body['tool_choice']) && /tool_choice|forced? tool/i.test(complaint)) return 'no-forced-tool';
    if (/max_tokens|max_completion_tokens/i.test(complaint)) return 'other-limit';
    return body['stream'] !== true && /\bstream/i.test(complaint) ? 'stream' : null;
  }

  join(events: readonly unknown[]): unknown {
    return joinCompletion(events);
  }

  read(value: unknown): Answer | string {
    const completion = record(value);
    const choice = record(list(completion['choices'])[0]);
    if (!isRecord(choice['message'])) return 'the answer is not a completion of this protocol';
    const message = choice['message'];
    const toolCalls = list(message['tool_calls']).map((call) => this.#toolCall(record(call)));
    if (toolCalls.some((call) => call === null)) return 'the answer has a tool call without a name';
    const calls = toolCalls.filter((call) => call !== null);
    const refusal = text(message['refusal']);
    return {
      text: withoutThoughts(contentOf(message['content'])) || (refusal ?? ''),
      toolCalls: calls,
      model: text(completion['model']),
      used: usedOf(record(completion['usage'])),
      end: refusal === null || refusal === '' ? endOf(text(choice['finish_reason']), calls) : 'refused',
    };
  }

  /** OpenAI's newer models refuse the old name, most other servers know no other. */
  #limit(habits: ReadonlySet<Habit>): string {
    const newer = (this.#endpoint.baseUrl === OFFICIAL.openai) !== habits.has('other-limit');
    return newer ? 'max_completion_tokens' : 'max_tokens';
  }

  #toolCall(call: Json): ModelToolCall | null {
    const { name, arguments: given } = record(call['function']);
    const id = text(call['id']);
    if (typeof name !== 'string' || name === '') return null;
    return {
      id: id === null || id === '' ? `call_${++this.#unnamedCalls}` : id,
      name,
      input: inputOf(given),
    };
  }
}

/** Input that is not JSON is handed on as it came: the tool says what is wrong with it. */
function inputOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? {};
  return given.trim() === '' ? {} : (parsed(given) ?? given);
}

function messageOf(message: ModelMessage): Json {
  if (message.role === 'user') return { role: 'user', content: message.text };
  // The protocol has no field for a failed tool.
  if (message.role === 'tool')
    return {
      role: 'tool',
      tool_call_id: message.id,
      content: message.failed ? `Error: ${message.text}` : message.text,
    };
  if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    })),
  };
}

function toolChoice(request: ModelRequest, habits: ReadonlySet<Habit>): unknown {
  if (typeof request.toolChoice === 'string') return request.toolChoice;
  if (habits.has('no-forced-tool')) return 'auto';
  return { type: 'function', function: { name: request.toolChoice.tool } };
}

/** Strict means: every object is closed and every property of it required. Other schemas are only a hint. */
function isStrict(schema: Json): boolean {
  const properties = record(schema['properties']);
  const required = list(schema['required']);
  const closed =
    schema['type'] !== 'object' ||
    (schema['additionalProperties'] === false &&
      Object.keys(properties).every((name) => required.includes(name)));
  return closed && [...Object.values(properties), schema['items']].filter(isRecord).every(isStrict);
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part)['text']) ?? '')
    .join('');
}

/** Some local servers leave a model's reasoning in front of its answer. */
function withoutThoughts(content: string): string {
  return content.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
}

function endOf(reason: string | null, calls: readonly ModelToolCall[]): ModelReply['end'] {
  if (reason === 'content_filter') return 'refused';
  if (reason === 'length') return 'length';
  return calls.length > 0 ? 'tools' : 'done';
}

function usedOf(usage: Json): Used | null {
  const [input, output] = [count(usage['prompt_tokens']), count(usage['completion_tokens'])];
  if (input === null || output === null) return null;
  const cached = count(record(usage['prompt_tokens_details'])['cached_tokens']) ?? 0;
  return { input, output, cacheRead: Math.min(cached, input), cacheWrite: 0 };
}

function headers(endpoint: Endpoint, key: OpenaiKey | null, more: Target['headers']): Target['headers'] {
  if (key === null) return endpoint.basic === null ? more : { ...more, authorization: endpoint.basic };
  return {
    authorization: `Bearer ${key.value}`,
    ...(key.organization === null ? {} : { 'openai-organization': key.organization }),
    ...(key.project === null ? {} : { 'openai-project': key.project }),
    ...more,
  };
}

interface Call {
  id: string;
  name: string;
  input: string;
}

/** `null`: the stream ended before the reply did. */
export function joinCompletion(chunks: readonly unknown[]): Json | null {
  let content = '';
  let refusal = '';
  let finish: string | null = null;
  let model: unknown = null;
  let usage: unknown = null;
  const calls = new Map<unknown, Call>();
  for (const chunk of chunks.map(record)) {
    model ??= chunk['model'];
    usage = chunk['usage'] ?? usage;
    const choice = record(list(chunk['choices'])[0]);
    const delta = record(choice['delta']);
    content += text(delta['content']) ?? '';
    refusal += text(delta['refusal']) ?? '';
    for (const [position, part] of list(delta['tool_calls']).map(record).entries())
      addCall(calls, part, position);
    finish = text(choice['finish_reason']) ?? finish;
  }
  if (finish === null) return null;
  const message = {
    role: 'assistant',
    content,
    refusal: refusal === '' ? null : refusal,
    tool_calls: [...calls.values()].map(({ id, name, input }) => ({
      id,
      function: { name, arguments: input },
    })),
  };
  return { model, usage, choices: [{ message, finish_reason: finish }] };
}

function addCall(calls: Map<unknown, Call>, part: Json, position: number): void {
  const index = part['index'] ?? position;
  const call = calls.get(index) ?? { id: '', name: '', input: '' };
  calls.set(index, call);
  const { name, arguments: input } = record(part['function']);
  call.id ||= text(part['id']) ?? '';
  call.name += text(name) ?? '';
  call.input += text(input) ?? '';
}
