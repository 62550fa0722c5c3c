// Schemas of the files that hooks are configured in. They accept what every reader understands; what this engine
// understands beyond that, with a diagnostic, is for people to correct.
import { EVENT_NAMES, eventRow, type HandlerType, type KnownEventRow } from '../events/index.js';
import {
  anyObject,
  anything,
  DRAFT,
  described,
  either,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  named,
  narrowed,
  number,
  oneOf,
  open,
  optional,
  type Shape,
  schemaOf,
  text,
  textLike,
  withKeywords,
} from '../text/shapes/index.js';

const COMMENTS = '^(//|/\\*|#|_|\\$)';
/** No other fields, but comments. */
const strict = <S extends Shape<unknown>>(shape: S): S =>
  withKeywords({ patternProperties: { [COMMENTS]: true }, additionalProperties: false }, shape);
const said = <T>(description: string, shape: Shape<T>) => optional(described(description, shape));

const argument = textLike(/^[^\u0000]*$/, 'a text without NUL');
const above0 = narrowed(number, (value) => value > 0, 'a number above 0', { exclusiveMinimum: 0 });

/** What each type cannot do without. */
const NEEDED: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
};

const byType = {
  allOf: Object.entries(NEEDED).map(([type, required]) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required },
  })),
};

export const mode = oneOf('observe', 'enforce');

const budget: Shape<unknown> = named(
  'budget',
  strict(
    open({
      ms: said('Milliseconds.', above0),
      tokens: said('Tokens of text for the model, and of models that are asked.', above0),
    }),
  ),
);

const budgets = strict(open(Object.fromEntries(EVENT_NAMES.map((name) => [name, optional(budget)]))));

const hook: Shape<unknown> = named(
  'hook',
  withKeywords(
    byType,
    strict(
      open({
        type: described('What runs the hook.', oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent')),
        if: said('A permission rule such as Bash(git *); counts on events with a tool call.', text),
        timeout: said('Seconds, fractions too.', above0),
        once: said('Runs once a session.', flag),
        onFailure: said('Whether a failure of the hook blocks.', oneOf('continue', 'block')),
        warm: said('Its process is kept ready from its first run on.', flag),
        mode: said(
          'observe: the hook runs, what it would have said is recorded, and nothing of it counts.',
          mode,
        ),
        budget: said('What a run may cost before somebody is told.', budget),
        statusMessage: said('Shown while the hook runs.', text),
        description: said('For people.', text),
        name: optional(text),
        id: optional(text),
        enabled: said('false switches the hook off here, but not in Claude Code.', flag),
        disabled: said('true switches the hook off here, but not in Claude Code.', flag),
        command: said('A shell command; with "args", a program.', argument),
        args: said('Present, even empty: no shell.', listOf(argument)),
        shell: optional(oneOf('bash', 'powershell')),
        async: said('Runs in the background and cannot decide.', flag),
        asyncRewake: said('Runs in the background; exit code 2 wakes the model.', flag),
        rewakeMessage: optional(text),
        rewakeSummary: optional(text),
        url: said(
          'Where an http hook sends the event.',
          textLike(/^[hH][tT][tT][pP][sS]?:/, 'a web address'),
        ),
        headers: optional(mapOf(text)),
        allowedEnvVars: said('Variables that headers may refer to.', listOf(text)),
        server: said('The MCP server of an mcp_tool hook.', text),
        tool: said('The tool of that server.', text),
        input: optional(anyObject),
        prompt: said('What a prompt or agent hook is asked.', text),
        model: optional(text),
        continueOnBlock: optional(flag),
        cloud: optional(anything),
      }),
    ),
  ),
);

function group(row: KnownEventRow): Shape<unknown> {
  const values = row.matcherValues.length === 0 ? {} : { examples: row.matcherValues };
  const matcher =
    row.matcher === null
      ? said(`Ignored: ${row.name} has no matchers.`, text)
      : said(
          `Compared with ${row.matcher}: a name, several separated by |, or a regular expression.`,
          withKeywords(values, text),
        );
  const types = { properties: { type: { enum: row.handlers } } };
  const item: Shape<unknown> =
    row.handlers.length === Object.keys(NEEDED).length
      ? hook
      : { ...hook, schema: (definitions) => ({ allOf: [hook.schema(definitions), types] }) };
  return strict(
    open({
      matcher,
      hooks: listOf(item),
      description: optional(text),
      name: optional(text),
      id: optional(text),
      enabled: optional(flag),
      disabled: optional(flag),
      type: optional(text),
      event: optional(text),
      eventName: optional(text),
      hook_event_name: optional(text),
    }),
  );
}

/** Hooks by event. */
export const events: Shape<unknown> = named(
  'events',
  strict(
    open(
      Object.fromEntries(
        EVENT_NAMES.map((name) => [
          name,
          said(`Fires ${eventRow(name).fires}.`, listOf(group(eventRow(name)))),
        ]),
      ),
    ),
  ),
);

/** `hooks.json` of a hooks directory or plugin. */
export const hooksFileSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks.json',
  description: 'Hooks of a project, a user or a plugin.',
  ...schemaOf(
    strict(
      open({
        description: optional(text),
        name: optional(text),
        version: optional(anything),
        author: optional(anything),
        license: optional(anything),
        homepage: optional(anything),
        repository: optional(anything),
        keywords: optional(anything),
        metadata: optional(anything),
        contractVersion: said('The version of this format that the file was written for.', oneOf(1)),
        mode: said('The same for all hooks of the file that say nothing themselves.', mode),
        budgets: said('What the hooks of an event may cost together.', budgets),
        hooks: events,
      }),
    ),
  ),
});

