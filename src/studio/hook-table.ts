// The table of hooks: what is configured, and what was counted.
import type { HookTally, Tally } from '../journal/index.js';
import { BAR, type HookNumbers, type HookRow, type HookTable, SPARK_STEPS } from './contract.js';
import type { Configured } from './desk.js';
import type { Rows } from './rows.js';
import { barsOf, firstAt } from './rows.js';

/** Bars of a histogram; neighbours are put together until there are no more. */
const MOST_BARS = 24;

export interface Counted {
  readonly project: string;
  readonly tally: Tally;
  readonly rows: Rows;
  readonly from: number;
  readonly to: number;
}

export function hookTable(configured: readonly Configured[], counted: Counted): HookTable {
  const { project, tally, from, to } = counted;
  const sparks = sparksOf(counted);
  const numbersOf = (hook: string): HookNumbers | null => {
    const sums = tally.hooks.get(hook);
    return sums === undefined ? null : numbers(sums, sparks.get(hook) ?? null);
  };
  const known = new Set(configured.map(({ hook }) => hook));
  const gone = [...tally.hooks].filter(([hook]) => !known.has(hook));
  return {
    project,
    from,
    to,
    rows: [
      ...configured.map((row) => {
        const found = row.hook === null ? null : numbersOf(row.hook);
        return { ...row, numbers: found, never: found === null ? row.never : null };
      }),
      ...gone.map(([hook, sums]) => ({ ...goneRow(hook, sums), numbers: numbersOf(hook) })),
    ],
    idle: [...tally.events]
      .filter(([, { idle }]) => idle > 0)
      .map(([event, { idle }]) => ({ event, count: idle }))
      .sort((a, b) => b.count - a.count),
    lost: tally.lost,
    damaged: tally.damaged,
  };
}

const goneRow = (hook: string, { label, event }: HookTally): Omit<HookRow, 'numbers'> => ({
  hook,
  label,
  event,
  matcher: null,
  condition: null,
  type: null,
  runs: null,
  background: false,
  scope: null,
  owner: null,
  position: null,
  state: 'gone',
  why: 'it is recorded, but no longer configured',
  trust: null,
  never: null,
  may: { enable: false, disable: false, trust: false },
});

function numbers(sums: HookTally, spark: Spark | null): HookNumbers {
  const { durations, verdicts, models, warm, last, lastError } = sums;
  const none = Array.from({ length: SPARK_STEPS }, () => 0);
  return {
    runs: sums.runs,
    observed: sums.observed?.runs ?? 0,
    p50: durations.percentile(0.5),
    p95: durations.percentile(0.95),
    p99: durations.percentile(0.99),
    max: durations.max,
    totalMs: sums.totalMs,
    verdicts,
    denies: (verdicts.deny ?? 0) + (verdicts.block ?? 0) + (verdicts.stop ?? 0),
    failures: sums.failures,
    contextBytes: sums.contextBytes,
    warmRuns: warm?.runs ?? 0,
    savedMs: warm?.savedMs ?? 0,
    models: models ?? null,
    last: {
      at: last.at,
      outcome: last.outcome,
      ms: last.ms,
      verdict: last.verdict,
      failed: last.failed?.message ?? null,
    },
    lastError,
    spark: spark?.runs ?? none,
    sparkFailed: spark?.failed ?? none,
    histogram: histogramOf(durations.steps()),
  };
}

/** Bars of equal width where durations are drawn by their logarithm. */
function histogramOf(steps: ReturnType<HookTally['durations']['steps']>): HookNumbers['histogram'] {
  const [shortest, longest] = [steps[0]?.upTo ?? 1, steps.at(-1)?.upTo ?? 1];
  const bars = Math.min(MOST_BARS, steps.length);
  const growth = (longest / shortest) ** (1 / Math.max(1, bars - 1));
  const runs: number[] = new Array(bars).fill(0);
  for (const { upTo, count } of steps) {
    // What lies on a border by a rounding error belongs to the bar that ends there.
    const bar = growth === 1 ? 0 : Math.ceil(Math.log(upTo / shortest) / Math.log(growth) - 1e-6);
    runs[Math.min(bar, bars - 1)] = (runs[bar] ?? 0) + count;
  }
  const upTo = runs.map((_, bar) => Math.round(shortest * growth ** bar * 1000) / 1000);
  return { upTo, runs };
}

interface Spark {
  readonly runs: number[];
  readonly failed: number[];
}

/** How often each hook ran over time, as far as events are in memory. */
function sparksOf({ rows, project, from, to }: Counted): ReadonlyMap<string, Spark> {
  const sparks = new Map<string, Spark>();
  const { events, bars, names, lanes } = rows;
  const stepMs = Math.max(1, to - from) / SPARK_STEPS;
  for (let row = firstAt(events.at, from); row < events.at.length; row += 1) {
    const at = events.at[row] ?? 0;
    if (at > to) break;
    if (lanes.get(events.lane[row] ?? -1)?.project !== project) continue;
    const step = Math.min(SPARK_STEPS - 1, Math.floor((at - from) / stepMs));
    for (const bar of barsOf(rows, row)) {
      const hook = names[bars.hook[bar] ?? -1] ?? '';
      let spark = sparks.get(hook);
      if (spark === undefined) {
        spark = { runs: new Array(SPARK_STEPS).fill(0), failed: new Array(SPARK_STEPS).fill(0) };
        sparks.set(hook, spark);
      }
      spark.runs[step] = (spark.runs[step] ?? 0) + 1;
      if (((bars.marks[bar] ?? 0) & BAR.failed) !== 0) spark.failed[step] = (spark.failed[step] ?? 0) + 1;
    }
  }
  return sparks;
}
