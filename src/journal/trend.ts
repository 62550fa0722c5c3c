// How the last two weeks went, day by day: for the eye, and to compare this week with the one before.
import { count, type Infer, listOf, number, open, orNull } from '../text/shapes/index.js';
import type { Entry, RunHead } from './entries.js';
import { Histogram } from './histogram.js';
import { recordedAt } from './parse.js';
import type { Rollup } from './sums.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day is 24 hours that end now, or so many days ago. */
const DAYS = 14;
const WEEK = 7;

const weekShape = open({
  runs: count,
  failures: count,
  /** Milliseconds; `null` where no run was measured. */
  p50: orNull(number),
  p95: orNull(number),
});

export const trendShape = open({
  /** Runs on each of 14 days, the last 24 hours last. */
  days: listOf(count),
  week: weekShape,
  before: weekShape,
});
export type Trend = Infer<typeof trendShape>;

interface Week {
  failures: number;
  readonly durations: Histogram;
}

class TrendOfHook {
  readonly #days: number[] = new Array<number>(DAYS).fill(0);
  readonly #weeks: readonly [before: Week, week: Week] = [newWeek(), newWeek()];

  on(day: number): Week {
    return this.#weeks[day < WEEK ? 0 : 1];
  }

  ran(day: number, times: number): void {
    this.#days[day] = (this.#days[day] ?? 0) + times;
  }

  trend(): Trend {
    const [before, week] = this.#weeks;
    return {
      days: this.#days,
      week: summed(week, this.#days.slice(WEEK)),
      before: summed(before, this.#days.slice(0, WEEK)),
    };
  }
}

const newWeek = (): Week => ({ failures: 0, durations: new Histogram() });

const summed = ({ failures, durations }: Week, days: readonly number[]): Trend['week'] => ({
  runs: days.reduce((sum, runs) => sum + runs, 0),
  failures,
  p50: durations.percentile(0.5),
  p95: durations.percentile(0.95),
});

/** Counts entries beside the sums of all time. */
export class Trends {
  /** Nothing before this counts. */
  readonly since: number;
  readonly #now: number;
  readonly #hooks = new Map<string, TrendOfHook>();
  readonly #all = new TrendOfHook();

  constructor(now: number) {
    this.#now = now;
    this.since = now - DAYS * DAY_MS;
  }

  add(entry: Entry): void {
    const day = this.#dayOf(recordedAt(entry));
    if (day === null) return;
    if (entry.kind === 'late') this.#run(day, entry.run, 0);
    if (entry.kind === 'event') for (const run of entry.runs) this.#run(day, run, 1);
  }

  /** Sums of files that are gone count for the day on which the last of them was written. */
  merge({ tally: { hooks, sessions } }: Rollup): void {
    const day = this.#dayOf(Object.values(sessions).reduce((latest, { last }) => Math.max(latest, last), 0));
    if (day === null) return;
    for (const [id, { runs, failures, buckets, maxMs }] of Object.entries(hooks))
      for (const trend of this.#of(id)) {
        trend.ran(day, runs);
        const week = trend.on(day);
        week.failures += Object.values(failures).reduce((sum, times) => sum + times, 0);
        week.durations.merge(buckets, maxMs);
      }
  }

  /** `null`: it did not run in that time. */
  ofHook(id: string): Trend | null {
    return this.#hooks.get(id)?.trend() ?? null;
  }

  all(): Trend {
    return this.#all.trend();
  }

  /** A background hook is heard of twice, and ran once. */
  #run(day: number, { hook, outcome, ms, failed }: RunHead, times: number): void {
    for (const trend of this.#of(hook)) {
      trend.ran(day, times);
      const week = trend.on(day);
      if (outcome !== 'background') week.durations.add(ms);
      if (failed !== null) week.failures += 1;
    }
  }

  #of(id: string): readonly TrendOfHook[] {
    let trend = this.#hooks.get(id);
    if (trend === undefined) {
      trend = new TrendOfHook();
      this.#hooks.set(id, trend);
    }
    return [trend, this.#all];
  }

  #dayOf(at: number): number | null {
    const ago = Math.floor((this.#now - at) / DAY_MS);
    // What another clock put into the future happened today.
    return ago >= DAYS ? null : DAYS - 1 - Math.max(0, ago);
  }
}
