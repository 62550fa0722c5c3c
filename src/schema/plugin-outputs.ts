// Schemas of what the commands about plugins print with `--json`.
import { EVENT_NAMES } from '../events/index.js';
import { anyObject, count, flag, listOf, object, oneOf, orNull, text } from '../text/shapes/index.js';
import { diagnostic } from './other-outputs.js';

const scope = oneOf('project', 'user');

const willRun = object({
  id: text,
  event: oneOf(...EVENT_NAMES),
  matcher: orNull(text),
  condition: orNull(text),
  skill: orNull(text),
  type: oneOf('command', 'http', 'mcp_tool', 'prompt', 'agent'),
  runs: text,
  details: listOf(text),
  scripts: listOf(text),
});

const plugin = object({
  name: text,
  version: orNull(text),
  source: text,
  pinned: anyObject,
  marketplace: orNull(text),
  folder: text,
  files: count,
  bytes: count,
  findings: listOf(diagnostic),
  hooks: listOf(willRun),
  needs: listOf(object({ name: text, as: oneOf('interpreter', 'program'), here: flag })),
  seen: listOf(object({ kind: oneOf('network', 'writes', 'code'), what: text, file: text, line: count })),
  leftOut: listOf(object({ what: text, path: orNull(text), files: count })),
  notes: listOf(text),
  before: orNull(
    object({
      version: orNull(text),
      source: text,
      edits: listOf(text),
      added: listOf(willRun),
      removed: listOf(willRun),
      changed: listOf(object({ before: willRun, after: willRun })),
      files: listOf(object({ path: text, change: oneOf('added', 'removed', 'changed'), runs: flag })),
    }),
  ),
});

const done = {
  scope,
  applied: flag,
  broken: listOf(text),
  plugins: listOf(plugin),
  same: listOf(text),
  backups: listOf(object({ name: text, folder: text })),
};

const removal = object({
  name: text,
  scope,
  folder: text,
  removed: listOf(text),
  kept: listOf(text),
  backup: orNull(text),
  data: orNull(text),
  dataStays: orNull(text),
  switches: listOf(text),
});

const item = object({
  name: text,
  version: orNull(text),
  source: orNull(text),
  marketplace: orNull(text),
  scope,
  folder: text,
  state: oneOf('on', 'off', 'partly', 'none'),
  hooks: listOf(object({ id: text, event: text, matcher: orNull(text), on: flag })),
  changed: listOf(text),
  missing: listOf(text),
  added: listOf(text),
  missingInterpreters: listOf(text),
});

export const PLUGIN_OUTPUTS = {
  install: done,
  update: { places: listOf(object(done)) },
  uninstall: { dryRun: flag, plugins: listOf(removal) },
  'list-plugins': { plugins: listOf(item) },
  pack: {
    name: text,
    pluginVersion: orNull(text),
    file: text,
    files: listOf(text),
    bytes: count,
    sha256: text,
    install: text,
  },
  new: { folder: text, files: listOf(text), needs: listOf(text), next: listOf(text) },
};
