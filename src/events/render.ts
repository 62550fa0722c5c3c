// What a hook reads on stdin: one JSON line, with the spellings that the profile asks for.
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
  const fields: Record<string, unknown> = { ...input.fields };
  if (options.bothSpellings) {
    for (const [other, name] of Object.entries(otherNames(input.row)))
      if (fields[name] !== undefined) fields[other] = fields[name];
  }
  if (options.timestamp !== null && fields['timestamp'] === undefined)
    fields['timestamp'] = options.timestamp;
  return fields;
}

/** The same as the bytes for stdin: one line of JSON and a newline. */
export function renderStdin(input: HookInput, options: RenderOptions): Uint8Array {
  const fields = renderFields(input, options);
  const text = input.exact.size === 0 ? JSON.stringify(fields) : exactly(fields, input);
  return Buffer.from(`${text}\n`, 'utf8');
}

/** What nobody changed since the host sent it is as the host wrote it. */
function exactly(fields: Readonly<Record<string, unknown>>, { exact, row }: HookInput): string {
  const members = Object.entries(fields).flatMap(([name, value]) => {
    const known = exact.get(name) ?? exact.get(otherNames(row)[name] ?? '');
    const text = known !== undefined && known.value === value ? known.text : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
