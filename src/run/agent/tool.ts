// What a tool of an agent is, and how its input is read.
import type { ModelTool } from '../../nouns.js';
import { describe, isRecord } from '../../text/index.js';
import { Refusal } from './territory.js';

export interface AgentTool extends ModelTool {
  /** What the agent gets to read. Throws a Refusal where it gets nothing. */
  use(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

type Property = Readonly<Record<string, unknown>>;

/** The schema of a tool's input. */
export const inputSchema = (
  properties: Readonly<Record<string, Property>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The input as an object with no other keys than those of the schema. Throws a Refusal. */
export function checkedInput(tool: ModelTool, input: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(input)) throw new Refusal(`the input must be an object, but is ${describe(input)}`);
  const known = tool.input['properties'];
  const other = Object.keys(input).find((key) => !isRecord(known) || !Object.hasOwn(known, key));
  if (other !== undefined) throw new Refusal(`"${tool.name}" has no ${JSON.stringify(other.slice(0, 100))}`);
  return input;
}

export function text(input: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = input[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new Refusal(`"${key}" must be a string, but is ${describe(value)}`);
}

export function requiredText(input: Readonly<Record<string, unknown>>, key: string): string {
  const value = text(input, key);
  if (value === null || value === '') throw new Refusal(`"${key}" is missing`);
  return value;
}

export function count(input: Readonly<Record<string, unknown>>, key: string): number | null {
  const value = input[key] ?? null;
  if (value === null || (typeof value === 'number' && Number.isInteger(value) && value > 0)) return value;
  throw new Refusal(`"${key}" must be a whole number from 1 on, but is ${describe(value)}`);
}
