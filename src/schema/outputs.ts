// Schemas of what commands print with `--json`, version 1.
import { EVENT_NAMES } from '../events/index.js';
import { HOOK_STATES } from '../explain/index.js';
import { PROFILE_NAMES } from '../profiles.js';
import { VOICES } from '../voices.js';
import {
  anyNumber,
  anyObject,
  count,
  DRAFT,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  orNull,
  record,
  text,
  texts,
} from './json-schema.js';

import { OTHER_OUTPUTS } from './other-outputs.js';
import { PLUGIN_OUTPUTS } from './plugin-outputs.js';

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const countOrNull: JsonSchema = { type: ['integer', 'null'] };
const handlerTypes = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];
const scopes = oneOf('managed', 'user', 'project', 'local', 'flag', 'plugin', 'skill', 'agent');
const rule = record({ what: text, effect: text });

const diagnostic = record({
  code: text,
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  file: textOrNull,
  line: countOrNull,
  column: countOrNull,
  hint: textOrNull,
});

const lastRun = record({
  at: anyNumber,
  outcome: text,
  exitCode: countOrNull,
  ms: anyNumber,
  verdict: text,
  failed: orNull({ ...anyObject }),
  count,
});

const list = {
  hooks: listOf(
    record({
      id: textOrNull,
      event: textOrNull,
      matcher: textOrNull,
      condition: textOrNull,
      type: oneOf(...handlerTypes, null),
      runs: textOrNull,
      background: flag,
      scope: scopes,
      owner: textOrNull,
      file: text,
      line: count,
      column: count,
      state: oneOf(...HOOK_STATES),
      why: textOrNull,
      last: { anyOf: [lastRun, { type: 'null' }] },
    }),
  ),
  problems: record({ error: count, warning: count, info: count }),
};

const start = record({
  launch: {
    anyOf: [
      record({ kind: oneOf('starts'), form: oneOf('sh', 'bash', 'powershell', 'exec'), argv: texts }),
      record({ kind: oneOf('fails'), problem: text, why: text }, ['problem']),
      record({
        kind: oneOf('posts'),
        address: text,
        allowed: text,
        guard: text,
        headers: listOf(
          record({
            name: text,
            value: text,
            sent: flag,
            variables: listOf(record({ name: text, state: text })),
          }),
        ),
      }),
      record({
        kind: oneOf('calls'),
        server: text,
        reached: text,
        definedIn: { anyOf: [record({ file: text, line: countOrNull }), { type: 'null' }] },
        tool: text,
        input: anyObject,
      }),
      record({
        kind: oneOf('asks'),
        model: record({
          provider: text,
          where: text,
          model: textOrNull,
          instead: textOrNull,
          price: { anyOf: [record({ input: anyNumber, output: anyNumber }), { type: 'null' }] },
          keyFrom: textOrNull,
          why: text,
        }),
        fails: textOrNull,
        request: record({ system: text, text }),
        notOk: text,
        commands: { type: ['boolean', 'null'] },
      }),
      { type: 'null' },
    ],
  },
  timeoutMs: { type: ['number', 'null'] },
  differences: listOf(
    record({
      name: text,
      value: textOrNull,
      from: oneOf('settings', 'env-file', 'engine', 'removed', 'withheld'),
      why: text,
    }),
  ),
  env: { anyOf: [mapOf(text), { type: 'null' }] },
});

const explain = {
  event: oneOf(...EVENT_NAMES),
  target: { anyOf: [record({ field: text, value: text }), { type: 'null' }] },
  profile: oneOf(...PROFILE_NAMES),
  hooks: listOf(
    record({
      id: text,
      event: oneOf(...EVENT_NAMES),
      matcher: textOrNull,
      condition: textOrNull,
      handler: { type: 'object', properties: { type: oneOf(...handlerTypes) }, required: ['type'] },
      scope: scopes,
      owner: textOrNull,
      file: text,
      line: count,
      runs: flag,
      rule: text,
      why: text,
      start: { anyOf: [start, { type: 'null' }] },
    }),
  ),
  stdin: anyObject,
  cwd: texts,
  hookRules: listOf(rule),
  mergeRules: listOf(rule),
  diagnostics: listOf(diagnostic),
};

/** With `--last` or `--event`. */
const recorded = {
  event: {
    type: 'object',
    properties: { id: text, at: anyNumber, ms: anyNumber, event: text, session: text, verdict: text },
    required: ['id', 'at', 'ms', 'event', 'session', 'verdict', 'runs', 'detail'],
  },
  late: listOf(anyObject),
  plan: orNull({ ...anyObject }),
  generation: orNull({ ...anyObject }),
};

