// Checklist "Load": many hooks at once, big hosts, and nothing left over.
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandHook } from '../../testing/index.js';
import { eventually, finished, hearing, openDescriptors, testPlace } from '../testing/place.js';

const place = testPlace();

it('100 hooks on one event: every hook is answered', async () => {
  const stdin = Buffer.from('{"n":1}\n');
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, n) => place.run(`cat; echo ${n}; exit ${n % 3}`, { stdin })),
  );
  outcomes.forEach((outcome, n) => {
    expect(outcome).toMatchObject({
      kind: 'finished',
      exitCode: n % 3,
      stdout: `{"n":1}\n${n}\n`,
      stderr: '',
    });
  });
});

it('16 events at once: no input or output is mixed up', async () => {
  const events = Array.from({ length: 16 }, (_, n) => Buffer.from(`{"event":${n}}\n`));
  const outcomes = await Promise.all(
    events.flatMap((stdin) => [place.run('cat', { stdin }), place.run('cat >&2', { stdin })]),
  );
  events.forEach((stdin, n) => {
    expect(outcomes[2 * n]).toMatchObject({ stdout: stdin.toString(), stderr: '' });
    expect(outcomes[2 * n + 1]).toMatchObject({ stdout: '', stderr: stdin.toString() });
  });
});

it('the event loop turns between the starts of many hooks', async () => {
  let turns = 0;
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  const starts: number[] = [];
  const runs = Array.from({ length: 24 }, () =>
    place.run(`echo '{'; sleep 0.5`, { onFirstLine: hearing(() => starts.push(turns)) }),
  );
  count();
  await Promise.all(runs);
  counting = false;
  expect(new Set(starts).size).toBeGreaterThan(4);
});

it('1000 runs leave no descriptor and no file behind', async () => {
  const tempDir = join(place.root, 'leaks');
  const runner = place.runner({ tempDir, profile: 'claude-code' });
  const hook = commandHook('exit 0');
  const some = async (count: number) => {
    for (let done = 0; done < count; done += 20) {
      const stdin = Buffer.from('{}\n');
      await Promise.all(Array.from({ length: 20 }, () => runner.run(place.task(hook, { stdin }))));
    }
  };
  await some(300);
  const descriptors = openDescriptors();
  const entries = () =>
    readdirSync(tempDir, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  await some(1000);
  await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(descriptors));
  // Made ahead of need, and nothing else: one file and some named pipes.
  await eventually(() => expect(entries().length).toBeLessThanOrEqual(600));
  expect(entries().filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(1);
  await runner.close();
  expect(readdirSync(tempDir)).toEqual([]);
  expect(openDescriptors()).toBeLessThan(descriptors);
});

it('failed starts leave no descriptor behind', async () => {
  const runner = place.runner();
  const broken = [
    place.task(commandHook('/nonexistent/program', { args: [] })),
    place.task('true', { cwd: ['/nonexistent'] }),
    place.task(`: ${'x'.repeat(200_000)}`),
    place.task('nul \0 byte'),
  ];
  const all = () => Promise.all(broken.map((task) => runner.run(task)));
  await all();
  const before = openDescriptors();
  for (let round = 0; round < 10; round += 1) await all();
  await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(before));
});

it('temporary files are for this user only, and those of dead hosts are removed', async () => {
  const tempDir = join(place.root, 'deep', 'private');
  const stale = join(tempDir, 'run-999999999-abc');
  const fresh = join(tempDir, 'run-999999998-abc');
  const first = place.runner({ tempDir });
  await first.run(place.task('true'));
  expect(statSync(tempDir).mode & 0o777).toBe(0o700);
  for (const folder of readdirSync(tempDir)) expect(statSync(join(tempDir, folder)).mode & 0o777).toBe(0o700);
  mkdirSync(stale);
  mkdirSync(fresh);
  const old = new Date(Date.now() - 7_200_000);
  utimesSync(stale, old, old);
  const second = place.runner({ tempDir });
  await second.run(place.task('true'));
  expect(readdirSync(tempDir)).not.toContain('run-999999999-abc');
  expect(readdirSync(tempDir)).toContain('run-999999998-abc');
  await second.close();
  expect(await first.run(place.task('echo > /dev/stderr'))).toMatchObject({ outcome: { exitCode: 0 } });
});

it('a temporary directory that others can write to is not used', async () => {
  const tempDir = join(place.root, 'open');
  mkdirSync(tempDir);
  chmodSync(tempDir, 0o777);
  const runner = place.runner({ tempDir });
  expect((await runner.run(place.task('cat'))).outcome).toMatchObject({ kind: 'finished', exitCode: 0 });
  expect(readdirSync(tempDir)).toEqual([]);
});

// Last: forks stay slow for as long as the memory is there.
it('a host with a 500 MB heap: every hook is answered', async () => {
  const ballast = Array.from({ length: 5 }, (_, n) => Buffer.alloc(100_000_000, n + 1));
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => place.run('echo ok')));
  for (const outcome of outcomes) expect(finished(outcome).stdout).toBe('ok\n');
  expect(ballast).toHaveLength(5);
});
