// What a hook reads on stdin: one JSON line, with the spellings that the profile asks for.
import { keepNumber, keepNumbers, writeExactly } from '../text/index.js';
import type { HookInput } from './input.js';

export interface RenderOptions {
  /** Also under the other names that documents give the same field. */
  readonly bothSpellings: boolean;
  /** Added where the host sent none; `null`: leave it out. */
  readonly timestamp: string | null;
}

/** Under which other names documents know fields of an event. */
const otherNames = (row: HookInput['row']): Readonly<Record<string, string>> => ({
  tool_result: 'tool_response',
  ...row.fieldAliases,
});

/** The input as the object a hook is given. */
export function renderFields(input: HookInput, options: RenderOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = keepNumbers(input.fields, { ...input.fields });
  if (options.bothSpellings) {
    for (const [other, name] of Object.entries(otherNames(input.row))) {
      if (fields[name] === undefined) continue;
      fields[other] = fields[name];
      keepNumber(fields, name, fields, other);
    }
  }
  if (options.timestamp !== null && fields['timestamp'] === undefined)
    fields['timestamp'] = options.timestamp;
  return fields;
}

/** The same as the bytes for stdin: one line of JSON and a newline. Numbers that nobody changed are as the host wrote them. */
export const renderStdin = (input: HookInput, options: RenderOptions): Uint8Array =>
  Buffer.from(`${writeExactly(renderFields(input, options))}\n`, 'utf8');
