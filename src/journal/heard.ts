// What the journal hears from the engine, one by one.
import type { Dispatched, HookInput, Observed, Run, Said } from '../nouns.js';
import { verdictOf } from './record.js';

/** What the journal heard and has not written yet. */
export type Heard =
  | { readonly kind: 'event'; readonly id: string; readonly event: Dispatched }
  | { readonly kind: 'observed'; readonly id: string; readonly of: string; readonly seen: Observed }
  | {
      readonly kind: 'late';
      readonly id: string;
      readonly of: string;
      readonly late: {
        readonly run: Run;
        readonly input: HookInput;
        readonly texts: readonly Said<string>[];
        readonly at: number;
      };
    };

/** Nothing ran, nobody looked and nothing came of it; only a journal that wants everything is told of such events one by one. */
export const isIdle = (heard: Heard): boolean =>
  heard.kind === 'event' &&
  heard.event.decision.runs.length === 0 &&
  heard.event.decision.plan.observed === undefined &&
  verdictOf(heard.event.decision) === 'nothing';

export const inputOf = (heard: Heard): HookInput =>
  heard.kind === 'event' ? heard.event.input : heard.kind === 'late' ? heard.late.input : heard.seen.input;
