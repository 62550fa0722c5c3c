// Events in memory: columns that grow, in the order in which events began, and never more than so many.
import type { EventHead, LateEntry, Located, ObservedEntry, RunHead } from '../journal/index.js';
import { BAR, type Lane, MARK, OUTCOMES, VERDICTS } from './contract.js';
import { barsOf, isRefusal, type Rows } from './rows.js';

/** Older ones are forgotten; they are still in the journal. */
const MOST_EVENTS = 250_000;
/** Forgetting costs time, so that it is done for many at once. */
const AT_ONCE = 0.1;
const LONGEST_NAME = 200;
const FEW = 64;
/** Events that are waited for; one whose file was folded never comes. */
const MOST_EARLY = 1000;

const EVENT_COLUMNS = ['at', 'ms', 'lane', 'event', 'target', 'verdict', 'marks', 'bars'] as const;
type EventRow = Readonly<Record<(typeof EVENT_COLUMNS)[number], number>>;
type EventColumns = { [K in keyof EventRow]: number[] } & { id: string[] };

const BAR_COLUMNS = ['hook', 'label', 'wait', 'ms', 'outcome', 'verdict', 'marks'] as const;
type BarRow = Readonly<Record<(typeof BAR_COLUMNS)[number], number>>;
type BarColumns = { [K in keyof BarRow]: number[] };

const noEvents = (): EventColumns => ({
  id: [],
  at: [],
  ms: [],
  lane: [],
  event: [],
  target: [],
  verdict: [],
  marks: [],
  bars: [],
});
const noBars = (): BarColumns => ({
  hook: [],
  label: [],
  wait: [],
  ms: [],
  outcome: [],
  verdict: [],
  marks: [],
});

/** Where an event lies, and what came later of it. */
export interface Found {
  readonly row: number;
  readonly project: string;
  readonly at: Located;
  readonly late: readonly Located[];
}

export class Store implements Rows {
  names: string[] = [];
  readonly lanes = new Map<number, Lane>();
  events = noEvents();
  bars = noBars();
  firstBar: number[] = [];
  longestMs = 0;
  /** Grows with everything that is put in. */
  version = 0;
  /** Some were forgotten. */
  forgot = false;
  readonly #most: number;
  /** So many rows from the first are in order. */
  #settled = 0;
  #located: Located[] = [];
  #late = new Map<string, Located[]>();
  /** Of hooks that ended before those that their event waited for. */
  readonly #early = new Map<string, { readonly entry: LateEntry | ObservedEntry; readonly at: Located }[]>();
  #nameOf = new Map<string, number>();
  readonly #laneOf = new Map<string, number>();

  constructor(most = MOST_EVENTS) {
    this.#most = most;
  }

  get size(): number {
    return this.events.at.length;
  }

