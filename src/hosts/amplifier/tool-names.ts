// A tool call of Amplifier as the call that hooks are written for, and a rewritten input as the tool's own again.
import { NATIVE_TOOLS } from '../../events/index.js';
import * as calls from '../agents/tools.js';

export type { KnownCall } from '../agents/tools.js';

const TOOLS: readonly calls.AgentTool[] = NATIVE_TOOLS.map((tool) =>
  tool.native === 'apply_patch' ? { ...tool, patch: 'patch' } : tool,
);

const rowsOf = (native: string): readonly calls.AgentTool[] => TOOLS.filter((tool) => tool.native === native);

/** Whether each call of a tool is shown to hooks as one call of one tool, whatever is in its input. */
export const isShownAsOne = (native: string): boolean =>
  rowsOf(native).length < 2 &&
  rowsOf(native).every(
    ({ addresses, patch, each }) => addresses === undefined && patch === undefined && each === undefined,
  );

/** Names in the input of a tool that hooks know under another name, or with another value. */
export const reservedNames = (native: string): readonly string[] =>
  rowsOf(native).flatMap(({ fields = {}, units = {}, paths = [], unless = [] }) => [
    ...Object.keys(fields),
    ...Object.values(fields),
    ...Object.keys(units),
    ...paths,
    ...unless,
  ]);

/** The calls that hooks are shown for one call of a tool. */
export const knownCalls = (native: string, input: unknown, cwd: string) =>
  calls.knownCalls(TOOLS, native, input, cwd);

/** An input that hooks wrote, as the tool itself reads it; `null`: there is no such input. */
export const nativeInput = (
  native: string,
  written: Readonly<Record<string, unknown>>,
  shown: calls.KnownCall,
  given: unknown,
) => calls.nativeInput(TOOLS, native, written, shown, given);
