// What a tool gave: read from whatever form a loop sends, and written back in the same form.
import type { EventData } from '../../kernel/index.js';
import { isRecord, keepNumber, readExactly } from '../../text/index.js';

type Data = Readonly<EventData>;

/** What hooks are told about the end of a tool call. */
export type ToolEnd =
  | { readonly ok: true; readonly response: unknown }
  | { readonly ok: false; readonly error: string };

const FIELDS = ['result', 'tool_result', 'tool_response'];

/** One with nothing in it counts as left out, where another has more. */
const fieldOf = (data: Data): string =>
  FIELDS.find((name) => (data[name] ?? null) !== null) ??
  FIELDS.find((name) => data[name] !== undefined) ??
  'result';

/** Whether the event tells what the tool gave. */
export const hasResult = (data: Data): boolean => {
  const result = data[fieldOf(data)];
  return result !== undefined && result !== null;
};

/** Reads `{success, output, error}`, a bare value, or the text that one loop makes of the object. */
export function toolEnd(data: Data): ToolEnd {
  const field = fieldOf(data);
  const result = parsed(data[field]);
  if (isToolResult(result)) {
    return result['success'] === false
      ? { ok: false, error: errorText(result['error']) || errorText(result['output']) }
      : ended(result, 'output');
  }
  // The object as Python prints it: no more than a text, but whether the tool failed stands at its beginning.
  if (typeof result === 'string' && /^success=False\b/.test(result)) return { ok: false, error: result };
  return result === data[field] ? ended(data, field) : { ok: true, response: result ?? null };
}

function ended(holder: Data, name: string): ToolEnd {
  const end: ToolEnd = { ok: true, response: holder[name] ?? null };
  keepNumber(holder, name, end, 'response');
  return end;
}

/** The event's data with another output; the texts for the model go with it. */
export function withOutput(data: Data, output: { readonly value: unknown } | null, texts: string): EventData {
  const field = fieldOf(data);
  const result = data[field];
  if (isRecord(result) && isToolResult(result)) {
    const value = output === null ? result['output'] : output.value;
    return { ...data, [field]: { ...result, output: folded(value, texts) } };
  }
  return { ...data, [field]: folded(output === null ? result : output.value, texts) };
}

/** A value with texts of hooks: text after text, else as a field of its own beside what the value has. */
function folded(value: unknown, texts: string): unknown {
  if (texts === '') return value;
  if (value === null || value === undefined) return texts;
  if (typeof value === 'string') return `${value}\n\n${texts}`;
  return isRecord(value) ? { ...value, hook_feedback: texts } : { output: value, hook_feedback: texts };
}

/** The text of an error, whichever form it has. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (isRecord(error)) {
    const text = error['msg'] ?? error['message'];
    return typeof text === 'string' ? text : JSON.stringify(error);
  }
  return error === undefined || error === null ? '' : JSON.stringify(error);
}

const isToolResult = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (typeof value['success'] === 'boolean' || 'output' in value);

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return readExactly(value);
  } catch {
    // It only looks like JSON: then it is text.
    return value;
  }
}
