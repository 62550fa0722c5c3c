import { expect, it } from 'vitest';
import { BAR } from './contract.js';
import { tableOf } from './rows.js';
import { Store } from './store.js';
import { eventHead, lateEntry, NOWHERE, runHead } from './testing/entries.js';

const background = runHead({ outcome: 'background', ms: 0, exitCode: null });

it('events lie in the order in which they began, whichever was written first', () => {
  const store = new Store();
  for (const at of [30, 10, 20, 20, 40]) store.add(eventHead(`${at}`, at), 'p', NOWHERE);
  store.settle();
  expect(store.events.at).toEqual([10, 20, 20, 30, 40]);
  expect(store.events.id).toEqual(['10', '20', '20', '30', '40']);
});

it('a background hook is open until it has ended, also where that is heard first', () => {
  const store = new Store();
  store.add(eventHead('1', 10, { runs: [runHead(), { ...background, hook: 'b' }] }), 'p', NOWHERE);
  expect(store.bars.marks).toEqual([0, BAR.background | BAR.open]);
  expect(store.addLate(lateEntry('1', 400, { hook: 'b' }), { ...NOWHERE, start: 7 })).toBe('1');
  expect([store.bars.marks[1], store.bars.ms[1]]).toEqual([BAR.background, 300]);
  expect(store.find('p', '1')?.late).toEqual([{ ...NOWHERE, start: 7 }]);
  // Before its event.
  expect(store.addLate(lateEntry('2', 400, { failed: { kind: 'timedOut', message: '' } }), NOWHERE)).toBe(
    null,
  );
  store.add(eventHead('2', 20, { runs: [background] }), 'p', NOWHERE);
  expect(store.bars.marks[2]).toBe(BAR.background | BAR.failed);
  expect([...store.lanes.values()]).toMatchObject([{ events: 2, failed: 1 }]);
});

it('the same hook that runs twice for an event ends twice', () => {
  const store = new Store();
  store.add(eventHead('1', 10, { runs: [background, background] }), 'p', NOWHERE);
  store.addLate(lateEntry('1', 20, { ms: 1 }), NOWHERE);
  store.addLate(lateEntry('1', 30, { ms: 2 }), NOWHERE);
  expect(store.bars.ms).toEqual([1, 2]);
});

it('there are never more than so many: the oldest are forgotten, with what was theirs', () => {
  const store = new Store(100);
  for (let at = 0; at < 1000; at += 1)
    store.add(
      eventHead(`e${at}`, at, {
        session: `s${Math.floor(at / 50)}`,
        target: `t${at}`,
        runs: [runHead({ label: `l${at}` })],
      }),
      'p',
      NOWHERE,
    );
  expect(store.size).toBeLessThanOrEqual(100);
  expect(store.forgot).toBe(true);
  expect(store.bars.hook.length).toBe(store.size);
  expect(store.names.length).toBeLessThan(400);
  expect(store.lanes.size).toBeLessThan(5);
  const row = store.size - 1;
  const { events, bars, names } = tableOf(store, [row], true);
  expect([events.id, names[events.target[0] ?? -1], names[bars.label[0] ?? -1]]).toEqual([
    ['e999'],
    't999',
    'l999',
  ]);
  expect(store.find('p', 'e0')).toBe(null);
  expect(store.find('p', 'e999')).toMatchObject({ row });
  expect(store.find('q', 'e999')).toBe(null);
});

it('knows the neighbours of an event in its lane', () => {
  const store = new Store();
  for (const [id, session] of [
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'a'],
    ['4', 'a'],
  ] as const)
    store.add(eventHead(id, Number(id), { session }), 'p', NOWHERE);
  expect(store.neighbours(2)).toEqual({ before: '1', behind: '4' });
  expect(store.neighbours(1)).toEqual({ before: null, behind: null });
});

it('few or many that come late are put in order, with everything that is theirs', () => {
  for (const count of [10, 500]) {
    const store = new Store();
    const add = (at: number) =>
      store.add(
        eventHead(`e${at}`, at, { ms: at, runs: at % 2 === 0 ? [runHead({ label: `l${at}` })] : [] }),
        'p',
        { ...NOWHERE, start: at },
      );
    for (let at = 0; at < 1000; at += 2) add(at);
    store.settle();
    for (let at = 999; at > 999 - 2 * count; at -= 2) add(at);
    store.settle();
    const { events, bars, names } = tableOf(
      store,
      store.events.id.map((_, row) => row),
      true,
    );
    expect(events.at).toEqual([...events.at].sort((a, b) => a - b));
    expect(events.id).toEqual(events.at.map((at) => `e${at}`));
    expect(events.ms).toEqual(events.at);
    expect(events.at.map((at) => store.find('p', `e${at}`)?.at.start)).toEqual(events.at);
    expect(bars.label.map((name) => names[name])).toEqual(
      events.at.filter((at) => at % 2 === 0).map((at) => `l${at}`),
    );
  }
});
