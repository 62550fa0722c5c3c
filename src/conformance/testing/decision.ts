// Hooks and decisions to compare with, for tests.
import type { Decision, Hook, Plan } from '../../nouns.js';

/** A command hook of the project. */
export const commandHook = (command: string, args: readonly string[] | null = null): Hook => ({
  id: command,
  event: 'PreToolUse',
  matcher: null,
  condition: null,
  handler: {
    type: 'command',
    command,
    args,
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
    kind: 'claude-settings',
    file: 'settings.json',
    owner: null,
    hooksDir: '.',
    pluginRoot: null,
    pluginData: null,
    rulesRoot: '.',
  },
  line: 1,
  column: 1,
  inactive: null,
});

const PLAN: Plan = {
  generation: 'g',
  event: 'PreToolUse',
  target: null,
  runs: [],
  entries: () => [],
  diagnostics: [],
};

/** A decision in which nobody said anything, with some changes. */
export const decisionWith = (changes: Partial<Decision>): Decision => ({
  event: 'PreToolUse',
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
  plan: PLAN,
  runs: [],
  ...changes,
});

/** The same text said by one hook each. */
export const said = <T>(...values: readonly T[]) => values.map((value) => ({ value, by: 'h' }));
