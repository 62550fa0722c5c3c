// What the timeline knows: the window that it asked for, and what came since then.
import {
  type Appended,
  BAR,
  type EventTable,
  type Lane,
  MARK,
  MOST_MARKS,
  OUTCOMES,
  type Timeline,
  VERDICTS,
} from '../../contract.js';
import type { VerdictWord } from '../words.js';
import type { Span } from './geometry.js';

export interface HookBar {
  readonly label: string;
  readonly wait: number;
  readonly ms: number;
  readonly verdict: VerdictWord;
  readonly outcome: string;
  readonly isBackground: boolean;
  readonly isOpen: boolean;
  readonly hasFailed: boolean;
}

/** One event. */
export interface Mark {
  readonly id: string;
  readonly lane: number;
  readonly at: number;
  readonly ms: number;
  readonly event: string;
  readonly target: string;
  readonly verdict: VerdictWord;
  readonly hasFailed: boolean;
  readonly isRewritten: boolean;
  readonly hooks: number;
  /** Empty where they were too many. */
  readonly bars: readonly HookBar[];
}

/** Events that are drawn as one. */
export interface Heap {
  readonly lane: number;
  readonly at: number;
  readonly ms: number;
  readonly count: number;
  readonly verdict: VerdictWord;
  readonly failed: number;
  readonly denied: number;
}

export interface Model {
  readonly span: Span;
  readonly all: Span | null;
  readonly older: boolean;
  readonly lanes: readonly Lane[];
  readonly moreLanes: number;
  /** Events in the span. */
  readonly count: number;
  /** In the order of time. */
  readonly marks: readonly Mark[];
  readonly heaps: readonly Heap[];
}

export function modelOf(found: Timeline): Model {
  const { heaps, stepMs } = found;
  return {
    span: { from: found.from, to: found.to },
    all: found.extent,
    older: found.older,
    lanes: found.lanes,
    moreLanes: found.moreLanes,
    count: found.count,
    marks: marksIn(found, !found.barsLeftOut),
    heaps: heaps.step.map((step, row) => ({
      lane: heaps.lane[row] ?? -1,
      at: found.from + step * stepMs,
      ms: stepMs,
      count: heaps.count[row] ?? 0,
      verdict: verdictAt(heaps.verdict[row]),
      failed: heaps.failed[row] ?? 0,
      denied: heaps.denied[row] ?? 0,
    })),
  };
}

/** With what was recorded since. `null`: it is too much to be put in, and has to be asked for. */
export function withMore(model: Model, more: Appended, isWanted: (lane: Lane) => boolean): Model | null {
  const wanted = more.lanes.filter(isWanted);
  const lanes = new Map(model.lanes.map((lane) => [lane.lane, lane]));
  for (const lane of wanted) lanes.set(lane.lane, lane);
  const fresh = marksIn(more, true).filter(({ lane }) => lanes.has(lane));
  const marks = [...model.marks, ...fresh].sort((one, other) => one.at - other.at);
  if (marks.length + model.heaps.length > MOST_MARKS) return null;
  const end = fresh.reduce((last, { at, ms }) => Math.max(last, at + ms), model.all?.to ?? 0);
  const begin = Math.min(
    model.all?.from ?? Number.POSITIVE_INFINITY,
    fresh[0]?.at ?? Number.POSITIVE_INFINITY,
  );
  return {
    ...model,
    marks,
    count: model.count + fresh.length,
    all: Number.isFinite(begin) ? { from: begin, to: end } : model.all,
    // The one that began last stands first.
    lanes: [...lanes.values()].sort((one, other) => other.first - one.first),
  };
}

type Tables = Pick<Timeline, 'events' | 'bars' | 'names'>;

function marksIn({ events, bars, names }: Tables, hasBars: boolean): readonly Mark[] {
  let first = 0;
  return events.id.map((id, row) => {
    const marks = events.marks[row] ?? 0;
    const hooks = events.bars[row] ?? 0;
    const begin = first;
    if (hasBars) first += hooks;
    return {
      id,
      lane: events.lane[row] ?? -1,
      at: events.at[row] ?? 0,
      ms: events.ms[row] ?? 0,
      event: nameAt(names, events, 'event', row),
      target: nameAt(names, events, 'target', row),
      verdict: verdictAt(events.verdict[row]),
      hasFailed: (marks & MARK.failed) !== 0,
      isRewritten: (marks & MARK.rewritten) !== 0,
      hooks,
      bars: hasBars ? Array.from({ length: hooks }, (_, at) => barAt(bars, names, begin + at)) : [],
    };
  });
}

function barAt(bars: Timeline['bars'], names: readonly string[], at: number): HookBar {
  const marks = bars.marks[at] ?? 0;
  return {
    label: names[bars.label[at] ?? -1] ?? '',
    wait: bars.wait[at] ?? 0,
    ms: bars.ms[at] ?? 0,
    verdict: verdictAt(bars.verdict[at]),
    outcome: OUTCOMES[bars.outcome[at] ?? -1] ?? 'finished',
    isBackground: (marks & BAR.background) !== 0,
    isOpen: (marks & BAR.open) !== 0,
    hasFailed: (marks & BAR.failed) !== 0,
  };
}

const nameAt = (
  names: readonly string[],
  events: EventTable,
  column: 'event' | 'target',
  row: number,
): string => names[events[column][row] ?? -1] ?? '';

const verdictAt = (place: number | undefined): VerdictWord => VERDICTS[place ?? -1] ?? 'nothing';
