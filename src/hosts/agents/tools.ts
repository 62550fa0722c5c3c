// A tool call of a host as the call that hooks are written for, and a rewritten input as the tool's own again.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { mcpToolName } from '../../events/index.js';
import { isRecord, keepNumbers } from '../../text/index.js';
import { type PatchedFile, patchedFiles, patchIn } from './patch.js';

type Input = Readonly<Record<string, unknown>>;

/** A tool of a host: its own name, the name hooks know, and how its input differs. */
export interface AgentTool {
  readonly native: string;
  readonly name: string;
  /** Input fields that hooks know under another name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Numbers that hooks know in another unit: theirs is so many times the tool's own. */
  readonly units?: Readonly<Record<string, number>>;
  /** Fields, as the host names them, with the path of a file, which hooks know as an absolute one. */
  readonly paths?: readonly string[];
  /** A field with a list, one call for hooks an entry: its fields, or the entry itself as the field `as`. */
  readonly each?: { readonly field: string; readonly as: string };
  /** Only for inputs in which none of these fields has a value; others are for the next row of the tool. */
  readonly unless?: readonly string[];
  /** The field with the text of a patch, or without it any that holds one: one call for hooks a file. */
  readonly patch?: string;
  /** The field with a text that names web addresses: one call for hooks an address, which they know as `url`. */
  readonly addresses?: string;
  /** It was not seen in the host, only read in its documents. */
  readonly measured?: false;
}

/** A call under the names that hooks know. */
export interface KnownCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * The calls that hooks are shown for one call of a tool: one, except that a patch of several files is one a file,
 * because a hook that guards files looks at the one `file_path`, a list of commands is one a command, and of the addresses in a
 * text each is one.
 */
export function knownCalls(
  tools: readonly AgentTool[],
  native: string,
  input: unknown,
  cwd: string,
): readonly [KnownCall, ...KnownCall[]] {
  const tool = toolOf(tools, native, input);
  if (tool === undefined) return [{ name: mcpToolName(native), input }];
  if (!isRecord(input)) return [{ name: tool.name, input }];
  if (tool.patch !== undefined) {
    const files = patchedFiles({ ...input, patch: input[tool.patch] ?? patchIn(input) });
    const [first, ...others] = files.map((file) => patchCall(file, input, cwd));
    return first === undefined ? [{ name: tool.name, input }] : [first, ...others];
  }
  const [first, ...others] = entriesOf(input, tool).map((own) => shown(own, tool, cwd));
  return first === undefined ? [shown(input, tool, cwd)] : [first, ...others];
}

function toolOf(tools: readonly AgentTool[], native: string, input: unknown): AgentTool | undefined {
  const fields = isRecord(input) ? input : {};
  return tools.find(
    (tool) => tool.native === native && !(tool.unless ?? []).some((name) => (fields[name] ?? null) !== null),
  );
}

/** The input once for each entry of its list, or each address of its text. */
function entriesOf(input: Input, { each, addresses }: AgentTool): readonly Input[] {
  if (addresses !== undefined) return addressesIn(input[addresses]).map((url) => ({ ...input, url }));
  const list = each === undefined ? undefined : input[each.field];
  if (each === undefined || !Array.isArray(list)) return [input];
  const { [each.field]: _, ...rest } = input;
  return list.map((entry: unknown) =>
    isRecord(entry) ? { ...rest, ...entry } : { ...rest, [each.as]: entry },
  );
}

const addressesIn = (text: unknown): readonly string[] =>
  typeof text === 'string' ? [...new Set(text.match(/\bhttps?:\/\/\S+/gi) ?? [])] : [];

function shown(input: Input, tool: AgentTool, cwd: string): KnownCall {
  const known = translated(input, tool.fields ?? {}, tool.units ?? {}, (own, factor) => own * factor);
  return { name: tool.name, input: keepNumbers(known, { ...known, ...filesIn(input, tool, cwd) }) };
}

/** Paths as the tool itself reads them. What names no file of the disk stays as it is: a resource of a bundle, another user's home. */
function filesIn(input: Input, { paths = [], fields = {} }: AgentTool, cwd: string): Input {
  const named = paths.flatMap((name): [string, string][] => {
    const path = Object.hasOwn(input, name) ? input[name] : undefined;
    return typeof path === 'string' && path !== '' ? [[fields[name] ?? name, path]] : [];
  });
  return Object.fromEntries(named.map(([name, path]) => [name, absolute(path, cwd)]));
}

