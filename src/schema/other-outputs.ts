// Schemas of what the commands that find and move hooks, and the amplihack installer, print with `--json`.
import {
  anyObject,
  count,
  flag,
  type JsonSchema,
  listOf,
  oneOf,
  record,
  text,
  texts,
} from './json-schema.js';

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const countOrNull: JsonSchema = { type: ['integer', 'null'] };
const verdicts = ['same', 'changed', 'there', 'cannot'];

const diagnostic = record({
  code: text,
  severity: oneOf('error', 'warning', 'info'),
  message: text,
  file: textOrNull,
  line: countOrNull,
  column: countOrNull,
  hint: textOrNull,
});

const migrate = {
  from: text,
  to: oneOf('amplifier', 'claude'),
  scope: oneOf('project', 'user'),
  dryRun: flag,
  target: text,
  wouldWrite: flag,
  written: flag,
  backup: textOrNull,
  counts: record(Object.fromEntries(verdicts.map((verdict) => [verdict, count]))),
  looked: listOf(record({ file: text, there: flag })),
  hooks: listOf(
    record({
      verdict: oneOf(...verdicts),
      from: record({ file: text, line: count, column: count, event: text, matcher: textOrNull, runs: text }),
      to: { anyOf: [anyObject, { type: 'null' }] },
      differences: texts,
      warnings: texts,
      why: textOrNull,
      hint: textOrNull,
    }),
  ),
  left: listOf(anyObject),
  notes: texts,
  diagnostics: listOf(diagnostic),
};

const backup = record({
  id: text,
  file: text,
  at: text,
  by: text,
  before: textOrNull,
  after: text,
  mode: countOrNull,
});

const known = {
  name: text,
  kind: text,
  origin: text,
  addedAt: text,
  updatedAt: text,
  commit: textOrNull,
};

const executable = record({ path: text, state: text, target: textOrNull, backup: textOrNull }, [
  'target',
  'backup',
]);

/** Command → what it prints. */
export const OTHER_OUTPUTS = {
  migrate: { fields: migrate, optional: [] },
  restore: { fields: { folder: text, backups: listOf(backup) }, optional: [] },
  'restore-backup': {
    fields: { backup, edited: flag, dryRun: flag, restored: flag, undo: textOrNull, diff: texts },
    optional: [],
  },
  'marketplace-add': {
    fields: {
      added: listOf(
        record({
          ...known,
          state: text,
          plugins: count,
          leftOut: count,
          warnings: texts,
          diagnostics: listOf(diagnostic),
        }),
      ),
      failed: listOf(anyObject),
    },
    optional: [],
  },
  'marketplace-list': {
    fields: {
      marketplaces: listOf(
        record({
          ...known,
          description: textOrNull,
          owner: textOrNull,
          plugins: count,
          leftOut: count,
          diagnostics: listOf(diagnostic),
        }),
      ),
      claude: { anyOf: [listOf(anyObject), { type: 'null' }] },
      diagnostics: listOf(diagnostic),
    },
    optional: [],
  },
  'marketplace-update': {
    fields: {
      updated: listOf(
        record({ ...known, outcome: text, new: texts, gone: texts, changed: texts, problem: textOrNull }),
      ),
    },
    optional: [],
  },
  'marketplace-remove': { fields: { removed: text, installed: listOf(true) }, optional: [] },
  search: {
    fields: {
      total: count,
      plugins: listOf(anyObject),
      marketplaces: listOf(record({ name: text, origin: text, plugins: count, fetchedAt: textOrNull })),
      diagnostics: listOf(diagnostic),
    },
    optional: [],
  },
  'amplihack-install': {
    fields: {
      action: oneOf('install'),
      dryRun: flag,
      settings: text,
      changed: flag,
      backup: textOrNull,
      executable,
      repaired: texts,
      sessionEnd: flag,
    },
    optional: [],
  },
  'amplihack-uninstall': {
    fields: {
      action: oneOf('uninstall'),
      dryRun: flag,
      settings: text,
      changed: flag,
      backup: textOrNull,
      removed: count,
      executable,
    },
    optional: [],
  },
  'amplihack-status': {
    fields: {
      action: oneOf('status'),
      installed: flag,
      packageVersion: text,
      checks: listOf(record({ ok: flag, message: text })),
      files: listOf(
        record({ name: text, file: text, state: text, why: textOrNull, registered: listOf(anyObject) }),
      ),
      executables: listOf(anyObject),
      warnings: texts,
    },
    optional: [],
  },
} as const;
