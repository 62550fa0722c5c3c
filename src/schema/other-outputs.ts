// Schemas of what the commands that find and move hooks, and the amplihack installer, print with `--json`.
import { AGENT_NAMES } from '../host-names.js';
import type { Severity } from '../nouns.js';
import {
  anyObject,
  anything,
  count,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
} from '../text/shapes/index.js';

const severity: Shape<Severity> = oneOf('error', 'warning', 'info');

export const diagnostic = object({
  code: text,
  severity,
  message: text,
  file: orNull(text),
  line: orNull(integer),
  column: orNull(integer),
  hint: orNull(text),
});

const migrate = {
  from: text,
  to: oneOf('amplifier', ...AGENT_NAMES),
  scope: oneOf('project', 'user'),
  dryRun: flag,
  target: text,
  wouldWrite: flag,
  written: flag,
  backup: orNull(text),
  counts: object({ same: count, changed: count, there: count, cannot: count }),
  looked: listOf(object({ file: text, there: flag })),
  hooks: listOf(
    object({
      verdict: oneOf('same', 'changed', 'there', 'cannot'),
      from: object({
        file: text,
        line: count,
        column: count,
        event: text,
        matcher: orNull(text),
        runs: text,
      }),
      to: orNull(anyObject),
      differences: listOf(object({ what: text, from: text, to: orNull(text) })),
      warnings: listOf(text),
      why: orNull(text),
      hint: orNull(text),
    }),
  ),
  left: listOf(anyObject),
  notes: listOf(text),
  diagnostics: listOf(diagnostic),
};

const backup = object({
  id: text,
  file: text,
  at: text,
  by: text,
  before: orNull(text),
  after: orNull(text),
  mode: orNull(integer),
  folders: listOf(text),
});

const known = {
  name: text,
  kind: text,
  origin: text,
  addedAt: text,
  updatedAt: text,
  commit: orNull(text),
};

const executable = object({
  path: text,
  state: text,
  target: optional(orNull(text)),
  backup: optional(orNull(text)),
});

const finding = object({
  kind: oneOf('twice', 'off', 'unread', 'note'),
  message: text,
  file: text,
  line: orNull(integer),
  fix: text,
});
const trust = oneOf('nothing', 'prepared', 'missing', 'person');
const connecting = {
  host: oneOf(...AGENT_NAMES),
  scope: oneOf('user', 'project'),
  dryRun: flag,
  place: text,
  changed: flag,
  files: listOf(object({ file: text, change: oneOf('none', 'made', 'changed', 'removed') })),
};
const connections = {
  project: text,
  hosts: listOf(
    object({
      host: oneOf(...AGENT_NAMES),
      title: text,
      program: orNull(text),
      connections: listOf(
        object({
          scope: oneOf('user', 'project'),
          place: text,
          line: orNull(integer),
          state: oneOf('connected', 'incomplete', 'outdated', 'broken'),
          events: count,
          missing: listOf(text),
          trust,
          steps: listOf(text),
          probe: orNull(listOf(object({ what: text, ok: flag, seen: orNull(text), fix: orNull(text) }))),
        }),
      ),
      findings: listOf(finding),
    }),
  ),
};

/** Command → what it prints beside the version. */
export const OTHER_OUTPUTS = {
  connect: {
    ...connecting,
    events: listOf(text),
    trust: orNull(trust),
    steps: listOf(text),
    checked: orNull(oneOf('same', 'differs', 'unasked', 'absent')),
    findings: listOf(finding),
  },
  disconnect: { ...connecting, removed: count, exact: flag },
  connections,
  migrate,
  restore: { folder: text, backups: listOf(backup) },
  'restore-backup': {
    backup,
    edited: flag,
    dryRun: flag,
    restored: flag,
    undo: orNull(text),
    diff: listOf(text),
  },
  'marketplace-add': {
    added: listOf(
      object({
        ...known,
        state: text,
        plugins: count,
        leftOut: count,
        warnings: listOf(text),
        diagnostics: listOf(diagnostic),
      }),
    ),
    failed: listOf(anyObject),
  },
  'marketplace-list': {
    marketplaces: listOf(
      object({
        ...known,
        description: orNull(text),
        owner: orNull(text),
        plugins: count,
        leftOut: count,
        diagnostics: listOf(diagnostic),
      }),
    ),
    claude: orNull(listOf(anyObject)),
    diagnostics: listOf(diagnostic),
  },
  'marketplace-update': {
    updated: listOf(
      object({
        ...known,
        outcome: text,
        new: listOf(text),
        gone: listOf(text),
        changed: listOf(text),
        problem: orNull(text),
      }),
    ),
  },
  'marketplace-remove': { removed: text, installed: listOf(anything) },
  search: {
    total: count,
    plugins: listOf(anyObject),
    marketplaces: listOf(object({ name: text, origin: text, plugins: count, fetchedAt: orNull(text) })),
    diagnostics: listOf(diagnostic),
  },
  trace: {
    file: text,
    session: text,
    events: count,
    leftOut: count,
    cutAt: orNull(count),
    bytes: count,
  },
  'amplihack-install': {
    action: oneOf('install'),
    dryRun: flag,
    settings: text,
    changed: flag,
    backup: orNull(text),
    executable,
    repaired: listOf(text),
    sessionEnd: flag,
  },
  'amplihack-uninstall': {
    action: oneOf('uninstall'),
    dryRun: flag,
    settings: text,
    changed: flag,
    backup: orNull(text),
    removed: count,
    executable,
  },
  'amplihack-status': {
    action: oneOf('status'),
    installed: flag,
    packageVersion: text,
    checks: listOf(object({ ok: flag, message: text })),
    files: listOf(
      object({ name: text, file: text, state: text, why: orNull(text), registered: listOf(anyObject) }),
    ),
    executables: listOf(anyObject),
    warnings: listOf(text),
  },
};
