// Sessions that are recorded for tests: real hooks of a throw-away project, in the journal of its user.
import { join } from 'node:path';
import type { EngineOptions } from '../../engine/index.js';
import type { TestProject } from '../../engine/testing/project.js';
import { type JournalOptions, openJournal } from '../../journal/index.js';
import type { Decision } from '../../nouns.js';
import { inputOf } from '../../testing/index.js';

/** One event: its name and fields. */
export type RecordedEvent = readonly [name: string, fields?: Readonly<Record<string, unknown>>];

export const bash = (command: string): RecordedEvent => [
  'PreToolUse',
  { tool_name: 'Bash', tool_input: { command } },
];

export interface RecordOptions {
  readonly session?: string;
  readonly journal?: Partial<JournalOptions>;
  readonly engine?: Partial<EngineOptions>;
}

/** Where the command of a project's user looks for what is remembered. */
export const stateOf = (project: TestProject): string =>
  join(project.home, '.local', 'state', 'amplifier-hooks');

/** Runs the hooks of a project for these events and records what they decide. */
export async function recorded(
  project: TestProject,
  events: readonly RecordedEvent[],
  { session = 's', journal: how = {}, engine: options = {} }: RecordOptions = {},
): Promise<readonly Decision[]> {
  const stateDir = stateOf(project);
  const journal = openJournal({ stateDir, projectDir: project.dir, home: project.home, ...how });
  const engine = project.engine({ stateDir, journal, ...options });
  const decisions: Decision[] = [];
  for (const [name, fields = {}] of events) {
    const event = { session_id: session, cwd: project.dir, hook_event_name: name, ...fields };
    decisions.push(await engine.dispatch(inputOf(event)));
    await engine.idle();
  }
  await engine.close();
  await journal.close();
  return decisions;
}
