// How soon hooks are answered, and how soon they are gone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Runner } from '../../nouns.js';
import { eventually, gone, hearing, longTime, processesWith, testPlace } from '../testing/place.js';

const place = testPlace();
const ways: readonly (readonly [string, Runner])[] = [
  ['named pipes', place.shared],
  ['Node’s own pipes', place.runnerWithoutFiles()],
];

/** How long something took, in milliseconds. */
async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe.each(ways)('with %s', (_, runner) => {
  it('a hook that ignores TERM is answered at the timeout and gone within 2 s', async () => {
    const time = longTime();
    const run = await runner.run(
      place.task(`trap '' TERM; echo before; while :; do sleep 0.05; : ${time}; done`, { timeoutMs: 400 }),
    );
    expect(run.outcome).toMatchObject({ kind: 'timedOut', stdout: 'before\n' });
    expect(run.durationMs).toBeGreaterThanOrEqual(395);
    expect(run.durationMs).toBeLessThan(900);
    await gone(time, 2000);
  });

  it('a hook that traps TERM gets time to clean up', async () => {
    const file = join(place.root, longTime());
    const command = `trap 'sleep 0.3; echo clean > "${file}"; exit 0' TERM; while :; do sleep 0.05; done`;
    await runner.run(place.task(command, { timeoutMs: 200 }));
    expect(existsSync(file)).toBe(false);
    await eventually(() => expect(readFileSync(file, 'utf8')).toBe('clean\n'), 1400);
  });

  it('a grandchild that holds stdout open does not delay the answer', async () => {
    const time = longTime();
    const run = await runner.run(place.task(`sleep ${time} & echo $!`));
    expect(run.durationMs).toBeLessThan(2000);
    if (run.outcome.kind === 'finished') process.kill(Number(run.outcome.stdout));
    await gone(time);
  });

  it('an abort mid-run is answered at once', async () => {
    const abort = new AbortController();
    const command = `trap '' TERM; echo '{'; while :; do sleep 0.05; done`;
    const onFirstLine = hearing(() => abort.abort());
    const run = await runner.run(place.task(command, { signal: abort.signal, onFirstLine }));
    expect(run.outcome.kind).toBe('cancelled');
    expect(run.durationMs).toBeLessThan(3000);
  });
});

it('many hooks that time out at once are all answered at the timeout and gone', async () => {
  const time = longTime();
  const task = place.task(`setsid sleep ${time} & sleep ${time}`, { timeoutMs: 1000 });
  const runs = await Promise.all(Array.from({ length: 30 }, () => place.shared.run(task)));
  expect(new Set(runs.map(({ outcome }) => outcome.kind))).toEqual(new Set(['timedOut']));
  expect(Math.max(...runs.map(({ durationMs }) => durationMs))).toBeLessThan(1600);
  await gone(time, 4000);
});

it('the timeout covers writing an input that nobody reads', async () => {
  const stdin = Buffer.alloc(5_000_000, 'x');
  const [, withoutFiles] = ways[1] ?? ['', place.shared];
  const run = await withoutFiles.run(place.task('sleep 30', { stdin, timeoutMs: 200 }));
  expect(run.durationMs).toBeLessThan(1000);
});

describe('closing the engine mid-run', () => {
  it('answers what runs at once, and is bounded', async () => {
    const runner = place.runner();
    const time = longTime();
    const command = `trap '' TERM; setsid sleep ${time} & echo '{'; while :; do sleep 0.05; : ${time}; done`;
    const { running } = await new Promise<{ running: ReturnType<Runner['run']> }>((resolve) => {
      const running = runner.run(place.task(command, { onFirstLine: hearing(() => resolve({ running })) }));
    });
    const closing = took(() => runner.close());
    expect(await took(() => running)).toBeLessThan(500);
    expect(await closing).toBeLessThan(2300);
    expect(processesWith(time)).toEqual([]);
  });

  it('is quick where hooks end when asked to', async () => {
    const runner = place.runner();
    const time = longTime();
    const { outcome } = await runner.run(place.task(`sleep ${time}`, { timeoutMs: 100 }));
    expect(outcome.kind).toBe('timedOut');
    expect(await took(() => runner.close())).toBeLessThan(700);
    expect(processesWith(time)).toEqual([]);
  });
});
