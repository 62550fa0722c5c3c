// Events as columns, and what of them lies in a window of time. The server and the page of a trace both ask here.
import {
  type BarTable,
  type EventTable,
  type HeapTable,
  type Lane,
  MARK,
  MOST_LANES,
  MOST_MARKS,
  type Timeline,
  type TimelineQuery,
  VERDICTS,
} from './contract.js';

/** Everything that is known, in the order of `at`. */
export interface Rows {
  readonly names: readonly string[];
  /** By the number that rows name it with. */
  readonly lanes: ReadonlyMap<number, Lane>;
  readonly events: EventTable;
  readonly bars: BarTable;
  /** Where the bars of each event begin. */
  readonly firstBar: readonly number[];
  /** No event took longer. */
  readonly longestMs: number;
}

/** So much is shown where nobody said what. */
const USUAL_MS = 60 * 60 * 1000;
/** Steps of time that heaps are made in, where they are not too many. */
const MOST_STEPS = 512;
/** Verdicts up to this one in their order refuse something. */
const LAST_REFUSAL = VERDICTS.indexOf('stop');

export const isRefusal = (verdict: number): boolean => verdict <= LAST_REFUSAL;

/** The time that rows cover; `null`: there are none. */
export function extentOf({ events }: Rows): Timeline['extent'] {
  const [from] = events.at;
  if (from === undefined) return null;
  let to = from;
  // Only the end of the list can reach beyond the last beginning, but for those that took long.
  for (let row = 0; row < events.at.length; row += 1) to = Math.max(to, endOf(events, row));
  return { from, to };
}

const endOf = ({ at, ms }: EventTable, row: number): number => (at[row] ?? 0) + (ms[row] ?? 0);

/** What lies in the window that a query names. */
export function windowOf(
  rows: Rows,
  query: TimelineQuery,
  about: Pick<Timeline, 'version' | 'older'>,
): Timeline {
  const extent = extentOf(rows);
  const { from, to } = bounds(query, extent);
  const found = within(rows, from, to, chosen(rows, query));
  const { lanes, moreLanes, kept } = lanesOf(rows, found);
  const few = kept.length <= MOST_MARKS;
  const bars = few ? kept.reduce((sum, row) => sum + (rows.events.bars[row] ?? 0), 0) : 0;
  const barsLeftOut = kept.length + bars > MOST_MARKS && few;
  return {
    ...about,
    from,
    to,
    extent,
    lanes,
    moreLanes,
    count: found.length,
    ...tableOf(rows, few ? kept : [], !barsLeftOut),
    barsLeftOut,
    ...(few ? { stepMs: 0, heaps: noHeaps() } : heapsOf(rows.events, kept, from, to)),
  };
}

function bounds({ from, to }: TimelineQuery, extent: Timeline['extent']): { from: number; to: number } {
  const end = to ?? extent?.to ?? 0;
  const begin = from ?? Math.max(extent?.from ?? 0, end - USUAL_MS);
  return begin <= end ? { from: begin, to: end } : { from: end, to: begin };
}

/** Whether an event is one of those that were asked for. */
function chosen(rows: Rows, query: TimelineQuery): (row: number) => boolean {
  const { events, bars, names, lanes, firstBar } = rows;
  const tests: ((row: number) => boolean)[] = [];
  if (query.project !== undefined || query.session !== undefined) {
    const inside = new Set<number>();
    for (const { lane, project, session } of lanes.values())
      if ((query.project ?? project) === project && (query.session ?? session) === session) inside.add(lane);
    tests.push((row) => inside.has(events.lane[row] ?? -1));
  }
  if (query.event !== undefined) {
    const name = names.indexOf(query.event);
    tests.push((row) => events.event[row] === name);
  }
  if (query.verdict !== undefined) {
    const known: readonly string[] = VERDICTS;
    const verdict = known.indexOf(query.verdict);
    tests.push((row) => events.verdict[row] === verdict);
  }
  if (query.failed === true) tests.push((row) => ((events.marks[row] ?? 0) & MARK.failed) !== 0);
  if (query.hook !== undefined) {
    const hook = names.indexOf(query.hook);
    tests.push((row) => {
      const first = firstBar[row] ?? 0;
      const behind = first + (events.bars[row] ?? 0);
      for (let bar = first; bar < behind; bar += 1) if (bars.hook[bar] === hook) return true;
      return false;
    });
  }
  return (row) => tests.every((test) => test(row));
}

/** Rows that touch a time, and that were asked for. */
function within(
  { events, longestMs }: Rows,
  from: number,
  to: number,
  isChosen: (row: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let row = firstAt(events.at, from - longestMs); row < events.at.length; row += 1) {
    if ((events.at[row] ?? 0) > to) break;
    if (endOf(events, row) >= from && isChosen(row)) found.push(row);
  }
  return found;
}

