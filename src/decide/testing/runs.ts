// Inputs, hooks and runs for tests of the pure part.
import { type EventName, type HookInput, parseInput } from '../../events/index.js';
import type { Decision, Hook, Outcome, Plan, Run } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { decide } from '../decide.js';

export function input(event: EventName, fields: Record<string, unknown> = {}): HookInput {
  const result = parseInput({
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...fields,
  });
  if (!result.ok || result.input.kind !== 'known') throw new Error(`bad test input for ${event}`);
  return result.input;
}

export function hook(id: string, event: EventName, more: Partial<Hook> = {}): Hook {
  return {
    id,
    event,
    matcher: null,
    condition: null,
    handler: {
      type: 'command',
      command: id,
      args: null,
      shell: null,
      background: 'no',
      rewakeMessage: null,
      rewakeSummary: null,
    },
    timeoutMs: null,
    once: false,
    onFailure: 'continue',
    statusMessage: null,
    description: null,
    source: {
      scope: 'project',
      kind: 'hooks-dir',
      file: 'hooks.json',
      owner: null,
      hooksDir: '/hooks',
      pluginRoot: null,
      pluginData: null,
      rulesRoot: '/project',
    },
    line: 1,
    column: 1,
    inactive: null,
    ...more,
  };
}

export const exited = (exitCode: number, stdout = '', stderr = ''): Outcome => ({
  kind: 'finished',
  exitCode,
  stdout,
  stderr,
  truncated: false,
});

export const answers = (value: unknown, exitCode = 0, stderr = ''): Outcome =>
  exited(exitCode, JSON.stringify(value), stderr);

export function planOf(event: EventName, hooks: readonly Hook[]): Plan {
  return { generation: 'g', event, target: null, runs: hooks, diagnostics: [], entries: () => [] };
}

export interface Played {
  readonly event: EventName;
  readonly outcomes: readonly Outcome[];
  readonly profileName?: ProfileName;
  readonly more?: Partial<Hook>;
  readonly fields?: Record<string, unknown>;
}

/** Decides about hooks h0, h1, … that ended with these outcomes. */
export function play({
  event,
  outcomes,
  profileName = 'claude-code',
  more = {},
  fields = {},
}: Played): Decision {
  const runs = outcomes.map(
    (outcome, index): Run => ({ hook: hook(`h${index}`, event, more), outcome, durationMs: 1 }),
  );
  const plan = planOf(
    event,
    runs.map((run) => run.hook),
  );
  return decide({ input: input(event, fields), plan, runs, late: [] }, profile(profileName));
}
