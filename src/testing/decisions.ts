// Plans, runs and decisions without an engine.
import type { Decision, Hook, Outcome, Plan, Run, RunReason } from '../nouns.js';

/** All these hooks are run. */
export const plan = (hooks: readonly Hook[], changes: Partial<Plan> = {}): Plan => ({
  generation: 'g1',
  event: hooks[0]?.event ?? 'PreToolUse',
  target: null,
  shut: null,
  runs: hooks,
  diagnostics: [],
  entries: () => hooks.map((hook) => ({ hook, runs: true, reason: reasonFor(hook) })),
  ...changes,
});

const reasonFor = ({ matcher }: Hook): RunReason =>
  matcher === null
    ? { code: 'all', detail: 'it has no matcher' }
    : { code: 'name', detail: `is "${matcher}"` };

export const exited = (exitCode = 0, stdout = '', stderr = ''): Outcome => ({
  kind: 'finished',
  exitCode,
  stdout,
  stderr,
  truncated: false,
});

export const run = (hook: Hook, outcome: Outcome = exited(), durationMs = 5): Run => ({
  hook,
  outcome,
  durationMs,
});

/** A decision in which nobody said anything. */
export const decision = (runs: readonly Run[] = [], changes: Partial<Decision> = {}): Decision => ({
  event: runs[0]?.hook.event ?? 'PreToolUse',
  permission: null,
  blocked: false,
  continues: true,
  reason: null,
  decidedBy: [],
  feedback: [],
  context: [],
  late: [],
  systemMessages: [],
  updatedInput: null,
  updatedOutput: null,
  updatedPermissions: null,
  interrupt: false,
  hidePrompt: false,
  output: {},
  stop: null,
  failures: [],
  diagnostics: [],
  plan: plan(runs.map(({ hook }) => hook)),
  runs,
  ...changes,
});
