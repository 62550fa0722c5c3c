// OpenAI's Responses, which Codex speaks.
import { type Dialect, type Fields, namedEvents, type Reply } from './dialect.js';
import { recordsIn, textIn, textsIn } from './parts.js';

const CALLS = ['function_call', 'custom_tool_call'];
const RESPONSE = { id: 'resp_1', object: 'response', model: 'scripted' };
const USAGE = {
  input_tokens: 1,
  input_tokens_details: null,
  output_tokens: 1,
  output_tokens_details: null,
  total_tokens: 2,
};

export const responses: Dialect = {
  fits: (path) => path.endsWith('/responses'),

  read(body) {
    const items = recordsIn(body['input']);
    return {
      tools: recordsIn(body['tools']).map(({ name }) => textIn(name)),
      calls: items.filter(({ type }) => CALLS.includes(textIn(type))).length,
      messages: items
        .filter(({ type }) => !CALLS.includes(textIn(type)))
        .map(({ role, type, content, output }) => ({
          role: textIn(role) || textIn(type),
          text: textsIn(content ?? output),
        })),
      streaming: body['stream'] === true,
    };
  },

  write(reply, { streaming }) {
    const item = itemOf(reply);
    const whole = { ...RESPONSE, status: 'completed', output: [item], usage: USAGE };
    if (!streaming) return JSON.stringify(whole);
    return namedEvents([
      { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ]);
  },
};

function itemOf(reply: Reply): Fields {
  if (!('call' in reply)) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { call, id } = reply;
  const { name, input } = call;
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, name, input, status: 'completed' }
    : {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      };
}
