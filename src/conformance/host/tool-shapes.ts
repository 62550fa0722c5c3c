// The host's knowledge of its tools: which inputs and outputs have the right shape.
import { type FieldKind, fits, isMcpTool } from '../../events/index.js';
import { isRecord } from '../../text/index.js';

type Shape = Readonly<Record<string, { readonly kind: FieldKind; readonly required: boolean }>>;

const must = (kind: FieldKind) => ({ kind, required: true });
const may = (kind: FieldKind) => ({ kind, required: false });

const INPUTS: Readonly<Record<string, Shape>> = {
  Bash: {
    command: must('string'),
    description: may('string'),
    timeout: may('number'),
    run_in_background: may('boolean'),
  },
  Write: { file_path: must('string'), content: must('string') },
  Edit: {
    file_path: must('string'),
    old_string: must('string'),
    new_string: must('string'),
    replace_all: may('boolean'),
  },
  Read: { file_path: must('string'), offset: may('number'), limit: may('number') },
};

const OUTPUTS: Readonly<Record<string, Shape>> = {
  Bash: {
    stdout: must('string'),
    stderr: must('string'),
    interrupted: must('boolean'),
    isImage: may('boolean'),
  },
  Write: { filePath: must('string'), content: must('string') },
  Edit: { filePath: must('string'), oldString: must('string'), newString: must('string') },
  Read: { type: must('string'), file: must('object') },
};

/** Whether a tool can be called with this input. Keys beyond its parameters are harmless. */
export const inputFits = (tool: string, input: unknown): boolean => fitsShape(input, shapeOf(INPUTS, tool));

/** Whether this can stand for the output of a tool. What MCP tools give is free. */
export const outputFits = (tool: string, output: unknown): boolean =>
  isMcpTool(tool) || shapeOf(OUTPUTS, tool) === undefined || fitsShape(output, shapeOf(OUTPUTS, tool));

const shapeOf = (shapes: Readonly<Record<string, Shape>>, tool: string): Shape | undefined =>
  Object.hasOwn(shapes, tool) ? shapes[tool] : undefined;

function fitsShape(value: unknown, shape: Shape = {}): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(shape).every(([name, { kind, required }]) =>
    value[name] === undefined ? !required : fits(value[name], kind),
  );
}
