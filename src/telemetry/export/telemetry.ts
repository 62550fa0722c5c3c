// Telemetry of a process that lives longer than an event.
import type { EntryListener, EventEntry, LateEntry } from '../../journal/index.js';
import { happened } from '../happened.js';
import { telemetrySettings } from '../settings/index.js';
import type { Env } from '../wanted.js';
import { Exporter, type ExporterOptions } from './exporter.js';

export interface TelemetryOptions extends Omit<ExporterOptions, 'settings' | 'onProblem'> {
  /** The environment that says where it goes; default: that of this process. */
  readonly env?: Env;
  /** Called once for each kind of problem, with a sentence. */
  readonly onProblem?: (problem: string) => void;
}

/** Hears what a journal records and sends it to a collector. */
export interface Telemetry extends EntryListener {
  /** Everything heard so far is sent or dropped when this resolves. */
  flush(): Promise<void>;
  /** The same, within so many milliseconds; default 1000. */
  close(limitMs?: number): Promise<void>;
}

/**
 * Telemetry as the standard variables of OpenTelemetry ask for it; `null` where they do not.
 *
 * @example
 * const telemetry = openTelemetry();
 * const journal = openJournal({ stateDir, projectDir, ...(telemetry === null ? {} : { listener: telemetry }) });
 * // …
 * await journal.close();
 * await telemetry?.close();
 */
export function openTelemetry({
  env = process.env,
  onProblem = () => undefined,
  ...options
}: TelemetryOptions = {}): Telemetry | null {
  const { settings, problems } = telemetrySettings(env);
  for (const problem of problems) onProblem(`telemetry: ${problem}`);
  if (settings === null) return null;
  const exporter = new Exporter({ settings, onProblem, ...options });
  return {
    hear: (entry: EventEntry | LateEntry, project: string) => exporter.record(happened(entry, project)),
    flush: () => exporter.flush(),
    close: (limitMs = 1000) => exporter.close(limitMs),
  };
}
