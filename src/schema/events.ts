// Schemas of what hooks read and answer, one for each event.
import { ANSWER_FIELDS, PERMISSION_ANSWER_FIELDS } from '../decide/index.js';
import {
  COMMON_FIELDS,
  EVENT_NAMES,
  type EventName,
  eventRow,
  type InputField,
  type KnownEventRow,
} from '../events/index.js';
import { kindShape } from '../events/shapes/index.js';
import { DRAFT, type JsonSchema } from '../text/shapes/index.js';

/** What a hook of an event reads on stdin. Hosts may send more fields. */
export const inputSchema = (name: EventName): JsonSchema => ({
  $schema: DRAFT,
  title: `input of ${name}`,
  description: `What a hook reads on stdin. Fires ${eventRow(name).fires}.`,
  ...input(eventRow(name)),
});

/** The same for all events. */
export const inputsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hook input',
  description: 'What a hook reads on stdin: one line of JSON.',
  ...byEvent(input),
});

/** What a hook of an event may answer on stdout. Unknown keys are ignored. */
export const outputSchema = (name: EventName): JsonSchema => ({
  $schema: DRAFT,
  title: `output of ${name}`,
  description: 'What a hook may print on stdout as JSON.',
  ...output(eventRow(name)),
});

/** The same for all events; which one is meant stands in the hook, not in the answer. */
export const outputsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hook output',
  description: 'What a hook may print on stdout as JSON: what one of the events allows.',
  ...byEvent(output),
});

const byEvent = (make: (row: KnownEventRow) => Readonly<Record<string, unknown>>) => ({
  anyOf: EVENT_NAMES.map((name) => ({ $ref: `#/definitions/${name}` })),
  definitions: Object.fromEntries(EVENT_NAMES.map((name) => [name, make(eventRow(name))])),
});

function input(row: KnownEventRow) {
  const { properties, required } = fieldsSchema({ ...COMMON_FIELDS, ...row.fields });
  return { type: 'object', properties: { ...properties, hook_event_name: { const: row.name } }, required };
}

function output(row: KnownEventRow) {
  const { properties } = fieldsSchema(ANSWER_FIELDS);
  return { type: 'object', properties: { ...properties, hookSpecificOutput: specific(row) } };
}

/** Where an event has none, sending one is an error. */
function specific(row: KnownEventRow): JsonSchema | false {
  if (row.specific === null) return false;
  const { properties, required } = fieldsSchema(row.specific);
  const decision = { type: 'object', ...fieldsSchema(PERMISSION_ANSWER_FIELDS) };
  return {
    type: 'object',
    properties: {
      hookEventName: { const: row.name },
      ...properties,
      ...('decision' in row.specific ? { decision } : {}),
    },
    required: ['hookEventName', ...required],
  };
}

/** The properties of fields of the event table, and which of them must be there. */
function fieldsSchema(fields: Readonly<Record<string, InputField>>) {
  const entries = Object.entries(fields);
  return {
    properties: Object.fromEntries(
      entries.map(([name, { kind }]) => [name, kindShape(kind).schema(new Map())]),
    ),
    required: entries.flatMap(([name, field]) => (field.required === true ? [name] : [])),
  };
}
