// Fills the fields of an event into the input of a tool: `${tool_input.file_path}`.
import { isRecord } from '../../text/index.js';

type Json = Readonly<Record<string, unknown>>;

/** No braces inside: what stands between is one path. */
const PLACEHOLDER = /\$\{([^{}]*)\}/g;

/**
 * The input with every placeholder in its strings replaced, at any depth. A string stays a string: text as it is, a missing
 * field or `null` as nothing, anything else as JSON. What was filled in is not looked at again, so an event cannot bring
 * placeholders of its own.
 */
export function fillIn(input: Json, event: () => unknown): Json {
  if (!hasPlaceholder(input)) return input;
  const fields = event();
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, filled(value, fields)]));
}

function filled(value: unknown, event: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (_whole, path: string) => asText(at(event, path)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, event));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, event)]));
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${');
  if (Array.isArray(value)) return value.some(hasPlaceholder);
  return isRecord(value) && Object.values(value).some(hasPlaceholder);
}

/** The value at a path such as `tool_input.edits.0.old_string` or `tool_input.edits[0].old_string`. */
function at(event: unknown, path: string): unknown {
  const steps = path
    .trim()
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.');
  return steps.reduce(field, event);
}

/** What JSON carries, and nothing that an object merely inherits. */
function field(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