/** The first place whose value is not below this one. */
export function firstAt(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lanes of some rows, the one that began last first; rows of lanes that are too many are left out. */
function lanesOf(
  { lanes, events }: Rows,
  found: readonly number[],
): { readonly lanes: readonly Lane[]; readonly moreLanes: number; readonly kept: readonly number[] } {
  const numbers = new Set<number>();
  for (const row of found) numbers.add(events.lane[row] ?? -1);
  const all = [...numbers].flatMap((lane) => lanes.get(lane) ?? []).sort((a, b) => b.first - a.first);
  const shown = all.slice(0, MOST_LANES);
  if (shown.length === all.length) return { lanes: shown, moreLanes: 0, kept: found };
  const inside = new Set(shown.map(({ lane }) => lane));
  const kept = found.filter((row) => inside.has(events.lane[row] ?? -1));
  return { lanes: shown, moreLanes: all.length - shown.length, kept };
}

/** Some rows as a table of their own, with the names that they use. */
export function tableOf(
  rows: Rows,
  chosenRows: readonly number[],
  withBars: boolean,
): Pick<Timeline, 'names' | 'events' | 'bars'> {
  const { events, bars } = rows;
  const names: string[] = [];
  const places = new Map<number, number>();
  const renamed = (name: number): number => {
    if (name < 0) return -1;
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    return names.push(rows.names[name] ?? '') - 1;
  };
  const pick = (column: readonly number[]): number[] => chosenRows.map((row) => column[row] ?? 0);
  const barPlaces = withBars ? chosenRows.flatMap((row) => barsOf(rows, row)) : [];
  const pickBars = (column: readonly number[]): number[] => barPlaces.map((bar) => column[bar] ?? 0);
  return {
    names,
    events: {
      id: chosenRows.map((row) => events.id[row] ?? ''),
      at: pick(events.at),
      ms: pick(events.ms),
      lane: pick(events.lane),
      event: pick(events.event).map(renamed),
      target: pick(events.target).map(renamed),
      verdict: pick(events.verdict),
      marks: pick(events.marks),
      bars: pick(events.bars),
    },
    bars: {
      hook: pickBars(bars.hook).map(renamed),
      label: pickBars(bars.label).map(renamed),
      wait: pickBars(bars.wait),
      ms: pickBars(bars.ms),
      outcome: pickBars(bars.outcome),
      verdict: pickBars(bars.verdict),
      marks: pickBars(bars.marks),
    },
  };
}

/** The places of the bars of an event. */
export function barsOf({ events, firstBar }: Rows, row: number): number[] {
  const first = firstBar[row] ?? 0;
  return Array.from({ length: events.bars[row] ?? 0 }, (_, index) => first + index);
}

type Heaps = { -readonly [K in keyof HeapTable]: number[] };
const noHeaps = (): Heaps => ({
  step: [],
  lane: [],
  count: [],
  verdict: [],
  failed: [],
  denied: [],
  maxMs: [],
});

/** As fine as the number of marks allows. One step has no more heaps than there are lanes, which are few enough. */
function heapsOf(
  events: EventTable,
  kept: readonly number[],
  from: number,
  to: number,
): Pick<Timeline, 'stepMs' | 'heaps'> {
  let steps = MOST_STEPS;
  let heaps = finestHeaps(events, kept, from, Math.max(1, to - from) / steps);
  for (; heaps.step.length > MOST_MARKS && steps > 1; steps /= 2) heaps = coarser(heaps);
  return { stepMs: Math.max(1, to - from) / steps, heaps };
}

function finestHeaps(events: EventTable, kept: readonly number[], from: number, stepMs: number): Heaps {
  const heaps = new HeapMaker();
  const last = VERDICTS.length - 1;
  for (const row of kept) {
    const step = Math.floor(((events.at[row] ?? 0) - from) / stepMs);
    const verdict = events.verdict[row] ?? last;
    const failed = ((events.marks[row] ?? 0) & MARK.failed) === 0 ? 0 : 1;
    heaps.put(Math.min(MOST_STEPS - 1, Math.max(0, step)), events.lane[row] ?? 0, {
      count: 1,
      verdict,
      failed,
      denied: isRefusal(verdict) ? 1 : 0,
      maxMs: events.ms[row] ?? 0,
    });
  }
  return heaps.made;
}

/** Two steps are one. */
function coarser(fine: Heaps): Heaps {
  const heaps = new HeapMaker();
  for (const [row, step] of fine.step.entries())
    heaps.put(step >> 1, fine.lane[row] ?? 0, {
      count: fine.count[row] ?? 0,
      verdict: fine.verdict[row] ?? 0,
      failed: fine.failed[row] ?? 0,
      denied: fine.denied[row] ?? 0,
      maxMs: fine.maxMs[row] ?? 0,
    });
  return heaps.made;
}

type Heap = Readonly<Record<Exclude<keyof HeapTable, 'step' | 'lane'>, number>>;

/** Puts together what lies in one step of one lane. */
class HeapMaker {
  readonly made = noHeaps();
  readonly #places = new Map<number, number>();

  put(step: number, lane: number, { count, verdict, failed, denied, maxMs }: Heap): void {
    const { made } = this;
    const key = lane * MOST_STEPS + step;
    const place = this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, made.step.push(step) - 1);
      made.lane.push(lane);
      made.count.push(count);
      made.verdict.push(verdict);
      made.failed.push(failed);
      made.denied.push(denied);
      made.maxMs.push(maxMs);
      return;
    }
    made.count[place] = (made.count[place] ?? 0) + count;
    made.failed[place] = (made.failed[place] ?? 0) + failed;
    made.denied[place] = (made.denied[place] ?? 0) + denied;
    made.verdict[place] = Math.min(made.verdict[place] ?? verdict, verdict);
    made.maxMs[place] = Math.max(made.maxMs[place] ?? 0, maxMs);
  }
}
