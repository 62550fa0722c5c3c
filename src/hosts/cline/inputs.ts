// Cline's tools take an input in many forms, and guards must see the same call in each: a list where one text would do, one
// text where a list is meant, a program with its arguments apart. All are put into the one form that the tool's own
// description has, which every one of these tools takes too.
import { isRecord, shellWord } from '../../text/index.js';

/** Where a tool's list may stand, the usual field first, and the fields of an entry, which an input may have itself. */
interface ListForm {
  readonly fields: readonly [string, ...string[]];
  readonly entry: readonly string[];
}

const LISTS: Readonly<Record<string, ListForm>> = {
  run_commands: { fields: ['commands'], entry: ['command', 'cmd', 'args'] },
  read_files: { fields: ['files', 'file_paths', 'paths'], entry: ['path', 'start_line', 'end_line'] },
  search_codebase: { fields: ['queries'], entry: [] },
  fetch_web_content: { fields: ['requests'], entry: ['url', 'prompt'] },
};

/** An input in the form that the tool's description has. */
export function usualInput(tool: string, input: unknown): unknown {
  if (tool === 'apply_patch') return typeof input === 'string' ? { input } : input;
  const form = Object.hasOwn(LISTS, tool) ? LISTS[tool] : undefined;
  if (form === undefined) return input;
  const { entries, rest } = partsOf(input, form);
  if (entries.length === 0) return input;
  return { ...rest, [form.fields[0]]: tool === 'run_commands' ? entries.map(asCommand) : entries };
}

interface Parts {
  readonly entries: readonly unknown[];
  readonly rest: Readonly<Record<string, unknown>>;
}

function partsOf(input: unknown, { fields, entry }: ListForm): Parts {
  if (typeof input === 'string') return { entries: [input], rest: {} };
  if (Array.isArray(input)) return { entries: input, rest: {} };
  if (!isRecord(input)) return { entries: [], rest: {} };
  const only = (names: readonly string[], wanted: boolean): Record<string, unknown> =>
    Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name) === wanted));
  // Whichever of several the tool takes, hooks are asked about all.
  const listed = Object.values(only(fields, true)).flatMap((value): readonly unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  const own = only(entry, true);
  return {
    entries: Object.keys(own).length === 0 ? listed : [...listed, own],
    rest: only([...fields, ...entry], false),
  };
}

/** A command with its arguments as the line that a shell would read. */
function asCommand(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const program = entry['command'] ?? entry['cmd'];
  const args = entry['args'];
  if (typeof program !== 'string') return entry;
  return Array.isArray(args) && args.length > 0
    ? [program, ...args.map(String)].map(shellWord).join(' ')
    : program;
}
