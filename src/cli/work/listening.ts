// Who listens to the journal of a command that ends with its event: telemetry, where the host asks for it.
import type { Settled } from '../../engine/index.js';
import type { JournalOptions } from '../../journal/index.js';
import { Heard, isTelemetryWanted } from '../../telemetry/index.js';

export interface Listening {
  /** For the journal. */
  readonly options: Pick<JournalOptions, 'listener'>;
  /**
   * Hands over what was heard, when everything is answered and the journal closed; gives what somebody should be told, which is
   * kept for the next time where nobody can be (`isHeard`).
   */
  handOn(isHeard: boolean): Promise<readonly string[]>;
}

const NOBODY: Listening = { options: {}, handOn: async () => [] };

export function listening(settled: Pick<Settled, 'env' | 'stateDir'>): Listening {
  if (!isTelemetryWanted(settled.env)) return NOBODY;
  const heard = new Heard();
  return {
    options: { listener: heard },
    handOn: async (isHeard) => (await import('./telemetry.js')).handOn(heard, settled, isHeard),
  };
}
