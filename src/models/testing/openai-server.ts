// What a server speaking the OpenAI chat protocol says.
import { json, type Reaction, stream } from './server.js';

export function completion(
  reply: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
  finish = 'stop',
): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-6-luna',
    choices: [{ index: 0, message: { role: 'assistant', ...reply }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...more,
  };
}

export const says = (content: string, more: Readonly<Record<string, unknown>> = {}): Reaction =>
  json(completion({ content }, more));

export const fails = (
  status: number,
  text: string,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Reaction =>
  json(
    { error: { message: text, type: 'invalid_request_error', param: null, code: null, ...error } },
    status,
    headers,
  );

function chunk(delta: unknown, more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    object: 'chat.completion.chunk',
    model: 'local',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  };
}

/** A streamed reply with text and two tool calls, each in pieces. */
export const streamedChunks: readonly unknown[] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'I look ' }),
  chunk({ content: 'it up' }),
  chunk({
    tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'read', arguments: '' } }],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: ' "a.txt"}' } }] }),
  chunk({
    tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'list', arguments: '{}' } }],
  }),
  chunk({}, { finish_reason: 'tool_calls' }),
  {
    object: 'chat.completion.chunk',
    model: 'local',
    choices: [],
    usage: { prompt_tokens: 50, completion_tokens: 30 },
  },
  '[DONE]',
];

export const streams = stream(streamedChunks);
