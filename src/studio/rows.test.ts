import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MARK, MOST_LANES, MOST_MARKS, type Timeline, timelineShape } from './contract.js';
import { windowOf } from './rows.js';
import { Store } from './store.js';
import { eventHead, NOWHERE, runHead } from './testing/entries.js';

const about = { version: 1, older: false };
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const marksIn = ({ events, bars, heaps }: Timeline): number =>
  events.id.length + bars.hook.length + heaps.step.length;

function storeOf(events: readonly ReturnType<typeof eventHead>[]): Store {
  const store = new Store();
  for (const event of events) store.add(event, 'p', NOWHERE);
  store.settle();
  return store;
}

it('few events are told one by one, with their bars', () => {
  const store = storeOf([
    eventHead('1', 1000),
    eventHead('2', 2000, { verdict: 'deny', runs: [runHead(), runHead({ hook: 'hook-b', waitedMs: 3 })] }),
  ]);
  const found = windowOf(store, { from: 0, to: 5000 }, about);
  expect(timelineShape.is(found)).toBe(true);
  expect([found.events.id, found.events.bars, found.bars.wait]).toEqual([
    ['1', '2'],
    [1, 2],
    [0, 0, 3],
  ]);
  expect(found.names[found.bars.hook[2] ?? -1]).toBe('hook-b');
  expect(windowOf(store, { from: 1500, to: 1900 }, about).count).toBe(0);
  // One that goes on into the window is in it.
  expect(windowOf(store, { from: 1005, to: 1900 }, about).events.id).toEqual(['1']);
});

it('an empty store has an empty window', () => {
  const found = windowOf(new Store(), {}, about);
  expect([found.extent, found.count, found.lanes]).toEqual([null, 0, []]);
  expect(timelineShape.is(found)).toBe(true);
});

it('bars are left out before events are put together', () => {
  const runs = Array.from({ length: 10 }, (_, index) => runHead({ hook: `h${index}` }));
  const store = storeOf(Array.from({ length: 300 }, (_, index) => eventHead(`${index}`, index, { runs })));
  const found = windowOf(store, { from: 0, to: 1000 }, about);
  expect([found.barsLeftOut, found.events.id.length, found.bars.hook]).toEqual([true, 300, []]);
  expect(sum(found.events.bars)).toBe(3000);
});

it('100,000 events of many sessions are at most so many marks, and none is lost', () => {
  const events = Array.from({ length: 100_000 }, (_, index) =>
    eventHead(`${index}`, index * 7, {
      session: `s${index % 13}`,
      verdict: index % 50 === 0 ? 'deny' : 'nothing',
      runs: [runHead({ failed: index % 40 === 0 ? { kind: 'finished', message: '' } : null })],
    }),
  );
  const found = windowOf(storeOf(events), { from: 0, to: 700_000 }, about);
  expect(found.heaps.step.length).toBeLessThanOrEqual(MOST_MARKS);
  expect(found.heaps.step.length).toBeGreaterThan(MOST_MARKS / 4);
  expect([found.count, sum(found.heaps.count), sum(found.heaps.denied), sum(found.heaps.failed)]).toEqual([
    100_000, 100_000, 2000, 2500,
  ]);
  expect(found.events.id).toEqual([]);
});

it('lanes have a bound too; the ones that began last are shown', () => {
  const store = storeOf(
    Array.from({ length: 300 }, (_, index) => eventHead(`${index}`, index, { session: `s${index}` })),
  );
  const found = windowOf(store, { from: 0, to: 1000 }, about);
  expect([found.lanes.length, found.moreLanes, found.lanes[0]?.session]).toEqual([MOST_LANES, 100, 's299']);
  expect(found.events.id.length).toBe(MOST_LANES);
});

it('filters: project, session, event, verdict, hook, failed', () => {
  const store = storeOf([
    eventHead('1', 1, { session: 'one' }),
    eventHead('2', 2, { event: 'Stop', target: null }),
    eventHead('3', 3, { verdict: 'deny' }),
    eventHead('4', 4, { runs: [runHead({ hook: 'other' })] }),
    eventHead('5', 5, { runs: [runHead({ failed: { kind: 'timedOut', message: '' } })] }),
  ]);
  const ids = (query: Parameters<typeof windowOf>[1]) =>
    windowOf(store, { from: 0, to: 100, ...query }, about).events.id;
  expect(ids({ session: 'one' })).toEqual(['1']);
  expect(ids({ event: 'Stop' })).toEqual(['2']);
  expect(ids({ verdict: 'deny' })).toEqual(['3']);
  expect(ids({ hook: 'other' })).toEqual(['4']);
  expect(ids({ failed: true })).toEqual(['5']);
  expect(ids({ project: 'p' })).toHaveLength(5);
  for (const none of [
    { project: 'q' },
    { event: 'No' },
    { verdict: 'no' },
    { hook: 'no' },
    { session: 'no' },
  ])
    expect(ids(none)).toEqual([]);
});

it('whatever is recorded and asked for, a window is bounded and true', () => {
  const anyEvent = fc.record({
    at: fc.integer({ min: 0, max: 50_000 }),
    ms: fc.integer({ min: 0, max: 2000 }),
    session: fc.integer({ min: 0, max: 5 }),
    bars: fc.integer({ min: 0, max: 4 }),
    failed: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 3000, size: 'max' }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      (list, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const store = storeOf(
          list.map(({ at, ms, session, bars, failed }, index) =>
            eventHead(`${index}`, at, {
              ms,
              session: `s${session}`,
              runs: Array.from({ length: bars }, () =>
                runHead({ failed: failed ? { kind: 'finished', message: '' } : null }),
              ),
            }),
          ),
        );
        const found = windowOf(store, { from, to }, about);
        const inside = list.filter(({ at, ms }) => at <= to && at + ms >= from);
        expect(found.count).toBe(inside.length);
        expect(marksIn(found)).toBeLessThanOrEqual(MOST_MARKS);
        expect(found.events.id.length + sum(found.heaps.count)).toBe(inside.length);
        expect(found.events.at).toEqual([...found.events.at].sort((a, b) => a - b));
        const failed = inside.filter(({ failed: is, bars }) => is && bars > 0).length;
        const told = found.events.marks.filter((marks) => (marks & MARK.failed) !== 0).length;
        expect(told + sum(found.heaps.failed)).toBe(failed);
      },
    ),
    { numRuns: 25 },
  );
});
