// How long the host waits for an answer: one that comes later is none.
import type { Io } from '../io.js';
import type { Speaker } from './host-event.js';
import type { DispatchOrder } from './order.js';

type TimeSaid = Pick<DispatchOrder, 'hostTimeoutMs'>;

/** Ending hooks takes a while, and the answer of who is ended by the host is none. */
const TO_END_MS = 2500;

/** As the command line says, or as long as this agent waits for a hook that states no limit. */
export function hostTimeOf({ hostTimeoutMs }: TimeSaid, speaker: Speaker): number | null {
  if (hostTimeoutMs !== null || speaker.host !== 'agent') return hostTimeoutMs;
  const { unit, standard } = speaker.agent.facts.settings.timeout;
  return unit === 'milliseconds' ? standard : standard * 1000;
}

/** Aborted when the host would not wait much longer; `null`: nobody said when that is. */
export function timeOf({ caller, command }: Io, hostTimeoutMs: number | null): AbortSignal | null {
  if (hostTimeoutMs === null) return null;
  const end = new AbortController();
  // The host counts from the start of this process, where it was started for this event alone.
  const isOnlyForThis = caller === undefined && command !== undefined;
  const gone = isOnlyForThis && hostTimeoutMs > TO_END_MS ? process.uptime() * 1000 : 0;
  const ms = Math.max(hostTimeoutMs - TO_END_MS, hostTimeoutMs / 2) - gone;
  // Longer than Node can count is as good as never.
  if (ms < 2 ** 31)
    setTimeout(
      () => end.abort(`the host waits only ${hostTimeoutMs / 1000} s, and they were over`),
      ms,
    ).unref();
  return end.signal;
}
