// What a hook reads on stdin: one JSON line, with the spellings that the profile asks for.
import type { HookInput } from './input.js';

export interface RenderOptions {
  /** Also under the other names that documents give the same field. */
  readonly bothSpellings: boolean;
  /** Added where the host sent none; `null`: leave it out. */
  readonly timestamp: string | null;
}

/** The input as the object a hook is given. */
export function renderFields(input: HookInput, options: RenderOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...input.fields };
  if (options.bothSpellings) {
    const spellings = { tool_result: 'tool_response', ...input.row.fieldAliases };
    for (const [other, name] of Object.entries(spellings))
      if (fields[name] !== undefined) fields[other] = fields[name];
  }
  if (options.timestamp !== null && fields['timestamp'] === undefined)
    fields['timestamp'] = options.timestamp;
  return fields;
}

/** The same as the bytes for stdin: one line of JSON and a newline. */
export function renderStdin(input: HookInput, options: RenderOptions): Uint8Array {
  return Buffer.from(`${JSON.stringify(renderFields(input, options))}\n`, 'utf8');
}