const config = {
  profile: oneOf(...PROFILE_NAMES),
  project: text,
  home: text,
  stateDir: text,
  sources: listOf(
    record({
      scope: scopes,
      file: text,
      state: oneOf('read', 'absent', 'off', 'broken'),
      why: textOrNull,
      hooks: count,
    }),
  ),
  switches: listOf(record({ file: text, state: oneOf('read', 'absent', 'broken'), why: textOrNull })),
  options: anyObject,
  env: listOf(record({ voice: oneOf(...VOICES), file: text, variables: mapOf(text) })),
  profileRows: listOf(record({ topic: text, value: true, differs: flag })),
};

const switched = {
  target: record({ kind: oneOf('hook', 'plugin'), name: text, hooks: texts }),
  scope: oneOf('local', 'user', 'project'),
  state: oneOf('enabled', 'disabled'),
  changed: flag,
  dryRun: flag,
  file: text,
  others: listOf(record({ id: text, why: text })),
};

const run = {
  event: anyObject,
  plan: listOf(
    record({
      id: text,
      event: oneOf(...EVENT_NAMES),
      file: text,
      line: count,
      runs: flag,
      code: text,
      detail: text,
    }),
  ),
  runs: listOf(record({ id: text, outcome: anyObject, durationMs: anyNumber })),
  decision: anyObject,
  hookResult: anyObject,
  claudeOutput: record({ exitCode: oneOf(0, 2), stdout: text, stderr: text }),
};

/** An object that has at least these fields. */
const atLeast = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const validate = {
  files: listOf(true),
  hooks: count,
  findings: listOf(atLeast({ message: text })),
  contract: listOf(anyObject),
  fixes: listOf(anyObject),
};

const doctor = {
  findings: listOf(
    record({
      area: text,
      state: oneOf('pass', 'warn', 'fail'),
      message: text,
      fix: textOrNull,
      file: textOrNull,
      line: countOrNull,
      column: countOrNull,
    }),
  ),
  probe: orNull({ ...anyObject }),
};

const test = {
  passed: count,
  failed: count,
  skipped: count,
  total: count,
  tests: listOf(
    atLeast({
      title: text,
      line: count,
      column: count,
      result: oneOf('passed', 'failed', 'skipped', 'malformed'),
    }),
  ),
};

const stats = {
  from: { type: ['number', 'null'] },
  to: { type: ['number', 'null'] },
  sessions: count,
  wallMs: anyNumber,
  hooks: listOf(
    atLeast({
      hook: text,
      label: text,
      event: text,
      runs: count,
      p50: { type: ['number', 'null'] },
      p95: { type: ['number', 'null'] },
      max: anyNumber,
      totalMs: anyNumber,
      share: anyNumber,
      verdicts: mapOf(count),
      failures: mapOf(count),
      contextBytes: count,
    }),
  ),
  events: listOf(atLeast({ event: text, ran: count, idle: count })),
  rollups: count,
  lost: count,
  damaged: count,
};

const init = { folder: text, files: texts, needs: texts, next: texts };

/** Command → what it prints, and which of it may be missing. */
const OUTPUTS = {
  list: { fields: list, optional: [] },
  run: { fields: run, optional: [] },
  explain: { fields: explain, optional: [] },
  'explain-last': { fields: recorded, optional: [] },
  config: { fields: config, optional: [] },
  validate: { fields: validate, optional: ['contract', 'fixes'] },
  doctor: { fields: doctor, optional: [] },
  test: { fields: test, optional: [] },
  stats: { fields: stats, optional: [] },
  init: { fields: init, optional: [] },
  enable: { fields: switched, optional: [] },
  disable: { fields: switched, optional: [] },
  ...PLUGIN_OUTPUTS,
  ...OTHER_OUTPUTS,
} as const satisfies Record<string, { fields: Record<string, JsonSchema>; optional: readonly string[] }>;

export const OUTPUT_COMMANDS: readonly string[] = Object.keys(OUTPUTS);

/** What the commands print with `--json`, one definition a command. */
export const commandOutputsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'output of amplifier-hooks --json',
  description: 'One object, version 1; #/definitions/<command> is what that command prints.',
  anyOf: OUTPUT_COMMANDS.map((command) => ({ $ref: `#/definitions/${command}` })),
  definitions: Object.fromEntries(
    Object.entries(OUTPUTS).map(([command, { fields, optional }]) => [
      command,
      record({ version: oneOf(1), ...fields }, optional),
    ]),
  ),
});
