// Schemas of the files that hooks are configured in. They accept what every reader understands; what this engine
// understands beyond that, with a diagnostic, is for people to correct.
import { EVENT_NAMES, eventRow, type HandlerType, type KnownEventRow } from '../events/index.js';
import {
  DRAFT,
  described,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  ref,
  text,
  texts,
} from './json-schema.js';

const COMMENTS = '^(//|/\\*|#|_|\\$)';
const withComments = { patternProperties: { [COMMENTS]: true }, additionalProperties: false } as const;

const HOOK_FIELDS: Readonly<Record<string, JsonSchema>> = {
  type: described('What runs the hook.', oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent')),
  if: described('A permission rule such as Bash(git *); counts on events with a tool call.', text),
  timeout: described('Seconds, fractions too.', { type: 'number', exclusiveMinimum: 0 }),
  once: described('Runs once a session.', flag),
  onFailure: described('Whether a failure of the hook blocks.', oneOf('continue', 'block')),
  statusMessage: described('Shown while the hook runs.', text),
  description: described('For people.', text),
  name: text,
  id: text,
  enabled: described('false switches the hook off here, but not in Claude Code.', flag),
  disabled: described('true switches the hook off here, but not in Claude Code.', flag),
  command: described('A shell command; with "args", a program.', { ...text, pattern: '^[^\\u0000]*$' }),
  args: described('Present, even empty: no shell.', listOf({ ...text, pattern: '^[^\\u0000]*$' })),
  shell: oneOf('bash', 'powershell'),
  async: described('Runs in the background and cannot decide.', flag),
  asyncRewake: described('Runs in the background; exit code 2 wakes the model.', flag),
  rewakeMessage: text,
  rewakeSummary: text,
  url: described('Where an http hook sends the event.', { ...text, pattern: '^[hH][tT][tT][pP][sS]?:' }),
  headers: mapOf(text),
  allowedEnvVars: described('Variables that headers may refer to.', texts),
  server: described('The MCP server of an mcp_tool hook.', text),
  tool: described('The tool of that server.', text),
  input: { type: 'object' },
  prompt: described('What a prompt or agent hook is asked.', text),
  model: text,
  continueOnBlock: flag,
  cloud: true,
};

/** What each type cannot do without. */
const NEEDED: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
};

const hook: JsonSchema = {
  type: 'object',
  properties: HOOK_FIELDS,
  required: ['type'],
  ...withComments,
  allOf: Object.entries(NEEDED).map(([type, required]) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required },
  })),
};

function group(row: KnownEventRow): JsonSchema {
  const values = row.matcherValues.length === 0 ? {} : { examples: row.matcherValues };
  const matcher =
    row.matcher === null
      ? described(`Ignored: ${row.name} has no matchers.`, text)
      : described(`Compared with ${row.matcher}: a name, several separated by |, or a regular expression.`, {
          ...text,
          ...values,
        });
  const item =
    row.handlers.length === Object.keys(NEEDED).length
      ? ref('hook')
      : { allOf: [ref('hook'), { properties: { type: { enum: row.handlers } } }] };
  return {
    type: 'object',
    properties: {
      matcher,
      hooks: listOf(item),
      description: text,
      name: text,
      id: text,
      enabled: flag,
      disabled: flag,
      type: text,
      event: text,
      eventName: text,
      hook_event_name: text,
    },
    required: ['hooks'],
    ...withComments,
  };
}

const events: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    EVENT_NAMES.map((name) => [
      name,
      described(`Fires ${eventRow(name).fires}.`, listOf(group(eventRow(name)))),
    ]),
  ),
  ...withComments,
};

/** What `#/definitions/events` needs. */
export const hookDefinitions = { hook, events };

/** `hooks.json` of a hooks directory or plugin. */
export const hooksFileSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks.json',
  description: 'Hooks of a project, a user or a plugin.',
  type: 'object',
  properties: {
    description: text,
    name: text,
    version: true,
    author: true,
    license: true,
    homepage: true,
    repository: true,
    keywords: true,
    metadata: true,
    contractVersion: described('The version of this format that the file was written for.', oneOf(1)),
    hooks: ref('events'),
  },
  required: ['hooks'],
  ...withComments,
  definitions: hookDefinitions,
});

/** The part of Claude Code's settings that is about hooks. */
export const settingsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks in settings.json',
  description: 'The part of Claude Code’s settings that is about hooks.',
  type: 'object',
  properties: {
    hooks: ref('events'),
    disableAllHooks: flag,
    allowManagedHooksOnly: described('Counts in the managed settings only.', flag),
    env: mapOf(text),
  },
  definitions: hookDefinitions,
});
