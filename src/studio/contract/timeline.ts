// The timeline: lanes, and what lies in a window of time. Columns instead of objects, because there may be very many rows.
import { count, flag, type Infer, listOf, number, object, orNull, text } from '../../text/shapes/index.js';
import { column, moment, place } from './words.js';

/** The page draws no more marks than this at once; the server sends no more rows. */
export const MOST_MARKS = 2000;
/** A window shows no more lanes; the others are counted in `moreLanes`. */
export const MOST_LANES = 200;

/** One agent of one session: the main one, or one that it started. */
export const laneShape = object({
  /** The same for the same lane as long as the studio runs; rows of events name it. */
  lane: place,
  /** Key of a project, as in `about`. */
  project: text,
  session: text,
  /** `null`: the main agent. */
  agent: orNull(text),
  /** The kind of sub-agent, where the host said it. */
  agentType: orNull(text),
  /** Of everything recorded, not only of the window. */
  first: moment,
  last: moment,
  events: count,
  denied: count,
  failed: count,
});
export type Lane = Infer<typeof laneShape>;

/** Bits of the column `marks` of an event. */
export const MARK = {
  /** A hook failed. */
  failed: 1,
  /** A hook goes on in the background. */
  background: 2,
  /** The call was judged again, because a hook rewrote it. */
  rewritten: 4,
  /** Its hooks may have run twice. */
  repeated: 8,
  /** A hook added context or feedback for the model. */
  context: 16,
} as const;

/** Events, one a row: the same place in every column is the same event. In the order of `at`. */
export const eventTableShape = object({
  id: listOf(text),
  /** When it began. */
  at: column,
  /** How long its host waited. */
  ms: column,
  /** Which lane: its `lane`. */
  lane: column,
  /** Place in `names`: the event. */
  event: column,
  /** Place in `names`: the tool or what else matchers read; -1: none. */
  target: column,
  /** Place in `VERDICTS`. */
  verdict: column,
  /** Bits of `MARK`. */
  marks: column,
  /** How many of `bars` belong to it; they follow each other in the same order. */
  bars: column,
});

/** Bits of the column `marks` of a bar. */
export const BAR = {
  /** Nobody waited for it: it may end after the event. */
  background: 1,
  failed: 2,
  /** Its process was there before the event. */
  warm: 4,
  /** It is in the background and has not ended yet, as far as is recorded; `ms` is 0. */
  open: 8,
} as const;

/** Hooks of events, one a row. */
export const barTableShape = object({
  /** Place in `names`: the id of the hook. */
  hook: column,
  /** Place in `names`: what people call it. */
  label: column,
  /** Milliseconds that it waited for its turn after the event began. */
  wait: column,
  /** Milliseconds that it ran, behind `wait`. */
  ms: column,
  /** Place in `OUTCOMES`. */
  outcome: column,
  /** Place in `VERDICTS`: what it contributed, as far as it counted. */
  verdict: column,
  /** Bits of `BAR`. */
  marks: column,
});

/** Events of one lane that are too many to be drawn one by one, in one step of time. In the order of time. */
export const heapTableShape = object({
  /** Which step: it begins at `from + step * stepMs` of the timeline. */
  step: column,
  lane: column,
  count: column,
  /** Place in `VERDICTS`: the most serious among them. */
  verdict: column,
  /** How many had a hook that failed. */
  failed: column,
  /** How many were denied, blocked or stopped. */
  denied: column,
  /** The longest of them. */
  maxMs: column,
});

/** Rows that are put in one after the other, with the texts that they refer to. */
const rows = { names: listOf(text), events: eventTableShape, bars: barTableShape };

/**
 * What lies between `from` and `to`: `events` where they are few, else `heaps`, never both. With the events come their `bars`,
 * unless these are too many (`barsLeftOut`: the column `bars` then counts them all the same). Never more than `MOST_MARKS` rows.
 */
export const timelineShape = object({
  /** Grows with everything that is recorded; live messages continue it. */
  version: count,
  from: moment,
  to: moment,
  /** The time that everything in memory covers; `null`: nothing is recorded. */
  extent: orNull(object({ from: moment, to: moment })),
  /** Events before `extent.from` that are no longer in memory, or only left as sums. */
  older: flag,
  /** Lanes with something in the window, the one that began last first. */
  lanes: listOf(laneShape),
  moreLanes: count,
  /** Events in the window. */
  count,
  ...rows,
  barsLeftOut: flag,
  /** Milliseconds of one step of `heaps`; 0 where there are none. */
  stepMs: number,
  heaps: heapTableShape,
});
export type Timeline = Infer<typeof timelineShape>;
export type EventTable = Infer<typeof eventTableShape>;
export type BarTable = Infer<typeof barTableShape>;
export type HeapTable = Infer<typeof heapTableShape>;

/** What a timeline is asked for; every part may be left out. */
export interface TimelineQuery {
  /** Default: the last hour that has something in it. */
  readonly from?: number;
  readonly to?: number;
  /** Key of a project; default: all. */
  readonly project?: string;
  readonly session?: string;
  /** Only events of this name, this verdict, or that this hook (its id) ran for. */
  readonly event?: string;
  readonly verdict?: string;
  readonly hook?: string;
  /** Only events with a hook that failed. */
  readonly failed?: boolean;
}

/** New events, and background hooks that ended. */
export const appendedShape = object({
  version: count,
  /** Lanes that are new or have grown. */
  lanes: listOf(laneShape),
  ...rows,
  /** Events that are known already and whose background hooks have ended: their ids, to be asked for again. */
  ended: listOf(text),
});
export type Appended = Infer<typeof appendedShape>;
