// What a hook reads on stdin: one JSON line, with the spellings that the profile asks for.
import { keepNumber, keepNumbers, writeExactly } from '../text/index.js';
import type { HookInput } from './input.js';

export interface RenderOptions {
  /** Also under the other names that documents give the same field. */
  readonly bothSpellings: boolean;
  /** Added where the host sent none; `null`: leave it out. */
  readonly timestamp: string | null;
}

/** Under which other names documents know fields of every event; a row has more. */
const OTHER_NAMES: Readonly<Record<string, string>> = { tool_result: 'tool_response' };

/** The input as the object a hook is given. */
export function renderFields(input: HookInput, options: RenderOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = keepNumbers(input.fields, { ...input.fields });
  if (options.bothSpellings) {
    addSpellings(fields, OTHER_NAMES);
    addSpellings(fields, input.row.fieldAliases);
  }
  if (options.timestamp !== null && fields['timestamp'] === undefined)
    fields['timestamp'] = options.timestamp;
  return fields;
}

function addSpellings(fields: Record<string, unknown>, names: Readonly<Record<string, string>>): void {
  for (const [other, name] of Object.entries(names)) {
    if (fields[name] === undefined) continue;
    fields[other] = fields[name];
    keepNumber(fields, name, fields, other);
  }
}

/** The same as the bytes for stdin: one line of JSON and a newline. Numbers that nobody changed are as the host wrote them. */
export const renderStdin = (input: HookInput, options: RenderOptions): Uint8Array =>
  Buffer.from(`${writeExactly(renderFields(input, options))}\n`, 'utf8');
