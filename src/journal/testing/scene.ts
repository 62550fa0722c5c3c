// Hooks, events and decisions for tests of the journal, made without an engine.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '../../events/index.js';
import type { Decision, Dispatched, Generation, Hook, HookInput, Outcome, Plan, Run } from '../../nouns.js';
import { type JournalOptions, openJournal } from '../journal.js';
import { placeOf } from '../layout.js';

export function hook(id: string, changes: Partial<Hook> = {}): Hook {
  return {
    id,
    event: 'PreToolUse',
    matcher: 'Bash',
    condition: null,
    handler: {
      type: 'command',
      command: `./${id}.sh`,
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
      file: '/p/hooks.json',
      owner: null,
      hooksDir: '/p',
      pluginRoot: null,
      pluginData: null,
      rulesRoot: '/p',
    },
    line: 3,
    column: 5,
    inactive: null,
    ...changes,
  };
}

export const generation = (hooks: readonly Hook[], id = 'g1'): Generation => ({
  id,
  profile: 'amplifier',
  hooks,
  quarantined: [],
  sources: [],
  diagnostics: [],
  env: {},
  limits: { defaultTimeoutMs: null, maxTimeoutMs: null },
  http: { allowedUrls: null, allowedEnvVars: null },
});

export function input(session = 's', fields: Readonly<Record<string, unknown>> = {}): HookInput {
  const event = { session_id: session, hook_event_name: 'PreToolUse', tool_name: 'Bash' };
  const parsed = parseInput({ ...event, tool_input: { command: 'ls' }, ...fields });
  if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad test event');
  return parsed.input;
}

export const finished = (exitCode = 0, stdout = '', stderr = ''): Outcome => ({
  kind: 'finished',
  exitCode,
  stdout,
  stderr,
  truncated: false,
});

export const run = (by: Hook, outcome: Outcome = finished(), durationMs = 5): Run => ({
  hook: by,
  outcome,
  durationMs,
});

export const plan = (hooks: readonly Hook[], changes: Partial<Plan> = {}): Plan => ({
  generation: 'g1',
  event: 'PreToolUse',
  target: 'Bash',
  runs: hooks,
  diagnostics: [],
  entries: () =>
    hooks.map((each) => ({ hook: each, runs: true, reason: { code: 'name', detail: 'is "Bash"' } })),
  ...changes,
});

export function decision(runs: readonly Run[], changes: Partial<Decision> = {}): Decision {
  return {
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
    plan: plan(runs.map((each) => each.hook)),
    runs,
    ...changes,
  };
}

export const dispatched = (
  session: string,
  decided: Decision = decision([run(hook('a'))]),
  changes: Partial<Dispatched> = {},
): Dispatched => ({
  input: input(session),
  decision: decided,
  startedAt: Date.now(),
  durationMs: 7,
  ...changes,
});

/** A throw-away state directory and the journal of a project in it. */
export class Scene {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'journal-')));
  readonly stateDir = join(this.root, 'state');
  readonly projectDir = join(this.root, 'my project');
  readonly where = { stateDir: this.stateDir, projectDir: this.projectDir };
  readonly place = placeOf(this.stateDir, this.projectDir);

  open(options: Partial<JournalOptions> = {}) {
    const problems: string[] = [];
    const journal = openJournal({
      ...this.where,
      onProblem: ({ message }) => problems.push(message),
      ...options,
    });
    return { journal, problems };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}
