// Sums and histograms of what happened, until they are sent.
import type { Happened, RecordedRun } from '../../journal/index.js';
import { ATTRIBUTES, METRICS, type MetricName } from '../names.js';
import { savedBy } from './records.js';
import { attributes, type KeyValue, nanos, type Values } from './values.js';

/** Combinations of attributes of one metric that are told apart. */
const MOST_SERIES = 1000;

/** Seconds. Hooks may take a minute, so they go further than those for requests. */
export const BOUNDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60,
] as const;

interface Series {
  readonly attributes: readonly KeyValue[];
  count: number;
  sum: number;
  min: number;
  max: number;
  /** One more than there are bounds; empty: it is a sum. */
  readonly buckets: number[];
}

const OVERFLOW: readonly KeyValue[] = [{ key: ATTRIBUTES.overflow.name, value: { boolValue: true } }];

export type Temporality = 'delta' | 'cumulative';

export class Meter {
  readonly #temporality: Temporality;
  readonly #clock: () => number;
  readonly #series = new Map<MetricName, Map<string, Series>>();
  #since: number;
  #isChanged = false;

  constructor(temporality: Temporality, clock: () => number) {
    this.#temporality = temporality;
    this.#clock = clock;
    this.#since = clock();
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  hear({ entry }: Happened): void {
    const { event } = entry;
    if (entry.kind !== 'event') {
      this.#hook(event, entry.run);
      return;
    }
    const { verdict, tool } = entry;
    this.#add('eventDuration', { event, verdict }, entry.ms / 1000);
    this.#add('verdicts', { event, tool, verdict }, 1);
    for (const run of entry.runs) if (run.outcome !== 'background') this.#hook(event, run);
  }

  dropped(signal: string, records: number): void {
    this.#add('dropped', { signal }, records);
  }

  #hook(event: string, run: RecordedRun): void {
    const { label: hook, outcome, failed } = run;
    this.#add('hookDuration', { event, hook, outcome }, run.ms / 1000);
    if (failed !== null) this.#add('failures', { event, hook, errorType: failed.kind }, 1);
    const saved = savedBy(run);
    if (saved !== null) this.#add('saved', { hook, start: run.start?.kind }, saved);
  }

  #add(metric: MetricName, values: Values, value: number): void {
    this.#isChanged = true;
    const all = this.#series.get(metric) ?? new Map<string, Series>();
    this.#series.set(metric, all);
    const key = JSON.stringify(values);
    let series = all.get(key);
    if (series === undefined && all.size < MOST_SERIES) series = put(all, key, metric, attributes(values));
    series ??= all.get('') ?? put(all, '', metric, OVERFLOW);
    series.count += 1;
    series.sum += value;
    series.min = Math.min(series.min, value);
    series.max = Math.max(series.max, value);
    const at = BOUNDS.findIndex((bound) => value <= bound);
    const bucket = at < 0 ? BOUNDS.length : at;
    if (series.buckets.length > 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  /** What is to be sent now, and how many points that is. With `delta`, counting begins again. */
  take(): { readonly metrics: readonly object[]; readonly points: number } {
    const now = this.#clock();
    const [start, end] = [nanos(this.#since), nanos(now)];
    let points = 0;
    const metrics = [...this.#series].map(([metric, all]) => {
      points += all.size;
      return metricOf(metric, [...all.values()], { start, end, temporality: this.#temporality });
    });
    this.#isChanged = false;
    if (this.#temporality === 'delta') {
      this.#series.clear();
      this.#since = now;
    }
    return { metrics, points };
  }
}

function put(all: Map<string, Series>, key: string, metric: MetricName, own: readonly KeyValue[]): Series {
  const buckets = METRICS[metric].kind === 'histogram' ? new Array<number>(BOUNDS.length + 1).fill(0) : [];
  const made: Series = { attributes: own, count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: 0, buckets };
  all.set(key, made);
  return made;
}

interface Span {
  readonly start: string;
  readonly end: string;
  readonly temporality: Temporality;
}

function metricOf(metric: MetricName, all: readonly Series[], { start, end, temporality }: Span): object {
  const { name, unit, meaning, kind } = METRICS[metric];
  const times = { startTimeUnixNano: start, timeUnixNano: end };
  const aggregationTemporality = temporality === 'delta' ? 1 : 2;
  const about = { name, unit, description: meaning };
  if (kind === 'counter') {
    const dataPoints = all.map((one) => ({ ...times, attributes: one.attributes, asDouble: one.sum }));
    return { ...about, sum: { dataPoints, aggregationTemporality, isMonotonic: true } };
  }
  const dataPoints = all.map(({ attributes: own, count, sum, min, max, buckets }) => ({
    ...times,
    attributes: own,
    count: String(count),
    sum,
    min,
    max,
    bucketCounts: buckets.map(String),
    explicitBounds: BOUNDS,
  }));
  return { ...about, histogram: { dataPoints, aggregationTemporality } };
}
