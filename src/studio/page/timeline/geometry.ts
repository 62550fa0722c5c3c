// Time and place of the timeline: what part of time is seen, and where in it something lies. Nothing here draws.

/** A part of time, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Closer than this nothing more is to be seen. */
const LEAST_MS = 20;

export const lengthOf = ({ from, to }: Span): number => to - from;

/** Nearer (a factor below 1) or farther, so that the moment `at` stays where it is; never beyond some air around `all`. */
export function zoomed(span: Span, factor: number, at: number, all: Span | null): Span {
  const most = all === null ? Number.POSITIVE_INFINITY : Math.max(lengthOf(all) * 1.2, LEAST_MS * 50);
  const length = Math.min(Math.max(lengthOf(span) * factor, LEAST_MS), most);
  const share = lengthOf(span) === 0 ? 0.5 : (at - span.from) / lengthOf(span);
  return { from: at - share * length, to: at + (1 - share) * length };
}

/** Moved by so many milliseconds; something of `all` stays in sight. */
export function moved({ from, to }: Span, by: number, all: Span | null): Span {
  const length = to - from;
  const least = all === null ? Number.NEGATIVE_INFINITY : all.from - length * 0.9;
  const most = all === null ? Number.POSITIVE_INFINITY : all.to - length * 0.1;
  const begin = Math.min(Math.max(from + by, least), most);
  return { from: begin, to: begin + length };
}

/** A span with so much of its length again on both sides. */
export const widened = ({ from, to }: Span, share: number): Span => ({
  from: from - (to - from) * share,
  to: to + (to - from) * share,
});

export const isInside = (inner: Span, outer: Span): boolean =>
  inner.from >= outer.from && inner.to <= outer.to;

/** The so and so many pixels of a moment. */
export const scaleOf = (span: Span, left: number, width: number) => {
  const perMs = width / Math.max(lengthOf(span), 1e-6);
  return {
    perMs,
    x: (at: number): number => left + (at - span.from) * perMs,
    at: (x: number): number => span.from + (x - left) / perMs,
  };
};
export type Scale = ReturnType<typeof scaleOf>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps between two marks of the axis that people can count in. */
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((step) => step * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((step) => step * MINUTE),
  ...[1, 2, 3, 6, 12].map((step) => step * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((step) => step * DAY),
];

/** Moments to be marked on the axis, at most `most`, and the step between them. */
export function ticksOf({ from, to }: Span, most: number): { readonly step: number; readonly at: number[] } {
  const step = STEPS.find((candidate) => (to - from) / candidate <= most) ?? to - from;
  // In local time, so that hours and days are marked where they begin for who looks.
  const shift = new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - shift) / step) * step + shift;
  const at: number[] = [];
  for (let moment = first; moment <= to && at.length <= most; moment += step) at.push(moment);
  return { step, at };
}
