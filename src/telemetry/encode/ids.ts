// Ids of traces and spans, from the ids of the journal. So a background hook that ends later, perhaps in another process, finds
// the span of its event, and what is sent twice is the same.

import { sha256 } from '../../text/index.js';
import type { TraceParent } from '../settings/index.js';

export interface Place {
  readonly traceId: string;
  readonly spanId: string;
}

const digest = (text: string, digits: number): string => sha256(text).slice(0, digits);

/** The span of an event. Below the span of the host where there is one; otherwise each event is a trace. */
export const eventPlace = (id: string, session: string, parent: TraceParent | null): Place => ({
  traceId: parent?.traceId ?? digest(`trace ${session} ${id}`, 32),
  spanId: digest(`event ${session} ${id}`, 16),
});

/** The span of one hook of it; the same hook may have run more than once for it. */
export const hookPlace = (event: Place, hook: string, nth: number | string): Place => ({
  traceId: event.traceId,
  spanId: digest(`hook ${event.spanId} ${hook} ${nth}`, 16),
});
