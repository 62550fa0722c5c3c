// Many hooks: a bounded number runs at a time, in the order in which they were declared.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually, hearing, testPlace } from '../testing/place.js';
import { FifoPool } from './fifo-pool.js';
import { mostAtOnce } from './room.js';
import { TempFolder } from './temp-folder.js';

const place = testPlace();

/** A hook that says that it runs, and then waits until a file is there. */
const waiting = (file: string): string => `echo '{'; until [ -e "${file}" ]; do sleep 0.1; done`;

it('those that are declared first run first, and the others when there is room', async () => {
  const [go, runner, started] = [join(place.root, 'go'), place.runner(), [] as number[]];
  const most = mostAtOnce(Number.POSITIVE_INFINITY);
  const runs = Array.from({ length: most * 2 + 5 }, (_, index) =>
    runner.run(
      place.task(waiting(go), { timeoutMs: 60_000, onFirstLine: hearing(() => started.push(index)) }),
    ),
  );
  await eventually(() => expect(started.length).toBe(most));
  expect([...started].sort((a, b) => a - b)).toEqual(Array.from({ length: most }, (_, index) => index));
  writeFileSync(go, '');
  const outcomes = await Promise.all(runs);
  expect(outcomes.every(({ outcome }) => outcome.kind === 'finished')).toBe(true);
});

it('sixteen never wait; what goes to the background makes room', async () => {
  expect(mostAtOnce(0)).toBeGreaterThanOrEqual(16);
  const [go, runner] = [join(place.root, 'later'), place.runner()];
  const most = mostAtOnce(Number.POSITIVE_INFINITY);
  const before = Array.from({ length: most }, () =>
    runner.run(place.task(waiting(go), { timeoutMs: 60_000, onFirstLine: () => 'in-background' })),
  );
  expect(await runner.run(place.task('echo here'))).toMatchObject({ outcome: { stdout: 'here\n' } });
  writeFileSync(go, '');
  await Promise.all(before);
});

it('the time of a hook begins when it starts', async () => {
  const [go, runner] = [join(place.root, 'now'), place.runner()];
  const most = mostAtOnce(Number.POSITIVE_INFINITY);
  const first = Array.from({ length: most }, () =>
    runner.run(place.task(waiting(go), { timeoutMs: 60_000 })),
  );
  const mark = join(place.root, 'second-started');
  const second = runner.run(place.task(`touch "${mark}"; echo done`, { timeoutMs: 3000 }));
  const abort = new AbortController();
  const third = runner.run(place.task('echo never', { signal: abort.signal }));
  // Longer than its time limit.
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(existsSync(mark)).toBe(false);
  abort.abort('enough');
  expect(await third).toMatchObject({ outcome: { kind: 'cancelled', why: 'enough' }, durationMs: 0 });
  writeFileSync(go, '');
  expect(await second).toMatchObject({ outcome: { kind: 'finished', stdout: 'done\n' } });
  expect((await second).durationMs).toBeLessThan(3000);
  await Promise.all(first);
});

it('a maker of named pipes that fails for a while is asked again', async () => {
  const count = join(place.root, 'count');
  const maker = place.write(
    'maker',
    `#!/bin/sh\necho x >> "${count}"\n[ $(wc -l < "${count}") -gt 3 ] || exit 1\nexec mkfifo "$@"\n`,
  );
  const pool = new FifoPool(new TempFolder(join(place.root, 'pipes')), null, maker);
  await pool.ready();
  await pool.ready();
  expect(pool.take()).toBeNull();
  expect(pool.off).toBe(true);
  await eventually(() => {
    expect(pool.off).toBe(false);
    expect(pool.take()).not.toBeNull();
  });
  expect(readFileSync(count, 'utf8').split('\n').length).toBeGreaterThan(4);
  await pool.close();
});
