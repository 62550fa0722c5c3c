// Google's generateContent, which Gemini CLI speaks.
import { type Dialect, dataLines, type Fields, type Reply } from './dialect.js';
import { recordsIn, textIn, textsIn } from './parts.js';

export const gemini: Dialect = {
  fits: (path) => /:(?:streamGenerateContent|generateContent)$/.test(path),

  read(body, path) {
    const contents = recordsIn(body['contents']);
    const parts = contents.flatMap(({ parts: own }) => recordsIn(own));
    return {
      tools: recordsIn(body['tools'])
        .flatMap(({ functionDeclarations }) => recordsIn(functionDeclarations))
        .map(({ name }) => textIn(name)),
      calls: parts.filter(({ functionCall }) => functionCall !== undefined).length,
      messages: [
        { role: 'system', text: textsIn(body['systemInstruction']) },
        ...contents.map(({ role, parts: own }) => ({ role: textIn(role), text: textsIn(own) })),
      ],
      streaming: path.endsWith(':streamGenerateContent'),
    };
  },

  write(reply, { streaming }) {
    const candidate = {
      content: { role: 'model', parts: [partOf(reply)] },
      finishReason: 'STOP',
      index: 0,
    };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const whole = { candidates: [candidate], usageMetadata, modelVersion: 'scripted' };
    return streaming ? dataLines([whole]) : JSON.stringify(whole);
  },
};

const partOf = (reply: Reply): Fields =>
  'call' in reply
    ? { functionCall: { id: reply.id, name: reply.call.name, args: reply.call.input } }
    : { text: reply.text };
