// One recorded reply, read strictly.
import type { ModelFailure, ModelReply, ModelToolCall } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { count, type Json, list } from './json.js';

export interface Recorded {
  /** All of them have to occur in the request. */
  readonly match: readonly string[];
  /** It is never used up. */
  readonly repeat: boolean;
  readonly reply: Omit<ModelReply, 'model'> & { readonly model: string | null };
  /** Given instead of the reply. */
  readonly failure: { readonly kind: ModelFailure['kind']; readonly message: string } | null;
}

const FIELDS = [
  'match',
  'repeat',
  'text',
  'json',
  'tool_calls',
  'model',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'end',
  'failure',
];
const ENDS = ['done', 'tools', 'length', 'refused'] as const;
const KINDS = ['none', 'unreachable', 'rate-limited', 'rejected', 'garbled', 'cancelled'] as const;

/** A text instead of a reply says what is wrong with it. */
export function parseReply(value: unknown): Recorded | string {
  if (typeof value === 'string') return parseReply({ text: value });
  if (!isRecord(value)) return 'is not a JSON object (nor a text)';
  const unknown = Object.keys(value).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) return `has the unknown field "${unknown}"; known are: ${FIELDS.join(', ')}`;
  const match = typeof value['match'] === 'string' ? [value['match']] : list(value['match']);
  if (!match.every((part) => typeof part === 'string')) return '"match" must be a text or a list of texts';
  const toolCalls = toolCallsOf(value['tool_calls']);
  if (typeof toolCalls === 'string') return toolCalls;
  const end =
    value['end'] === undefined
      ? toolCalls.length > 0
        ? 'tools'
        : 'done'
      : ENDS.find((one) => one === value['end']);
  if (end === undefined) return `"end" must be one of: ${ENDS.join(', ')}`;
  const failure = failureOf(value['failure']);
  if (typeof failure === 'string') return failure;
  const text = replyText(value);
  if (text === null) return 'needs one of "text", "json", "tool_calls", "failure"';
  if (value['model'] !== undefined && typeof value['model'] !== 'string') return '"model" must be a text';
  return {
    match,
    repeat: value['repeat'] === true,
    failure,
    reply: {
      ok: true,
      text,
      toolCalls,
      model: typeof value['model'] === 'string' ? value['model'] : null,
      inputTokens: count(value['input_tokens']) ?? 0,
      outputTokens: count(value['output_tokens']) ?? 0,
      costUsd: count(value['cost_usd']) ?? 0,
      end,
    },
  };
}

function replyText(value: Json): string | null {
  if (typeof value['text'] === 'string') return value['text'];
  if (value['json'] !== undefined) return JSON.stringify(value['json']);
  return value['text'] === undefined && ('tool_calls' in value || 'failure' in value) ? '' : null;
}

function toolCallsOf(value: unknown): readonly ModelToolCall[] | string {
  const calls: ModelToolCall[] = [];
  for (const [index, call] of list(value).entries()) {
    if (!isRecord(call) || typeof call['name'] !== 'string')
      return '"tool_calls" must be a list of {"name": …, "input": …}';
    const id = typeof call['id'] === 'string' ? call['id'] : `call_${index + 1}`;
    calls.push({ id, name: call['name'], input: call['input'] ?? {} });
  }
  return calls;
}

function failureOf(value: unknown): Recorded['failure'] | string {
  if (value === undefined) return null;
  const kind = isRecord(value) ? KINDS.find((one) => one === value['kind']) : undefined;
  if (!isRecord(value) || kind === undefined)
    return `"failure" must be {"kind": …, "message": …}, kind one of: ${KINDS.join(', ')}`;
  return { kind, message: typeof value['message'] === 'string' ? value['message'] : 'recorded failure' };
}
