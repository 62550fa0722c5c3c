// Schemas of what the commands about plugins print with `--json`.
import { EVENT_NAMES } from '../events/index.js';
import {
  anyObject,
  count,
  flag,
  type JsonSchema,
  listOf,
  oneOf,
  orNull,
  record,
  text,
  texts,
} from './json-schema.js';

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const countOrNull: JsonSchema = { type: ['integer', 'null'] };
const scope = oneOf('project', 'user');

const willRun = record({
  id: text,
  event: oneOf(...EVENT_NAMES),
  matcher: textOrNull,
  condition: textOrNull,
  type: oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent'),
  runs: text,
  details: texts,
  scripts: texts,
});

const finding = record({
  code: text,
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  file: textOrNull,
  line: countOrNull,
  column: countOrNull,
  hint: textOrNull,
});

const plugin = record({
  name: text,
  version: textOrNull,
  source: text,
  pinned: anyObject,
  marketplace: textOrNull,
  folder: text,
  files: count,
  bytes: count,
  findings: listOf(finding),
  hooks: listOf(willRun),
  needs: listOf(record({ name: text, as: oneOf('interpreter', 'program'), here: flag })),
  seen: listOf(record({ kind: oneOf('network', 'writes', 'code'), what: text, file: text, line: count })),
  leftOut: listOf(record({ what: text, path: textOrNull, files: count })),
  notes: texts,
  before: orNull({
    type: 'object',
    properties: {
      version: textOrNull,
      source: text,
      edits: texts,
      added: listOf(willRun),
      removed: listOf(willRun),
      changed: listOf(record({ before: willRun, after: willRun })),
      files: listOf(record({ path: text, change: oneOf('added', 'removed', 'changed'), runs: flag })),
    },
    required: ['version', 'source', 'edits', 'added', 'removed', 'changed', 'files'],
    additionalProperties: false,
  }),
});

const done = {
  scope,
  applied: flag,
  plugins: listOf(plugin),
  same: texts,
  backups: listOf(record({ name: text, folder: text })),
};

const removal = record({
  name: text,
  scope,
  folder: text,
  removed: texts,
  kept: texts,
  backup: textOrNull,
  data: textOrNull,
  dataStays: textOrNull,
  switches: texts,
});

const item = record({
  name: text,
  version: textOrNull,
  source: textOrNull,
  marketplace: textOrNull,
  scope,
  folder: text,
  state: oneOf('on', 'off', 'partly', 'none'),
  hooks: listOf(record({ id: text, event: text, matcher: textOrNull, on: flag })),
  changed: texts,
  missing: texts,
  added: texts,
  missingInterpreters: texts,
});

export const PLUGIN_OUTPUTS = {
  install: { fields: done, optional: [] },
  update: { fields: { places: listOf(record(done)) }, optional: [] },
  uninstall: { fields: { dryRun: flag, plugins: listOf(removal) }, optional: [] },
  'list-plugins': { fields: { plugins: listOf(item) }, optional: [] },
  pack: {
    fields: {
      name: text,
      pluginVersion: textOrNull,
      file: text,
      files: texts,
      bytes: count,
      sha256: text,
      install: text,
    },
    optional: [],
  },
  new: { fields: { folder: text, files: texts, needs: texts, next: texts }, optional: [] },
} as const satisfies Record<string, { fields: Record<string, JsonSchema>; optional: readonly string[] }>;