function absolute(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return resolve(homedir(), path.slice(2));
  return path.startsWith('@') || path.startsWith('~') ? path : resolve(cwd, path);
}

function patchCall(file: PatchedFile, input: Input, cwd: string): KnownCall {
  // What was read out of the patch counts, whatever else the call carries.
  const own = { ...input, file_path: resolve(cwd, file.path) };
  return file.kind === 'add'
    ? { name: 'Write', input: keepNumbers(input, { ...own, content: file.after }) }
    : {
        name: 'Edit',
        input: keepNumbers(input, { ...own, old_string: file.before, new_string: file.after }),
      };
}

/**
 * An input that hooks wrote, as the tool itself reads it; `null`: there is no such input.
 *
 * @param given the input of the call, of which `call` was made
 */
export function nativeInput(
  tools: readonly AgentTool[],
  native: string,
  written: Input,
  call: KnownCall,
  given: unknown,
): Input | null {
  const tool = toolOf(tools, native, given);
  if (tool === undefined) return written;
  if (tool.patch !== undefined) return withoutDerived(written, call, DERIVED_OF_PATCH);
  if (tool.addresses !== undefined) return withoutDerived(written, call, ['url']);
  const before = isRecord(given) ? given : {};
  const known = isRecord(call.input) ? call.input : {};
  const { fields = {}, units = {}, paths = [], each } = tool;
  const [entry = before] = entriesOf(before, tool);
  // Where several names of the tool mean the same, it is the one that the model wrote.
  const names = Object.entries(fields).sort(
    ([one], [other]) => Number(Object.hasOwn(entry, one)) - Number(Object.hasOwn(entry, other)),
  );
  const back = Object.fromEntries(names.map(([own, name]) => [name, own]));
  const input = translated(written, back, units, (value, factor) => value / factor);
  // A path that hooks left alone is the one that the model wrote.
  const kept = paths.filter((name) => {
    const ours = fields[name] ?? name;
    return Object.hasOwn(written, ours) && Object.hasOwn(entry, name) && written[ours] === known[ours];
  });
  const own = keepNumbers(input, {
    ...input,
    ...Object.fromEntries(kept.map((name) => [name, entry[name]])),
  });
  return each === undefined || !Array.isArray(before[each.field]) ? own : asList(own, each, before);
}

/** Only where the list has one entry is it plain which one was meant. */
function asList(own: Input, each: NonNullable<AgentTool['each']>, before: Input): Input | null {
  const list = before[each.field];
  if (!Array.isArray(list) || list.length !== 1) return null;
  if (isRecord(list[0])) {
    const beside = Object.entries(own).filter(([name]) => name !== each.field && Object.hasOwn(before, name));
    const inside = Object.entries(own).filter(([name]) => !Object.hasOwn(before, name));
    return { ...Object.fromEntries(beside), [each.field]: [Object.fromEntries(inside)] };
  }
  const { [each.as]: entry, ...rest } = own;
  return { ...rest, [each.field]: [entry] };
}

const DERIVED_OF_PATCH = ['file_path', 'content', 'old_string', 'new_string'];

/** Only a text itself can be changed: fields that were read out of it are not what the tool gets. */
function withoutDerived(written: Input, { input }: KnownCall, derived: readonly string[]): Input | null {
  const before = isRecord(input) ? input : {};
  if (derived.some((name) => name in written && written[name] !== before[name])) return null;
  const own = Object.entries(written).filter(([name]) => !derived.includes(name));
  return keepNumbers(written, Object.fromEntries(own));
}

function translated(
  input: Input,
  names: Readonly<Record<string, string>>,
  units: Readonly<Record<string, number>>,
  scaled: (value: number, factor: number) => number,
): Input {
  const nameOf = (name: string): string => (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
  // A field that the tool does not read must not hide the one that it does from a hook that guards it.
  const taken = new Set(Object.keys(input).flatMap((name) => (nameOf(name) === name ? [] : [nameOf(name)])));
  const counting = Object.entries(input).filter(([name]) => nameOf(name) !== name || !taken.has(name));
  const fields = counting.map(([name, value]) => {
    const factor = Object.hasOwn(units, name) ? units[name] : undefined;
    return [
      nameOf(name),
      factor !== undefined && typeof value === 'number' ? scaled(value, factor) : value,
    ] as const;
  });
  return keepNumbers(input, Object.fromEntries(fields), nameOf);
}