  /** Takes an event in. Events may come in any order; `settle` puts them in theirs. */
  add(entry: EventHead, project: string, at: Located): void {
    this.version += 1;
    const isNext = this.#settled === this.size && (this.events.at.at(-1) ?? 0) <= entry.at;
    const lane = this.#lane(entry, project);
    this.firstBar.push(this.bars.hook.length);
    for (const run of entry.runs) this.#addBar(run);
    this.longestMs = Math.max(this.longestMs, entry.ms);
    this.events.id.push(entry.id);
    this.#located.push(at);
    const values: EventRow = {
      at: entry.at,
      ms: entry.ms,
      lane,
      event: this.#name(entry.event),
      target: entry.target === null || entry.target === '' ? -1 : this.#name(entry.target),
      verdict: VERDICTS.indexOf(entry.verdict),
      marks: marksOf(entry),
      bars: entry.runs.length,
    };
    for (const name of EVENT_COLUMNS) this.events[name].push(values[name]);
    if (isNext) this.#settled += 1;
    const early = this.#early.get(entry.id) ?? [];
    this.#early.delete(entry.id);
    for (const one of early) this.addLate(one.entry, one.at);
    if (this.size > this.#most) this.#forget();
  }

  /** From now on rows are in the order of `at`. */
  settle(): void {
    const late = this.size - this.#settled;
    if (late === 0) return;
    // A few, as they come when hooks take long, go to their places one by one; of many everything is sorted anew.
    if (late <= FEW) for (; this.#settled < this.size; this.#settled += 1) this.#move(this.#settled);
    else this.#reorder();
    this.#settled = this.size;
  }

  /** A hook ended that its event did not wait for. The id of its event, if that is known. */
  addLate(entry: LateEntry | ObservedEntry, at: Located): string | null {
    this.version += 1;
    const row = this.events.id.lastIndexOf(entry.of);
    if (row < 0) {
      this.#early.set(entry.of, [...(this.#early.get(entry.of) ?? []), { entry, at }]);
      const [oldest] = this.#early.keys();
      if (this.#early.size > MOST_EARLY && oldest !== undefined) this.#early.delete(oldest);
      return null;
    }
    this.#late.set(entry.of, [...(this.#late.get(entry.of) ?? []), at]);
    const hook = this.#nameOf.get(entry.run.hook);
    const bar = barsOf(this, row).find(
      (one) => this.bars.hook[one] === hook && ((this.bars.marks[one] ?? 0) & BAR.open) !== 0,
    );
    if (bar !== undefined) {
      const failed = entry.run.failed === null ? 0 : BAR.failed;
      this.bars.ms[bar] = entry.run.ms;
      this.bars.wait[bar] = entry.run.waitedMs ?? 0;
      this.bars.outcome[bar] = OUTCOMES.indexOf(entry.run.outcome);
      this.bars.marks[bar] = BAR.background | failed;
      if (failed !== 0) this.#markFailed(row);
    }
    return entry.of;
  }

  /** The event with this id; `null`: it is not known. */
  find(project: string, id: string): Found | null {
    const row = this.events.id.lastIndexOf(id);
    const at = this.#located[row];
    const lane = this.lanes.get(this.events.lane[row] ?? -1);
    if (at === undefined || lane?.project !== project) return null;
    return { row, project, at, late: this.#late.get(id) ?? [] };
  }

  /** The events before and behind one in its lane. */
  neighbours(row: number): { readonly before: string | null; readonly behind: string | null } {
    const { lane, id } = this.events;
    const next = (step: number): string | null => {
      for (let other = row + step; other >= 0 && other < lane.length; other += step)
        if (lane[other] === lane[row]) return id[other] ?? null;
      return null;
    };
    return { before: next(-1), behind: next(1) };
  }

  #markFailed(row: number): void {
    const marks = this.events.marks[row] ?? 0;
    if ((marks & MARK.failed) !== 0) return;
    this.events.marks[row] = marks | MARK.failed;
    const lane = this.lanes.get(this.events.lane[row] ?? -1);
    if (lane !== undefined) this.lanes.set(lane.lane, { ...lane, failed: lane.failed + 1 });
  }

  #lists(): unknown[][] {
    return [this.events.id, this.firstBar, this.#located, ...EVENT_COLUMNS.map((name) => this.events[name])];
  }

  /** Rows before this one are in order; it goes behind all that began before it. */
  #move(row: number): void {
    const { at } = this.events;
    let place = row;
    while (place > 0 && (at[place - 1] ?? 0) > (at[row] ?? 0)) place -= 1;
    if (place < row) for (const list of this.#lists()) list.splice(place, 0, ...list.splice(row, 1));
  }

  #reorder(): void {
    const { at } = this.events;
    const order = at.map((_, row) => row).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
    for (const list of this.#lists()) {
      const before = [...list];
      for (const [row, from] of order.entries()) list[row] = before[from];
    }
  }

  #name(text: string): number {
    const name = text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
    const known = this.#nameOf.get(name);
    if (known !== undefined) return known;
    this.#nameOf.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  #addBar(run: RunHead): void {
    const isOpen = run.outcome === 'background';
    const values: BarRow = {
      hook: this.#name(run.hook),
      label: this.#name(run.label),
      wait: run.waitedMs ?? 0,
      ms: run.ms,
      outcome: OUTCOMES.indexOf(run.outcome),
      verdict: VERDICTS.indexOf(run.verdict),
      marks:
        (isOpen ? BAR.background | BAR.open : 0) |
        (run.failed === null ? 0 : BAR.failed) |
        (run.start === undefined || run.start.kind === 'cold' ? 0 : BAR.warm),
    };
    for (const name of BAR_COLUMNS) this.bars[name].push(values[name]);
  }

  #lane(entry: EventHead, project: string): number {
    const agent = entry.agent?.id ?? null;
    const key = JSON.stringify([project, entry.session, agent]);
    const lane = this.#laneOf.get(key) ?? this.#laneOf.size;
    this.#laneOf.set(key, lane);
    const known = this.lanes.get(lane);
    this.lanes.set(lane, {
      lane,
      project,
      session: entry.session,
      agent,
      agentType: entry.agent?.type ?? known?.agentType ?? null,
      first: Math.min(known?.first ?? entry.at, entry.at),
      last: Math.max(known?.last ?? 0, entry.at + entry.ms),
      events: (known?.events ?? 0) + 1,
      denied: (known?.denied ?? 0) + (isRefusal(VERDICTS.indexOf(entry.verdict)) ? 1 : 0),
      failed: (known?.failed ?? 0) + (hasFailed(entry) ? 1 : 0),
    });
    return lane;
  }

