// OpenAI's chat completions, as most hosts speak them to a server of the user's own.
import { type Asked, type Dialect, dataLines, type Fields, jsonOf, type Reply } from './dialect.js';
import { recordsIn, textIn, textsIn } from './parts.js';

const BASE = { id: 'chatcmpl-1', created: 1, model: 'scripted' };
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export const chat: Dialect = {
  fits: (path) => path.endsWith('/chat/completions'),

  read(body) {
    const messages = recordsIn(body['messages']);
    return {
      tools: recordsIn(body['tools']).map(nameOf),
      calls: messages.reduce((sum, message) => sum + recordsIn(message['tool_calls']).length, 0),
      messages: messages.map(({ role, content }) => ({ role: textIn(role), text: textsIn(content) })),
      streaming: body['stream'] === true,
    };
  },

  write(reply: Reply, { streaming }: Asked) {
    const message = messageOf(reply);
    const finish_reason = 'call' in reply ? 'tool_calls' : 'stop';
    if (!streaming)
      return JSON.stringify({
        ...BASE,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason }],
        usage: USAGE,
      });
    const chunk = { ...BASE, object: 'chat.completion.chunk' };
    return dataLines([
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE },
      '[DONE]',
    ]);
  },
};

function nameOf(tool: Fields): string {
  const { function: own } = tool;
  return typeof own === 'object' && own !== null && 'name' in own ? textIn(own.name) : '';
}

function messageOf(reply: Reply): Fields {
  if (!('call' in reply)) return { role: 'assistant', content: reply.text };
  const { call, id } = reply;
  const own = { name: call.name, arguments: jsonOf(call.input) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id, type: 'function', function: own }],
  };
}
