// openJournal: an engine whose events are recorded, so that `amplifier-hooks log` and `explain --last` know them. openTelemetry:
// they go to a collector too, where the environment names one (OTEL_EXPORTER_OTLP_ENDPOINT).
import { createEngine, type Decision, type HookInput, openJournal, openTelemetry } from 'amplifier-hooks';

/** Gives an event to the project's hooks and records what came of it. */
export async function recorded(projectDir: string, stateDir: string, input: HookInput): Promise<Decision> {
  const telemetry = await openTelemetry();
  const listener = telemetry === null ? {} : { listener: telemetry };
  const journal = openJournal({ stateDir, projectDir, ...listener });
  const engine = createEngine({ projectDir, stateDir, journal });
  try {
    return await engine.dispatch(input);
  } finally {
    await engine.close();
    await journal.close();
    await telemetry?.close();
  }
}