  /** The oldest go, with the bars, names and lanes that were theirs alone. */
  #forget(): void {
    this.settle();
    const first = Math.ceil(this.#most * AT_ONCE);
    const [names, bars, firstBar, events] = [this.names, this.bars, this.firstBar, this.events];
    const renamed = (name: number): number => (name < 0 ? -1 : this.#name(names[name] ?? ''));
    this.forgot = true;
    [this.names, this.bars, this.firstBar, this.events] = [[], noBars(), [], noEvents()];
    this.#nameOf = new Map();
    this.#located = this.#located.slice(first);
    for (let row = first; row < events.at.length; row += 1) {
      this.events.id.push(events.id[row] ?? '');
      for (const name of EVENT_COLUMNS) {
        const value = events[name][row] ?? 0;
        this.events[name].push(name === 'event' || name === 'target' ? renamed(value) : value);
      }
      const from = firstBar[row] ?? 0;
      this.firstBar.push(this.bars.hook.length);
      for (let bar = from; bar < from + (events.bars[row] ?? 0); bar += 1)
        for (const name of BAR_COLUMNS) {
          const value = bars[name][bar] ?? 0;
          this.bars[name].push(name === 'hook' || name === 'label' ? renamed(value) : value);
        }
    }
    this.#settled = this.size;
    const [ids, lanes] = [new Set(this.events.id), new Set(this.events.lane)];
    for (const id of this.#late.keys()) if (!ids.has(id)) this.#late.delete(id);
    for (const lane of this.lanes.keys()) if (!lanes.has(lane)) this.lanes.delete(lane);
  }
}

const hasFailed = ({ runs }: EventHead): boolean => runs.some(({ failed }) => failed !== null);

const marksOf = (entry: EventHead): number =>
  (hasFailed(entry) ? MARK.failed : 0) |
  (entry.runs.some(({ outcome }) => outcome === 'background') ? MARK.background : 0) |
  (entry.rewrittenBy === undefined ? 0 : MARK.rewritten) |
  (entry.repeated === true ? MARK.repeated : 0) |
  (entry.runs.some(({ contextBytes }) => contextBytes > 0) ? MARK.context : 0);
