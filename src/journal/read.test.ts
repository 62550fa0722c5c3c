import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from './entries.js';
import { followJournal } from './follow.js';
import { findEvent, lastEvent, parseSince, readJournal } from './read.js';
import { all, decision, dispatched, hook, plan, run, Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const reason = (entry: Entry): string | null => (entry.kind === 'event' ? entry.reason : null);
const event = (session: string, text: string, by = hook('a')) =>
  dispatched(session, decision([run(by)], { reason: text }));

describe('reading', () => {
  it('goes through sessions and rotated files in the order of time', async () => {
    const { journal } = scene.open({ maxBytes: 3000 });
    for (let index = 0; index < 40; index += 1) {
      journal.dispatched(event(`s${index % 3}`, String(index)));
      await journal.flush();
    }
    await journal.close();
    const expected = Array.from({ length: 40 }, (_, index) => String(index));
    expect((await all(readJournal(scene.where))).map(reason)).toEqual(expected);
    expect((await all(readJournal({ ...scene.where, last: 7 }))).map(reason)).toEqual(expected.slice(-7));
    expect((await all(readJournal({ ...scene.where, last: 0 }))).map(reason)).toEqual([]);
    expect((await all(readJournal({ ...scene.where, last: 3, session: 's1' }))).map(reason)).toEqual([
      '31',
      '34',
      '37',
    ]);
    expect((await lastEvent({ ...scene.where, session: 's2' }))?.event.reason).toBe('38');
  });

  it('gives what was asked for', async () => {
    const { journal } = scene.open();
    journal.dispatched(event('s', 'one'));
    journal.dispatched(
      event('s', 'two', hook('abcdef', { source: { ...hook('x').source, owner: 'guard' } })),
    );
    journal.idle(plan([], { event: 'Stop', target: null }), 's');
    await journal.close();
    const kinds = async (filter: object) =>
      (await all(readJournal({ ...scene.where, ...filter }))).map(({ kind }) => kind);
    expect(await kinds({})).toEqual(['event', 'event', 'idle']);
    expect(await kinds({ event: 'pretooluse' })).toEqual(['event', 'event']);
    expect(await kinds({ event: 'Stop' })).toEqual(['idle']);
    expect(await kinds({ hook: 'abc' })).toEqual(['event']);
    expect(await kinds({ hook: 'guard' })).toEqual(['event']);
    expect(await kinds({ hook: 'nobody' })).toEqual([]);
    expect(await kinds({ session: 'other' })).toEqual([]);
    expect(await kinds({ since: Date.now() + 1000 })).toEqual([]);
    expect(await kinds({ since: Date.now() - 60_000, last: 10 })).toEqual(['event', 'event', 'idle']);
  });

  it('of nothing gives nothing', async () => {
    expect(await all(readJournal(scene.where))).toEqual([]);
    expect(await lastEvent(scene.where)).toBeNull();
    for (const id of ['', 'nonsense', 'mh2x1k0ab00k3f9'])
      expect(await findEvent({ ...scene.where, id })).toBeNull();
  });

  it('an event whose generation is gone is still told', async () => {
    const { journal } = scene.open();
    journal.dispatched(event('s', 'one'));
    await journal.close();
    const found = await lastEvent(scene.where);
    expect(found).toMatchObject({
      event: { reason: 'one' },
      generation: null,
      plan: { digest: expect.any(String) },
    });
  });
});

describe('following', () => {
  it('tells the newest, then what is appended, in new sessions and through rotations, until it is stopped', async () => {
    const { journal } = scene.open({ maxBytes: 3000 });
    journal.dispatched(event('s', 'before'));
    journal.dispatched(event('s', 'last'));
    await journal.flush();
    const stop = new AbortController();
    const seen: (string | null)[] = [];
    for await (const entry of followJournal({ ...scene.where, last: 1, signal: stop.signal })) {
      seen.push(reason(entry));
      if (seen.length === 13) stop.abort();
      else if (seen.length === 1 || seen.length % 3 === 0) {
        for (let index = 0; index < 3; index += 1)
          journal.dispatched(event(index === 2 ? 't' : 's', `n${seen.length}`));
        await journal.flush();
      }
    }
    await journal.close();
    expect(seen[0]).toBe('last');
    expect(seen).toHaveLength(13);
    expect(seen.slice(1, 4)).toEqual(['n1', 'n1', 'n1']);
  });

  it('waits where nothing is recorded yet, and filters', async () => {
    const { journal } = scene.open();
    const stop = new AbortController();
    const seen: (string | null)[] = [];
    const following = (async () => {
      for await (const entry of followJournal({ ...scene.where, session: 'mine', signal: stop.signal })) {
        seen.push(reason(entry));
        stop.abort();
      }
    })();
    await expect
      .poll(async () => {
        journal.dispatched(event('other', 'no'));
        journal.dispatched(event('mine', 'yes'));
        await journal.flush();
        return seen.length;
      })
      .toBeGreaterThan(0);
    await journal.close();
    await following;
    expect(seen).toEqual(['yes']);
  });

  it('stopped before it began, it ends', async () => {
    expect(await all(followJournal({ ...scene.where, signal: AbortSignal.abort() }))).toEqual([]);
  });
});

describe('since', () => {
  const now = Date.parse('2026-02-01T12:00:00Z');
  it.each([
    ['30m', now - 1_800_000],
    ['1.5h', now - 5_400_000],
    ['7d', now - 604_800_000],
    ['2w', now - 1_209_600_000],
    ['2026-01-31', new Date(2026, 0, 31).getTime()],
    ['2026-01-31T09:00Z', Date.parse('2026-01-31T09:00Z')],
    ['yesterday', null],
    ['7', null],
    ['-1h', null],
    ['2026-99-99', null],
  ])('%s', (text, expected) => expect(parseSince(text, now)).toBe(expected));
});
