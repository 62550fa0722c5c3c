// Two small plots. A library for them would be larger than the rest of the page.
import type { HookNumbers } from '../contract.js';
import { svg } from './dom.js';
import { counted, duration } from './words.js';

const WIDTH = 120;
const HEIGHT = 24;

/** Runs over time, with those that failed. */
export function sparkline({ spark, sparkFailed, runs }: HookNumbers): SVGElement {
  const most = Math.max(...spark, 1);
  const step = WIDTH / Math.max(spark.length, 1);
  const column = (value: number, at: number, kind: string): SVGElement | null => {
    if (value === 0) return null;
    const height = Math.max(2, (value / most) * HEIGHT);
    return svg('rect', {
      class: kind,
      x: at * step,
      y: HEIGHT - height,
      width: Math.max(step - 0.5, 1),
      height,
    });
  };
  return plot(
    `${counted(runs, 'run')} over time`,
    ...spark.map((value, at) => column(value, at, 'ran')),
    ...sparkFailed.map((value, at) => column(value, at, 'failed')),
  );
}

/** How long runs took. */
export function histogram({ histogram: { upTo, runs }, p50, p95 }: HookNumbers): SVGElement {
  const most = Math.max(...runs, 1);
  const step = WIDTH / Math.max(runs.length, 1);
  return plot(
    `Durations: half within ${duration(p50)}, 95 of 100 within ${duration(p95)}`,
    ...runs.map((value, at) => {
      const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
      const box = { class: 'ran', x: at * step, y: HEIGHT - height, width: Math.max(step - 1, 1), height };
      return svg('rect', box, svg('title', {}, `up to ${duration(upTo[at] ?? null)}: ${value}`));
    }),
  );
}

const plot = (label: string, ...children: readonly (SVGElement | null)[]): SVGElement =>
  svg(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      role: 'img',
      'aria-label': label,
    },
    ...children,
  );
