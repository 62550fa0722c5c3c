// A tool call of Amplifier as the call that hooks are written for, and a rewritten input as the tool's own again.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { mcpToolName, NATIVE_TOOLS, type NativeTool } from '../../events/index.js';
import { isRecord, keepNumbers } from '../../text/index.js';
import { type PatchedFile, patchedFiles } from './patch.js';

type Input = Readonly<Record<string, unknown>>;

/** A call under the names that hooks know. */
export interface KnownCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * The calls that hooks are shown for one call of a tool: one, except that a patch of several files is one a file,
 * because a hook that guards files looks at the one `file_path`.
 */
export function knownCalls(
  native: string,
  input: unknown,
  cwd: string,
): readonly [KnownCall, ...KnownCall[]] {
  if (native === 'apply_patch' && isRecord(input)) {
    const [first, ...others] = patchedFiles(input).map((file) => patchCall(file, input, cwd));
    return first === undefined ? [{ name: 'Edit', input }] : [first, ...others];
  }
  const tool = NATIVE_TOOLS.find((candidate) => candidate.native === native);
  if (tool === undefined) return [{ name: mcpToolName(native), input }];
  if (!isRecord(input)) return [{ name: tool.name, input }];
  const known = translated(input, tool.fields, tool.units, (own, factor) => own * factor);
  const shown = keepNumbers(known, { ...known, ...filesIn(input, tool, cwd) });
  return [{ name: tool.name, input: shown }];
}

/** Paths as the tool itself reads them. What names no file of the disk stays as it is: a resource of a bundle, another user's home. */
function filesIn(input: Input, { paths }: NativeTool, cwd: string): Input {
  const named = paths.flatMap((name): [string, string][] => {
    const path = Object.hasOwn(input, name) ? input[name] : undefined;
    return typeof path === 'string' && path !== '' ? [[name, path]] : [];
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
 * @param given the input of the call, of which `shown` was made
 */
export function nativeInput(native: string, written: Input, shown: KnownCall, given: unknown): Input | null {
  if (native === 'apply_patch') return patchInput(written, shown);
  const tool = NATIVE_TOOLS.find((candidate) => candidate.native === native);
  if (tool === undefined) return written;
  const back = Object.fromEntries(Object.entries(tool.fields).map(([own, known]) => [known, own]));
  const input = translated(written, back, tool.units, (known, factor) => known / factor);
  // A path that hooks left alone is the one that the model wrote.
  const [before, known] = [isRecord(given) ? given : {}, isRecord(shown.input) ? shown.input : {}];
  const kept = tool.paths.filter((name) => Object.hasOwn(written, name) && written[name] === known[name]);
  return keepNumbers(input, { ...input, ...Object.fromEntries(kept.map((name) => [name, before[name]])) });
}

/** Only the text of a patch can be changed: fields that were read out of it are not what the tool gets. */
function patchInput(written: Input, { input }: KnownCall): Input | null {
  const derived = ['file_path', 'content', 'old_string', 'new_string'];
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
  const fields = Object.entries(input).map(([name, value]) => {
    const factor = Object.hasOwn(units, name) ? units[name] : undefined;
    return [
      nameOf(name),
      factor !== undefined && typeof value === 'number' ? scaled(value, factor) : value,
    ] as const;
  });
  return keepNumbers(input, Object.fromEntries(fields), nameOf);
}
