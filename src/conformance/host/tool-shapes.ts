// The host's knowledge of its tools: which inputs and outputs have the right shape.
import { isMcpTool } from '../../events/index.js';
import { anyObject, flag, number, open, optional, type Shape, text } from '../../text/shapes/index.js';

type Shapes = Readonly<Record<string, Shape<unknown>>>;

const INPUTS: Shapes = {
  Bash: open({
    command: text,
    description: optional(text),
    timeout: optional(number),
    run_in_background: optional(flag),
  }),
  Write: open({ file_path: text, content: text }),
  Edit: open({ file_path: text, old_string: text, new_string: text, replace_all: optional(flag) }),
  Read: open({ file_path: text, offset: optional(number), limit: optional(number) }),
};

const OUTPUTS: Shapes = {
  Bash: open({ stdout: text, stderr: text, interrupted: flag, isImage: optional(flag) }),
  Write: open({ filePath: text, content: text }),
  Edit: open({ filePath: text, oldString: text, newString: text }),
  Read: open({ type: text, file: anyObject }),
};

/** Whether a tool can be called with this input. Keys beyond its parameters are harmless. */
export const inputFits = (tool: string, input: unknown): boolean =>
  (shapeOf(INPUTS, tool) ?? anyObject).is(input);

/** Whether this can stand for the output of a tool. What MCP tools give is free. */
export const outputFits = (tool: string, output: unknown): boolean =>
  isMcpTool(tool) || shapeOf(OUTPUTS, tool)?.is(output) !== false;

const shapeOf = (shapes: Shapes, tool: string): Shape<unknown> | undefined =>
  Object.hasOwn(shapes, tool) ? shapes[tool] : undefined;
