// Schemas of what commands print with `--json`, version 1.
import { findingShape } from '../doctor/index.js';
import { EVENT_NAMES } from '../events/index.js';
import { hookPortsShape, itemShape, policyShape, scope } from '../explain/index.js';
import { AGENT_NAMES } from '../host-names.js';
import { claudeOutput } from '../hosts/sidecar/index.js';
import { journalStatsShape, lastResultShape, mark, reportShape, wholeEventShape } from '../journal/index.js';
import type { HandlerType } from '../nouns.js';
import { PROFILE_NAMES } from '../profiles.js';
import { replayShape } from '../replay/index.js';
import {
  anyObject,
  anything,
  byTag,
  count,
  DRAFT,
  described,
  either,
  flag,
  integer,
  type JsonSchema,
  listOf,
  mapOf,
  named,
  number,
  object,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  schemaOf,
  text,
} from '../text/shapes/index.js';
import { VOICES } from '../voices.js';
import { diagnostic, OTHER_OUTPUTS } from './other-outputs.js';
import { PLUGIN_OUTPUTS } from './plugin-outputs.js';

const rule = object({ what: text, effect: text });

const list = {
  project: text,
  hooks: listOf(object({ ...itemShape.fields, last: orNull(lastResultShape) })),
  problems: object({ error: count, warning: count, info: count }),
  shut: mapOf(text),
  elsewhere: listOf(object({ tool: text, scope: text, what: text, commands: listOf(text) })),
};

const start = object({
  launch: orNull(
    byTag(
      'kind',
      object({
        kind: oneOf('starts'),
        form: oneOf('sh', 'bash', 'powershell', 'exec'),
        argv: listOf(text),
        ready: optional(
          byTag(
            'kind',
            object({ kind: oneOf('shell', 'python', 'node'), why: optional(text) }),
            object({ kind: oneOf('cold'), why: text }),
          ),
        ),
      }),
      object({ kind: oneOf('fails'), problem: optional(text), why: text }),
      object({
        kind: oneOf('posts'),
        address: text,
        allowed: text,
        guard: text,
        headers: listOf(
          object({
            name: text,
            value: text,
            sent: flag,
            variables: listOf(object({ name: text, state: text })),
          }),
        ),
      }),
      object({
        kind: oneOf('calls'),
        server: text,
        reached: text,
        given: listOf(text),
        variables: listOf(text),
        definedIn: orNull(object({ file: text, line: orNull(integer) })),
        tool: text,
        input: anyObject,
      }),
      object({
        kind: oneOf('asks'),
        model: object({
          provider: text,
          where: text,
          model: orNull(text),
          instead: orNull(text),
          price: orNull(object({ input: number, output: number })),
          keyFrom: orNull(text),
          why: text,
        }),
        fails: orNull(text),
        request: object({ system: text, text }),
        seen: orNull(object({ shown: number, whole: number })),
        notOk: text,
        commands: orNull(flag),
      }),
    ),
  ),
  timeoutMs: orNull(number),
  differences: listOf(
    object({
      name: text,
      value: orNull(text),
      from: oneOf('settings', 'env-file', 'engine', 'removed', 'withheld'),
      why: text,
    }),
  ),
  env: orNull(mapOf(text)),
});

const explain = {
  event: oneOf(...EVENT_NAMES),
  target: orNull(object({ field: text, value: text })),
  profile: oneOf(...PROFILE_NAMES),
  shut: orNull(text),
  hooks: listOf(
    object({
      id: text,
      event: oneOf(...EVENT_NAMES),
      matcher: orNull(text),
      condition: orNull(text),
      handler: open({
        type: oneOf<readonly HandlerType[]>('command', 'http', 'mcp_tool', 'prompt', 'agent'),
      }),
      scope,
      owner: orNull(text),
      file: text,
      line: count,
      runs: flag,
      rule: text,
      observes: orNull(text),
      why: text,
      start: orNull(start),
    }),
  ),
  stdin: anyObject,
  cwd: listOf(text),
  hookRules: listOf(rule),
  mergeRules: listOf(rule),
  diagnostics: listOf(diagnostic),
};

