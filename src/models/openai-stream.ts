// The chunks of a streamed chat completion, put together to the completion.
import { type Json, list, record, text } from './json.js';

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
