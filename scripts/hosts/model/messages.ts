// Anthropic's Messages, which Claude Code speaks.
import { type Dialect, type Fields, jsonOf, namedEvents, type Reply } from './dialect.js';
import { recordsIn, textIn, textsIn } from './parts.js';

const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted' };
const USAGE = { input_tokens: 1, output_tokens: 1 };

export const messages: Dialect = {
  fits: (path) => path.endsWith('/messages'),

  read(body) {
    const all = recordsIn(body['messages']);
    const calls = all.flatMap(({ content }) => recordsIn(content)).filter(({ type }) => type === 'tool_use');
    return {
      tools: recordsIn(body['tools']).map(({ name }) => textIn(name)),
      calls: calls.length,
      messages: [
        { role: 'system', text: textsIn(body['system']) },
        ...all.map(({ role, content }) => ({ role: textIn(role), text: textsIn(content) })),
      ],
      streaming: body['stream'] === true,
    };
  },

  write(reply, { streaming }) {
    const stop_reason = 'call' in reply ? 'tool_use' : 'end_turn';
    if (!streaming)
      return JSON.stringify({
        ...MESSAGE,
        content: [blockOf(reply)],
        stop_reason,
        stop_sequence: null,
        usage: USAGE,
      });
    const empty = { ...MESSAGE, content: [], stop_reason: null, stop_sequence: null, usage: USAGE };
    return namedEvents([
      { type: 'message_start', message: empty },
      { type: 'content_block_start', index: 0, content_block: beginningOf(reply) },
      { type: 'content_block_delta', index: 0, delta: deltaOf(reply) },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
      { type: 'message_stop' },
    ]);
  },
};

const blockOf = (reply: Reply): Fields =>
  'call' in reply
    ? { type: 'tool_use', id: reply.id, name: reply.call.name, input: reply.call.input }
    : { type: 'text', text: reply.text };

const beginningOf = (reply: Reply): Fields =>
  'call' in reply
    ? { type: 'tool_use', id: reply.id, name: reply.call.name, input: {} }
    : { type: 'text', text: '' };

const deltaOf = (reply: Reply): Fields =>
  'call' in reply
    ? { type: 'input_json_delta', partial_json: jsonOf(reply.call.input) }
    : { type: 'text_delta', text: reply.text };
