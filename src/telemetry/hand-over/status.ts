// What is known about telemetry without sending any.
import { addressOf, telemetrySettings } from '../settings/index.js';
import { type Env, SIGNALS } from '../wanted.js';
import { placeFor, type Report, reportAt, waitingIn } from './place.js';

export interface TelemetryStatus {
  /** Which signals go where, without keys; empty: nothing is sent. */
  readonly sent: readonly { readonly signal: string; readonly to: string }[];
  /** What is not done as somebody asked, in sentences. */
  readonly problems: readonly string[];
  /** What the last sender of commands that end with their event found; `null`: there was none. */
  readonly report: Report | null;
  readonly waiting: number;
  readonly folder: string | null;
}

export function telemetryStatus(env: Env, stateDir: string): TelemetryStatus {
  const { settings, problems } = telemetrySettings(env);
  if (settings === null) return { sent: [], problems, report: null, waiting: 0, folder: null };
  const place = placeFor(stateDir, settings);
  const sent = SIGNALS.flatMap((signal) => {
    const destination = settings.destinations[signal];
    return destination === undefined ? [] : [{ signal, to: addressOf(destination) }];
  });
  const waiting = waitingIn(place).length;
  return { sent, problems, report: reportAt(place), waiting, folder: place.folder };
}
