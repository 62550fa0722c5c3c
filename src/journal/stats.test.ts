import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../nouns.js';
import { Histogram } from './histogram.js';
import { listFiles, rollupFiles } from './layout.js';
import { readJournal } from './read.js';
import { journalStats, lastResults } from './stats.js';
import type { StoredTally } from './sums.js';
import { Tally } from './tally.js';
import { all, decision, dispatched, finished, hook, input, plan, run, Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

const minute = 60_000;

const storedHook = (changes: Partial<StoredTally['hooks'][string]>): StoredTally['hooks'][string] => ({
  label: 'l',
  event: 'PreToolUse',
  runs: 1,
  totalMs: 1,
  contextBytes: 0,
  verdicts: {},
  failures: {},
  last: { at: 1, outcome: 'judged', exitCode: null, ms: 1, verdict: 'nothing', failed: null },
  lastError: null,
  buckets: [],
  maxMs: 1,
  ...changes,
});

describe('sums', () => {
  it('what models did, also from files that were folded', async () => {
    const judge = hook('judge');
    const { journal } = scene.open();
    const work = { model: 'm', calls: 2, inputTokens: 100, outputTokens: 10, costUsd: 0.5, steps: [] };
    const judged: Outcome = { kind: 'judged', verdict: { ok: true, reason: null, impossible: false } };
    journal.dispatched(dispatched('s', decision([{ ...run(judge, judged), work }])));
    journal.dispatched(
      dispatched('s', decision([{ ...run(judge, judged), work: { ...work, costUsd: null } }])),
    );
    await journal.close();
    const [stats] = (await journalStats(scene.where)).hooks;
    const models = { calls: 4, inputTokens: 200, outputTokens: 20, costUsd: 0.5, unpriced: 2 };
    expect(stats?.models).toEqual(models);
    const tally = new Tally();
    const half = { calls: 2, inputTokens: 100, outputTokens: 10, costUsd: 0.5, unpriced: 0 };
    tally.merge({
      hooks: { judge: storedHook({ models: half }), plain: storedHook({}) },
      events: {},
      sessions: {},
      lost: 0,
      damaged: 0,
    });
    tally.merge(tally.stored());
    expect(tally.hooks.get('judge')?.models).toEqual({
      ...half,
      calls: 4,
      inputTokens: 200,
      outputTokens: 20,
      costUsd: 1,
    });
    expect(tally.hooks.get('plain')?.models).toBeUndefined();
  });

  it('time, verdicts, failures, context, share', async () => {
    const start = Date.now() - 10 * minute;
    const [guard, slow] = [hook('guard'), hook('slow')];
    const { journal } = scene.open();
    const at = (offset: number) => ({ startedAt: start + offset, durationMs: 100 });
    const timedOut: Outcome = { kind: 'timedOut', timeoutMs: 9, stdout: '', stderr: '', truncated: false };
    const failed = { by: 'guard', kind: 'timedOut', message: 'too slow', blocked: false } as const;
    journal.dispatched(
      dispatched(
        's',
        decision([run(guard, finished(2), 10)], { permission: 'deny', blocked: true, decidedBy: ['guard'] }),
        at(0),
      ),
    );
    journal.dispatched(
      dispatched('s', decision([run(guard, timedOut, 1000)], { failures: [failed] }), at(minute)),
    );
    journal.dispatched(
      dispatched(
        's',
        decision([run(guard, finished(), 20), run(slow, { kind: 'background' }, 0)], {
          context: [{ value: 'abc', by: 'guard' }],
        }),
        {
          ...at(2 * minute - 100),
        },
      ),
    );
    journal.late(run(slow, finished(0), 500), input('other'), [{ value: 'later', by: 'slow' }]);
    journal.idle(plan([], { event: 'Stop' }), 'third');
    await journal.close();
    const stats = await journalStats(scene.where);
    expect(stats).toMatchObject({ sessions: 3, rollups: 0, lost: 0, damaged: 0, from: start });
    expect(stats.wallMs).toBeGreaterThanOrEqual(2 * minute);
    expect(stats.hooks).toMatchObject([
      {
        hook: 'guard',
        runs: 3,
        max: 1000,
        totalMs: 1030,
        verdicts: { deny: 1, nothing: 2 },
        failures: { timedOut: 1 },
        contextBytes: 3,
        lastError: { kind: 'timedOut', message: 'too slow', at: start + minute },
      },
      { hook: 'slow', runs: 1, max: 500, totalMs: 500, contextBytes: 5, lastError: null },
    ]);
    expect(stats.hooks[0]?.p50).toBeCloseTo(20, 0);
    expect(stats.hooks[0]?.share).toBeCloseTo(1030 / stats.wallMs, 6);
    expect(stats.events).toMatchObject([
      { event: 'PreToolUse', ran: 3, idle: 0, verdicts: { deny: 1, nothing: 2 } },
      { event: 'Stop', ran: 0, idle: 1 },
    ]);
    const last = await lastResults(scene.where);
    expect(last.get('guard')).toMatchObject({
      count: 3,
      outcome: 'finished',
      exitCode: 0,
      verdict: 'nothing',
    });
    expect(last.get('slow')).toMatchObject({ count: 1, outcome: 'finished', ms: 500 });
    expect((await journalStats({ ...scene.where, session: 's' })).sessions).toBe(1);
    expect((await journalStats({ ...scene.where, since: Date.now() + minute })).hooks).toEqual([]);
  });

  it('of nothing', async () => {
    expect(await journalStats(scene.where)).toMatchObject({
      from: null,
      to: null,
      hooks: [],
      events: [],
      wallMs: 0,
    });
  });
});

describe('folding', () => {
  const quiet = (): void => {
    for (const { path } of listFiles(scene.place)) utimesSync(path, 1_000_000_000, 1_000_000_000);
  };
  const write = async (session: string, count: number, options: object = {}): Promise<void> => {
    const { journal, problems } = scene.open(options);
    for (let index = 0; index < count; index += 1) {
      journal.dispatched(dispatched(session, decision([run(hook('a'), finished(), index + 1)])));
    }
    await journal.close();
    expect(problems).toEqual([]);
  };

  it('leaves the sums as they were, and only the details go', async () => {
    for (const session of ['a', 'b', 'c']) await write(session, 100);
    const before = await journalStats(scene.where);
    quiet();
    await write('d', 1, { maxFiles: 2 });
    await write('e', 1, { maxFiles: 2 });
    const after = await journalStats(scene.where);
    expect(listFiles(scene.place).length).toBeLessThan(5);
    expect(after.rollups).toBeGreaterThan(0);
    const [own, then] = [after.hooks[0], before.hooks[0]];
    expect([own?.runs, own?.totalMs, own?.max]).toEqual([302, (then?.totalMs ?? 0) + 2, then?.max]);
    expect(after.sessions).toBe(5);
    expect((await all(readJournal(scene.where))).length).toBeLessThan(302);
    expect((await lastResults(scene.where)).get('a')?.count).toBe(302);
  });

  it('takes no file that may still be written to', async () => {
    for (const session of ['a', 'b', 'c']) await write(session, 1, { maxFiles: 1 });
    expect(listFiles(scene.place)).toHaveLength(3);
  });

  it('the sums of a day are added up: they do not grow with the number of files', async () => {
    const sizes: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      await write(`s${index}`, 3);
      quiet();
      await write(`t${index}`, 1, { maxFiles: 1 });
      sizes.push(rollupFiles(scene.place).reduce((sum, file) => sum + statSync(file).size, 0));
    }
    const { rollups, hooks, sessions } = await journalStats(scene.where);
    expect(rollupFiles(scene.place).length).toBeLessThanOrEqual(2);
    expect(rollups).toBeGreaterThan(30);
    expect([hooks[0]?.runs, sessions]).toEqual([160, 80]);
    // The names of sessions, and not the sums of their hooks.
    expect((sizes.at(-1) ?? 0) / (sizes[1] ?? 1)).toBeLessThan(6);
  });

  it('one session is told only where its sums stand alone', async () => {
    await write('alone', 3);
    quiet();
    await write('b', 1, { maxFiles: 1 });
    expect((await journalStats({ ...scene.where, session: 'alone' })).hooks[0]?.runs).toBe(3);
    quiet();
    await write('c', 1, { maxFiles: 1 });
    expect((await journalStats({ ...scene.where, session: 'alone' })).hooks).toEqual([]);
    expect((await journalStats(scene.where)).hooks[0]?.runs).toBe(5);
  });

  it('the size has an end in a burst too', async () => {
    const limits = { maxBytes: 20_000, maxTotalBytes: 100_000 };
    const { journal } = scene.open(limits);
    let most = 0;
    for (let round = 0; round < 60; round += 1) {
      for (let index = 0; index < 10; index += 1) journal.dispatched(dispatched(`s${round % 3}`));
      await journal.flush();
      most = Math.max(
        most,
        listFiles(scene.place).reduce((sum, { size }) => sum + size, 0),
      );
      // Whoever writes on and on leaves the event loop its turns.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await journal.close();
    await write('last', 1, limits);
    expect(listFiles(scene.place).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(150_000);
    expect(most).toBeGreaterThan(100_000);
    expect((await journalStats(scene.where)).events[0]?.ran).toBe(601);
  });

  it('a session whose file was folded goes on in a new one', async () => {
    const { journal } = scene.open();
    journal.dispatched(dispatched('old'));
    await journal.flush();
    quiet();
    await write('new', 1, { maxFiles: 1 });
    expect(listFiles(scene.place).map(({ name }) => name)).toEqual(['new.jsonl']);
    journal.dispatched(dispatched('old'));
    await journal.close();
    expect((await journalStats(scene.where)).events).toMatchObject([{ ran: 3 }]);
    expect(readdirSync(scene.place.folder)).toContain('old.jsonl');
  });

  it('a file that was counted but not removed is not counted twice, and goes the next time', async () => {
    await write('a', 5);
    quiet();
    const text = readFileSync(join(scene.place.folder, 'a.jsonl'), 'utf8');
    await write('b', 1, { maxFiles: 1 });
    const rollup =
      /"file":"([^"]+)"/.exec(readFileSync(rollupFiles(scene.place)[0] ?? '', 'utf8'))?.[1] ?? '';
    writeFileSync(join(scene.place.folder, rollup), text);
    expect((await journalStats(scene.where)).events).toMatchObject([{ ran: 6 }]);
    quiet();
    await write('c', 1, { maxFiles: 2 });
    expect(readdirSync(scene.place.folder)).not.toContain(rollup);
    expect((await journalStats(scene.where)).events).toMatchObject([{ ran: 7 }]);
  });
});

describe('a histogram', () => {
  it('gives percentiles within 2.6 %, however it was put together', () => {
    const values = fc.array(fc.double({ min: 0.06, max: 600_000, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(values, values, fc.constantFrom(0.5, 0.95, 1), (one, two, share) => {
        const [all, first, second] = [new Histogram(), new Histogram(), new Histogram()];
        for (const each of [all, first]) one.forEach(each.add, each);
        for (const each of [all, second]) two.forEach(each.add, each);
        first.merge(second.buckets(), second.max);
        expect(first.percentile(share)).toBe(all.percentile(share));
        const sorted = [...one, ...two].sort((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1] ?? 0;
        expect(Math.abs((all.percentile(share) ?? 0) - exact) / exact).toBeLessThan(0.026);
      }),
    );
    expect(new Histogram().percentile(0.5)).toBeNull();
  });
});
