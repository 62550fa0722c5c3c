// Telemetry as a host has it. What sends is loaded where somebody asked for it.
import type { JournalListener } from '../journal/index.js';
import { isTelemetryWanted } from './wanted.js';

export interface TelemetryOptions {
  /** The environment that says where it goes; default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called once for each kind of problem, with a sentence. */
  readonly onProblem?: (problem: string) => void;
}

/** Hears what a journal records and sends it to a collector. */
export interface Telemetry extends JournalListener {
  /** Everything heard so far is sent or dropped when this resolves. */
  flush(): Promise<void>;
  /** The same, within so many milliseconds; default 1000. */
  close(limitMs?: number): Promise<void>;
}

/**
 * Telemetry as the standard variables of OpenTelemetry ask for it; `null` where they do not.
 *
 * @example
 * const telemetry = await openTelemetry();
 * const journal = openJournal({ stateDir, projectDir, ...(telemetry === null ? {} : { listener: telemetry }) });
 * // …
 * await journal.close();
 * await telemetry?.close();
 */
export async function openTelemetry({
  env = process.env,
  onProblem = () => undefined,
}: TelemetryOptions = {}): Promise<Telemetry | null> {
  if (!isTelemetryWanted(env)) return null;
  const { exportTo } = await import('./export/index.js');
  return exportTo(env, onProblem);
}
