// What observing hooks would have done: recorded, read back, counted, marked, and kept when files are folded.
import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal, Observed } from '../nouns.js';
import { journalStats, lastEvent, readJournal, readMarks, setMark, shadowReport } from './index.js';
import { listFiles } from './layout.js';
import { all, decision, dispatched, finished, hook, input, run, Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const guard = hook('guard', { observes: { by: 'hook', file: '/p/hooks.json', line: 3, detail: 'd' } });

/** An event of a session that the guard looked at; `denies`: it would have denied it. */
function look(journal: Journal, session: string, denies: boolean, at = Date.now()): void {
  const event = input(session, { tool_input: { command: 'deploy --token abcdefgh12345678' } });
  journal.dispatched(dispatched(session, decision([]), { input: event, startedAt: at }));
  const ran = run(guard, finished(denies ? 2 : 0, '', denies ? 'no' : ''), 5);
  const would = decision(
    [ran],
    denies ? { permission: 'deny', blocked: true, reason: 'no', decidedBy: ['guard'] } : {},
  );
  const seen: Observed = { input: event, of: event, run: ran, would, startedAt: at };
  journal.observed?.(seen);
}

const report = () => shadowReport({ ...scene.where, examples: 3 });

it('is read back with the event it belongs to, whole or in short', async () => {
  const { journal, problems } = scene.open();
  look(journal, 's', true);
  await journal.close();
  expect(problems).toEqual([]);
  const [event, observed] = await all(readJournal(scene.where));
  expect(event).toMatchObject({ kind: 'event', verdict: 'nothing', runs: [] });
  expect(observed).toMatchObject({
    kind: 'observed',
    of: event?.kind === 'event' ? event.id : '',
    run: { hook: 'guard', verdict: 'deny', exitCode: 2 },
    reason: 'no',
    effects: [],
    detail: null,
  });
  const whole = await lastEvent(scene.where);
  expect(whole?.observed).toMatchObject([
    {
      detail: {
        input: { tool_input: { command: 'deploy --token [redacted]' } },
        decision: { permission: 'deny' },
      },
    },
  ]);
  expect(await all(readJournal({ ...scene.where, hook: 'guard' }))).toHaveLength(1);
  const { hooks, events } = await journalStats(scene.where);
  expect(hooks).toMatchObject([{ runs: 0, verdicts: {}, observed: { runs: 1, verdicts: { deny: 1 } } }]);
  // Nobody who has a say ran for it.
  expect(events).toMatchObject([{ event: 'PreToolUse', ran: 0, idle: 1, verdicts: {} }]);
});

it('the newest examples are kept, and marks are counted', async () => {
  const { journal } = scene.open();
  for (const denies of [true, true, false, true, true, true]) look(journal, 's', denies);
  await journal.close();
  const [before] = await report();
  expect(before).toMatchObject({ runs: 6, verdicts: { deny: 5, nothing: 1 }, failed: 0 });
  expect(before?.alarms).toHaveLength(3);
  const [newest, second] = before?.alarms ?? [];
  expect((newest?.id ?? '') > (second?.id ?? '')).toBe(true);
  setMark(scene.where, newest?.id ?? '', { mark: 'false-alarm', at: Date.now(), hook: 'guard' });
  setMark(scene.where, second?.id ?? '', { mark: 'right', at: Date.now(), hook: 'guard' });
  setMark(scene.where, second?.id ?? '', null);
  const [after] = await report();
  expect([after?.marks, after?.alarms[0]?.mark]).toEqual([{ 'false-alarm': 1, right: 0 }, 'false-alarm']);
});

it('counts and marks outlive the files that are folded', async () => {
  const write = async (session: string, options: object = {}): Promise<void> => {
    const { journal } = scene.open(options);
    look(journal, session, true);
    await journal.close();
  };
  for (const session of ['a', 'b', 'c']) await write(session);
  const [before] = await report();
  for (const { id } of before?.alarms ?? [])
    setMark(scene.where, id, { mark: 'right', at: Date.now(), hook: 'guard' });
  for (const { path } of listFiles(scene.place)) utimesSync(path, 1_000_000_000, 1_000_000_000);
  for (const session of ['d', 'e']) await write(session, { maxFiles: 2 });
  expect((await journalStats(scene.where)).rollups).toBeGreaterThan(0);
  const [after] = await report();
  expect(after).toMatchObject({ runs: 5, verdicts: { deny: 5 }, marks: { right: 3, 'false-alarm': 0 } });
  expect(after?.alarms.length).toBeLessThan(5);
});

it('a hook of which only sums are left is counted', async () => {
  const { journal } = scene.open();
  look(journal, 'a', true);
  await journal.close();
  for (const { path } of listFiles(scene.place)) utimesSync(path, 1_000_000_000, 1_000_000_000);
  for (const session of ['b', 'c']) {
    const other = scene.open({ maxFiles: 1 });
    other.journal.dispatched(dispatched(session));
    await other.journal.close();
  }
  expect(listFiles(scene.place).map(({ name }) => name)).not.toContain('a.jsonl');
  expect(await report()).toMatchObject([{ hook: 'guard', runs: 1, verdicts: { deny: 1 }, alarms: [] }]);
  expect(await shadowReport({ ...scene.where, examples: 3, hook: 'other' })).toEqual([]);
});

it('a file of marks that holds something else says nothing, and is written anew', async () => {
  scene.write(`${scene.place.folder.slice(scene.root.length + 1)}/marks.json`, 'nonsense');
  expect(readMarks(scene.where).size).toBe(0);
  setMark(scene.where, 'x', { mark: 'right', at: 1, hook: 'guard' });
  expect([...readMarks(scene.where)]).toEqual([['x', { mark: 'right', at: 1, hook: 'guard' }]]);
});
