// Where everything of the timeline is drawn: rectangles and figures for what is in sight, and no more than may be drawn at once.
import { MOST_MARKS } from '../../contract.js';
import type { Figure, VerdictWord } from '../words.js';
import { figureOf } from '../words.js';
import type { Scale } from './geometry.js';
import type { Heap, HookBar, Mark, Model } from './model.js';

export const LANE = 52;
export const AXIS = 24;
/** The strip of a lane that events are drawn in; their hooks lie below it. */
const EVENT = { top: 16, height: 10 };
const BAR_HEIGHT = 4;
const BARS_TOP = EVENT.top + EVENT.height + 3;
/** Hooks below each other; further ones are only told with the event. */
const MOST_ROWS = 4;
/** An event that is narrower than this is a figure. */
const NARROW = 9;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Drawn =
  | { readonly kind: 'mark'; readonly mark: Mark; readonly figure: Figure | null; readonly box: Box }
  | { readonly kind: 'heap'; readonly heap: Heap; readonly box: Box }
  | {
      readonly kind: 'hook';
      readonly bar: HookBar;
      readonly verdict: VerdictWord;
      readonly wait: Box;
      readonly box: Box;
    };

export interface Sight {
  readonly scale: Scale;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
}

/** Everything in sight, heaps and events before their hooks: where it is too much, hooks are left out. */
export function layout({ lanes, marks, heaps }: Model, sight: Sight): readonly Drawn[] {
  const tops = topsOf(lanes, sight);
  const drawn: Drawn[] = [];
  const tallest = heaps.reduce((most, { count }) => Math.max(most, count), 1);
  for (const heap of heaps) {
    const box = boxIn(tops.get(heap.lane), heap, sight, EVENT);
    if (box === null) continue;
    // A heap of one is still to be seen, and the tallest fills its lane.
    const height = 4 + Math.round((LANE - 24) * Math.sqrt(heap.count / tallest));
    drawn.push({ kind: 'heap', heap, box: { ...box, y: box.y + EVENT.height - height + 14, height } });
  }
  const hooks: Drawn[] = [];
  for (const mark of marks) {
    const top = tops.get(mark.lane);
    const box = boxIn(top, mark, sight, EVENT);
    if (box === null || top === undefined) continue;
    drawn.push({ kind: 'mark', mark, figure: box.width < NARROW ? figureOf(mark.verdict) : null, box });
    if (box.width >= NARROW || mark.bars.some(({ isBackground }) => isBackground))
      hooks.push(...barsOf(mark, top, sight));
  }
  drawn.push(...hooks.slice(0, Math.max(0, MOST_MARKS - drawn.length)));
  return drawn.slice(0, MOST_MARKS);
}

/** By lane, where it begins; only lanes in sight. */
function topsOf(lanes: Model['lanes'], { scrolled, height }: Sight): ReadonlyMap<number, number> {
  const first = Math.floor(scrolled / LANE);
  const last = Math.ceil((scrolled + height) / LANE);
  return new Map(
    lanes.slice(first, last).map(({ lane }, at) => [lane, AXIS + (first + at) * LANE - scrolled]),
  );
}

function boxIn(
  top: number | undefined,
  { at, ms }: { readonly at: number; readonly ms: number },
  { scale, left, width }: Sight,
  strip: { readonly top: number; readonly height: number },
): Box | null {
  if (top === undefined) return null;
  const x = scale.x(at);
  const end = x + Math.max(ms * scale.perMs, 2);
  if (end < left || x > left + width) return null;
  return { x, y: top + strip.top, width: end - x, height: strip.height };
}

function barsOf({ at, bars }: Mark, top: number, sight: Sight): readonly Drawn[] {
  return bars.slice(0, MOST_ROWS).flatMap((bar, row): Drawn[] => {
    const strip = { top: BARS_TOP + row * (BAR_HEIGHT + 1), height: BAR_HEIGHT };
    const wait = boxIn(top, { at, ms: bar.wait }, sight, strip);
    const box = boxIn(top, { at: at + bar.wait, ms: bar.ms }, sight, strip);
    if (box === null) return [];
    return [{ kind: 'hook', bar, verdict: bar.verdict, wait: wait ?? { ...box, width: 0 }, box }];
  });
}

/** How far a pointer may be from what it means. */
const NEAR = 6;

/** What lies at a point; of several the nearest, and the event before its hooks. */
export function at(drawn: readonly Drawn[], x: number, y: number): Mark | Heap | null {
  let best: { readonly what: Mark | Heap; readonly distance: number } | null = null;
  for (const thing of drawn) {
    if (thing.kind === 'hook') continue;
    const { box } = thing;
    const across = Math.max(box.x - x, x - box.x - box.width, 0);
    const along = Math.max(box.y - y, y - box.y - box.height, 0);
    const distance = across + along;
    // The whole lane belongs to its events, so only across is it told how near.
    if (across > NEAR || along > LANE / 2 || (best !== null && best.distance <= distance)) continue;
    best = { what: thing.kind === 'mark' ? thing.mark : thing.heap, distance };
  }
  return best === null ? null : best.what;
}
