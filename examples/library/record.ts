// openJournal: an engine whose events are recorded, so that `amplifier-hooks log` and `explain --last` know them.
import { createEngine, type Decision, type HookInput, openJournal } from 'amplifier-hooks';

/** Gives an event to the project's hooks and records what came of it. */
export async function recorded(projectDir: string, stateDir: string, input: HookInput): Promise<Decision> {
  const journal = openJournal({ stateDir, projectDir });
  const engine = createEngine({ projectDir, stateDir, journal });
  try {
    return await engine.dispatch(input);
  } finally {
    await engine.close();
    await journal.close();
  }
}