const config = {
  profile: oneOf(...PROFILE_NAMES),
  project: text,
  home: text,
  stateDir: text,
  sources: listOf(
    object({
      scope,
      file: text,
      state: oneOf('read', 'absent', 'off', 'broken'),
      why: orNull(text),
      hooks: count,
    }),
  ),
  switches: listOf(object({ file: text, state: oneOf('read', 'absent', 'broken'), why: orNull(text) })),
  options: anyObject,
  env: listOf(object({ voice: oneOf(...VOICES), file: text, variables: mapOf(text) })),
  policy: policyShape,
  profileRows: listOf(object({ topic: text, value: anything, differs: flag })),
};

const switched = {
  target: object({ kind: oneOf('hook', 'plugin'), name: text, hooks: listOf(text) }),
  scope: oneOf('local', 'user', 'project'),
  state: oneOf('enabled', 'disabled'),
  changed: flag,
  dryRun: flag,
  file: text,
  others: listOf(object({ id: text, why: text })),
};

const shadowed = {
  target: switched.target,
  scope: switched.scope,
  mode: oneOf('observe'),
  changed: flag,
  dryRun: flag,
  file: text,
  others: switched.others,
};

const promoted = {
  target: switched.target,
  promoted: listOf(text),
  dryRun: flag,
  switches: listOf(object({ scope: switched.scope, file: text, name: text })),
  files: listOf(object({ file: text, backup: orNull(text) })),
  others: switched.others,
};

const run = {
  event: anyObject,
  plan: listOf(
    object({
      id: text,
      event: oneOf(...EVENT_NAMES),
      file: text,
      line: count,
      runs: flag,
      code: text,
      detail: text,
    }),
  ),
  runs: listOf(object({ id: text, outcome: anyObject, durationMs: number })),
  observed: listOf(object({ id: text, outcome: anyObject, durationMs: number, would: anyObject })),
  decision: anyObject,
  hookResult: anyObject,
  claudeOutput,
};

const validate = {
  files: listOf(anything),
  hooks: count,
  findings: listOf(open({ message: text })),
  contract: optional(listOf(anyObject)),
  fixes: optional(listOf(anyObject)),
};

const doctor = {
  findings: listOf(findingShape),
  probe: orNull(anyObject),
};

const test = {
  passed: count,
  failed: count,
  skipped: count,
  total: count,
  notRun: described('Tests that were to be run: another one failed (--bail), or it was interrupted.', count),
  notChosen: described('Tests that --filter left out.', count),
  interrupted: flag,
  durationMs: count,
  tests: listOf(
    open({
      title: text,
      line: count,
      column: count,
      agent: optional(described('The agent it was run in (--as).', oneOf(...AGENT_NAMES))),
      result: oneOf('passed', 'failed', 'skipped', 'malformed'),
      notes: optional(described('What that agent does otherwise, on the safer side.', listOf(text))),
    }),
  ),
};

const init = { folder: text, files: listOf(text), needs: listOf(text), next: listOf(text) };

/** Command → what it prints beside the version. */
const OUTPUTS: Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>> = {
  list,
  /** With `--hosts`. */
  'list-hosts': { project: text, hooks: listOf(hookPortsShape) },
  run,
  explain,
  /** With `--last` or `--event`. */
  'explain-last': wholeEventShape.fields,
  config,
  validate,
  doctor,
  test,
  stats: journalStatsShape.fields,
  replay: replayShape.fields,
  init,
  enable: switched,
  disable: switched,
  shadow: shadowed,
  promote: promoted,
  report: { ...reportShape.fields, observing: listOf(text) },
  /** With `--mark`. */
  'report-mark': { id: text, hook: text, mark: orNull(mark) },
  ...PLUGIN_OUTPUTS,
  ...OTHER_OUTPUTS,
};

export const OUTPUT_COMMANDS: readonly string[] = Object.keys(OUTPUTS);

/** What the commands print with `--json`, one definition a command. */
export const commandOutputsSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'output of amplifier-hooks --json',
  description: 'One object, version 1; #/definitions/<command> is what that command prints.',
  ...schemaOf(
    either(
      ...Object.entries(OUTPUTS).map(([command, fields]) =>
        named(command, object({ version: oneOf(1), ...fields })),
      ),
    ),
  ),
});
