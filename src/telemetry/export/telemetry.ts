// Telemetry of a process that lives longer than an event.
import { telemetrySettings } from '../settings/index.js';
import type { Telemetry } from '../telemetry.js';
import type { Env } from '../wanted.js';
import { Exporter } from './exporter.js';

/** `null`: nothing can be sent the way it was asked for. */
export function exportTo(env: Env, onProblem: (problem: string) => void): Telemetry | null {
  const { settings, problems } = telemetrySettings(env);
  for (const problem of problems) onProblem(`telemetry: ${problem}`);
  if (settings === null) return null;
  const exporter = new Exporter({ settings, onProblem });
  return {
    hear: (happened) => exporter.record(happened),
    flush: () => exporter.flush(),
    close: (limitMs = 1000) => exporter.close(limitMs),
  };
}
