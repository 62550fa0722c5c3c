// The events of a streamed Anthropic message, put together to the message.
import { type Json, list, parsed, record, text } from './json.js';

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
