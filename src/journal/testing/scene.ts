// Hooks, events and decisions for tests of the journal, made without an engine.
import { join } from 'node:path';
import type { Decision, Dispatched, Generation, Hook, HookInput, Plan, Run } from '../../nouns.js';
import {
  commandHandler,
  exited,
  Folder,
  run,
  decision as usualDecision,
  generation as usualGeneration,
  hook as usualHook,
  input as usualInput,
  plan as usualPlan,
} from '../../testing/index.js';
import { type JournalOptions, openJournal } from '../journal.js';
import { placeOf } from '../layout.js';

export { exited as finished, run };

/** A hook for Bash with a place of its own. */
export const hook = (id: string, changes: Parameters<typeof usualHook>[1] = {}): Hook =>
  usualHook(id, {
    matcher: 'Bash',
    handler: commandHandler(`./${id}.sh`),
    line: 3,
    column: 5,
    ...changes,
    source: { kind: 'hooks-dir', file: '/p/hooks.json', hooksDir: '/p', rulesRoot: '/p', ...changes.source },
  });

export const generation = (hooks: readonly Hook[], id = 'g1'): Generation => usualGeneration(hooks, { id });

export const input = (session = 's', fields: Readonly<Record<string, unknown>> = {}): HookInput =>
  usualInput('PreToolUse', { session_id: session, ...fields });

export const plan = (hooks: readonly Hook[], changes: Partial<Plan> = {}): Plan =>
  usualPlan(hooks, { target: 'Bash', ...changes });

export const decision = (runs: readonly Run[], changes: Partial<Decision> = {}): Decision =>
  usualDecision(runs, { plan: plan(runs.map((each) => each.hook)), ...changes });

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
export class Scene extends Folder {
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
}

export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}
