// What a server speaking the Anthropic Messages protocol says.
import { json, type Reaction, stream } from './server.js';

export function message(content: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content,
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
    ...more,
  };
}

export const says = (text: string, more: Readonly<Record<string, unknown>> = {}): Reaction =>
  json(message([{ type: 'text', text }], more));

export const fails = (
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reaction => json({ type: 'error', error: { type, message: text } }, status, headers);

/** A streamed reply with reasoning, text and a tool call, each in pieces. */
export const streamedEvents: readonly unknown[] = [
  {
    type: 'message_start',
    message: {
      id: 'msg_2',
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-5-5',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 50, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'let me ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'see' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'ping' },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'I look ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'it up' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
  },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"path": ' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"a.txt"}' } },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 30 },
  },
  { type: 'message_stop' },
];

export const streams = stream(streamedEvents);