const filled = textLike(/\S/, 'a text that is not empty');
const bounds = (item: Shape<unknown>) =>
  strict(
    open({
      allow: said('Nothing else. Without it: whatever is not refused.', listOf(item)),
      refuse: said('Beats what is allowed.', listOf(item)),
    }),
  );

const requirement = withKeywords(
  { anyOf: [['id'], ['plugin'], ['event']].map((required) => ({ required })) },
  strict(
    open({
      id: said('As amplifier-hooks list shows it.', filled),
      event: said('The event of the hook.', oneOf(...EVENT_NAMES)),
      matcher: said('The matcher as written; without it the hook must select everything.', filled),
      command: said('The command with its arguments; * stands for anything.', filled),
      url: said('The address of an http hook; * stands for anything.', filled),
      plugin: said('The name of a plugin; * stands for anything.', filled),
      note: said('What to do, for whoever is denied something.', filled),
    }),
  ),
);

const source = textLike(
  /^(?:user|project|plugin|skill|agent|(?:plugin|skill|agent|marketplace|source):.+)$/,
  'a source',
);

/** The administrator's policy for hooks. */
const hookPolicy: Shape<unknown> = named(
  'hookPolicy',
  strict(
    open({
      trust: said('How far projects are trusted; hosts may be stricter.', oneOf('content', 'follow', 'off')),
      require: said('Hooks without which PreToolUse and PermissionRequest are denied.', listOf(requirement)),
      sources: said('Where hooks may come from.', bounds(source)),
      handlerTypes: said(
        'Which types of hooks may run.',
        bounds(oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent')),
      ),
      addresses: said(
        'Addresses that no http hook and no MCP server is called at.',
        strict(open({ refuse: optional(listOf(text)) })),
      ),
    }),
  ),
);

/** The part of Claude Code's settings that is about hooks. */
export const settingsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks in settings.json',
  description: 'The part of Claude Code’s settings that is about hooks.',
  ...schemaOf(
    open({
      hooks: optional(events),
      disableAllHooks: optional(flag),
      allowManagedHooksOnly: said('Counts in the managed settings only.', flag),
      strictPluginOnlyCustomization: said(
        'Hooks come from plugins and managed settings only. Counts in the managed settings only.',
        either(flag, listOf(text)),
      ),
      allowedHttpHookUrls: said('Addresses that http hooks and MCP servers may be called at.', listOf(text)),
      httpHookAllowedEnvVars: said('Variables that http hooks may send.', listOf(text)),
      env: optional(mapOf(text)),
      hookMode: said('observe: nothing of what hooks of this file say counts.', mode),
      hookBudgets: said('What the hooks of an event may cost together.', budgets),
      hookPolicy: said('Counts in the managed settings only.', hookPolicy),
    }),
  ),
});
