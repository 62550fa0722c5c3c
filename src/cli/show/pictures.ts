// Numbers for the eye, in one line of a terminal.
import type { HookStats, Trend } from '../../journal/index.js';
import type { Screen } from './screen.js';

const STEPS = '▁▂▃▄▅▆▇█';
const NONE = '·';

/** One character a value; nothing is a dot, so that little can be told from it. */
function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 1);
  return values
    .map((value) => (value <= 0 ? NONE : (STEPS[Math.ceil((value / most) * STEPS.length) - 1] ?? NONE)))
    .join('');
}

/** Milliseconds, each about twice the one before; what takes longer than the last stands behind it. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

/** What the first and the last character of a histogram stand for. */
export const BOUNDS_IN_WORDS = '1ms…>5s';
export const HISTOGRAM_WIDTH = BOUNDS.length + 1;

/** How many runs took how long, from less than a millisecond to more than five seconds. */
function histogram(times: HookStats['times']): string {
  const bars = new Array<number>(HISTOGRAM_WIDTH).fill(0);
  for (const { upTo, count } of times) {
    const found = BOUNDS.findIndex((bound) => upTo <= bound);
    const bar = found < 0 ? BOUNDS.length : found;
    bars[bar] = (bars[bar] ?? 0) + count;
  }
  return sparkline(bars);
}

/** Fewer runs say nothing about how long they take. */
const FEWEST = 5;
/** Percentiles are known within 2.5 %. */
const SAME = 0.05;

/** How the p95 of this week compares with that of the week before. */
function trendInWords({ week, before }: Trend): string {
  if (week.runs === 0) return 'none';
  if (before.runs === 0) return 'new';
  const [now, then] = [week.p95 ?? 0, before.p95 ?? 0];
  if (week.runs < FEWEST || before.runs < FEWEST || now === 0 || then === 0) return 'few';
  const change = now / then - 1;
  if (Math.abs(change) < SAME) return 'same';
  return change > 0 ? `↑ ${inPercent(change)}` : `↓ ${inPercent(-change)}`;
}

const inPercent = (change: number): string =>
  change >= 10 ? `${Math.round(change + 1)}×` : `${Math.round(change * 100)} %`;

/** Runs a day, how long they took, and the week against the one before. */
export function picturesOf({ times, trend }: HookStats): readonly [string, string, string] {
  return [
    trend === null ? '' : sparkline(trend.days),
    histogram(times),
    trend === null ? '' : trendInWords(trend),
  ];
}

/** The same below the numbers, each with what it is. */
export function picturesBelow(hook: HookStats, { isTerminal, dim }: Screen): string[] {
  if (!isTerminal) return [];
  const [days, took, week] = picturesOf(hook);
  const recent = days === '' ? [] : [`14 days ${days}`];
  const trend = days === '' ? [] : [`week ${week}`];
  return [dim(`  ${[...recent, `${BOUNDS_IN_WORDS} ${took}`, ...trend].join('  ')}`)];
}
