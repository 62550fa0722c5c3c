// Small hooks, inputs and planners for the tests of this room.
import { type HookInput, parseInput } from '../../events/index.js';
import type { CommandHandler, Generation, Handler, Hook, HookSource, Plan, Session } from '../../nouns.js';
import { profile } from '../../profiles.js';
import { createPlanner, type Planner, type PlannerOptions } from '../index.js';

export const SETTINGS: HookSource = {
  scope: 'project',
  kind: 'claude-settings',
  file: '/project/.claude/settings.json',
  owner: null,
  hooksDir: '/project/.claude',
  pluginRoot: null,
  pluginData: null,
  rulesRoot: '/project',
};

export const command = (text: string, more: Partial<CommandHandler> = {}): CommandHandler => ({
  type: 'command',
  command: text,
  args: null,
  shell: null,
  background: 'no',
  rewakeMessage: null,
  rewakeSummary: null,
  ...more,
});

/** A PreToolUse hook whose command is its id, unless told otherwise. */
export function hook(
  id: string,
  more: Partial<Omit<Hook, 'id' | 'source'>> & { source?: Partial<HookSource> } = {},
): Hook {
  const handler: Handler = command(id);
  return {
    event: 'PreToolUse',
    matcher: null,
    condition: null,
    handler,
    timeoutMs: null,
    once: false,
    onFailure: 'continue',
    statusMessage: null,
    description: null,
    line: 1,
    column: 1,
    inactive: null,
    ...more,
    id,
    source: { ...SETTINGS, ...more.source },
  };
}

export const generation = (hooks: readonly Hook[]): Generation => ({
  id: 'g1',
  profile: 'amplifier',
  hooks,
  quarantined: [],
  sources: [],
  diagnostics: [],
  env: {},
  limits: { defaultTimeoutMs: null, maxTimeoutMs: null },
  http: { allowedUrls: null, allowedEnvVars: null },
});

export const OPTIONS: PlannerOptions = {
  profile: profile('amplifier'),
  matcherMode: 'search',
  toolAliases: () => [],
  projectDir: '/project',
  home: '/home/u',
};

export const planner = (hooks: readonly Hook[], options: Partial<PlannerOptions> = {}): Planner =>
  createPlanner(generation(hooks), { ...OPTIONS, ...options });

export const SESSION: Session = {
  id: 's1',
  ran: new Set(),
  activeSkills: new Set(),
  stopRounds: new Map(),
};

export function input(event: string, fields: Record<string, unknown> = {}): HookInput {
  const result = parseInput({ session_id: 's1', cwd: '/project', hook_event_name: event, ...fields });
  if (!result.ok || result.input.kind !== 'known') throw new Error(`not a known event: ${event}`);
  return result.input;
}

export const toolCall = (
  name: string,
  toolInput: unknown = {},
  fields: Record<string, unknown> = {},
): HookInput => input('PreToolUse', { tool_name: name, tool_input: toolInput, ...fields });

export const bash = (text: string): HookInput => toolCall('Bash', { command: text });

export const ids = (plan: Plan): readonly string[] => plan.runs.map(({ id }) => id);

/** The reason of one hook, as `code: detail`. */
export function reasonOf(plan: Plan, id: string): string {
  const entry = plan.entries().find((candidate) => candidate.hook.id === id);
  return entry === undefined ? 'not listed' : `${entry.reason.code}: ${entry.reason.detail}`;
}
