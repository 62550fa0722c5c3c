// Planners and what they are asked, for the tests of this room.
import type { Hook, HookInput, Plan, Session } from '../../nouns.js';
import { profile } from '../../profiles.js';
import { generation, input } from '../../testing/index.js';
import { createPlanner, type Planner, type PlannerOptions } from '../index.js';

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
