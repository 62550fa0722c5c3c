// Checklist "Ending": how hooks end, and what is left of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome, Runner } from '../../nouns.js';
import {
  eventually,
  finished,
  gone,
  hearing,
  isAlive,
  longTime,
  openDescriptors,
  processesWith,
  testPlace,
  zombies,
} from '../testing/place.js';

const place = testPlace();
const ways: readonly (readonly [string, Runner])[] = [
  ['named pipes', place.shared],
  ['Node’s own pipes', place.runnerWithoutFiles()],
];

/** The number that a hook printed. */
const pidIn = (outcome: Outcome): number =>
  'stdout' in outcome ? Number.parseInt(outcome.stdout, 10) : Number.NaN;

describe.each(ways)('with %s', (_, runner) => {
  it.concurrent('a hook that ignores TERM is answered at the timeout, while it still lives, and is killed', async () => {
    const time = longTime();
    const run = await runner.run(
      place.task(`trap '' TERM; echo $$; while :; do sleep 0.05; : ${time}; done`, { timeoutMs: 1000 }),
    );
    expect(run.outcome).toEqual({
      kind: 'timedOut',
      timeoutMs: 1000,
      stdout: expect.stringMatching(/^\d+\n$/),
      stderr: '',
      truncated: false,
    });
    expect(isAlive(pidIn(run.outcome))).toBe(true);
    expect(run.durationMs).toBeGreaterThanOrEqual(995);
    await gone(time);
  });

  it.concurrent('a hook that traps TERM gets time to clean up', async () => {
    const file = join(place.root, longTime());
    const command = `trap 'echo cleaning; sleep 0.3; echo clean > "${file}"; exit 0' TERM; while :; do sleep 0.05; done`;
    const run = await runner.run(place.task(command, { timeoutMs: 1000 }));
    expect(run.outcome.kind).toBe('timedOut');
    expect(existsSync(file)).toBe(false);
    await eventually(() => expect(readFileSync(file, 'utf8')).toBe('clean\n'));
  });

  it.concurrent('a grandchild that holds stdout open does not delay the answer, and lives on', async () => {
    const time = longTime();
    const run = await runner.run(place.task(`sleep ${time} & echo "so far"; echo err >&2`));
    expect(run.outcome).toMatchObject({ kind: 'finished', exitCode: 0, stdout: 'so far\n', stderr: 'err\n' });
    const [helper] = processesWith(`sleep ${time}`);
    expect(helper).toBeDefined();
    process.kill(Number(helper?.trim().split(/\s+/)[0]));
    await gone(time);
  });

  it.concurrent('all that was printed before the exit counts, however much a grandchild still prints', async () => {
    const time = longTime();
    const command = `(while :; do echo later ${time}; sleep 0.001; done) & head -c 60000 /dev/zero | tr '\\0' x; kill -9 $!`;
    const { stdout } = finished((await runner.run(place.task(command))).outcome);
    expect(stdout.replace(/later [\d.]+\n/g, '')).toBe('x'.repeat(60_000));
    await gone(time);
  });

  it.concurrent('a helper left behind on purpose can go on printing', async () => {
    const file = join(place.root, longTime());
    const later = `until [ -e "${file}.gate" ]; do sleep 0.05; done; echo late; echo late >&2; sleep 0.1; echo late`;
    const command = `(${later}; echo done > "${file}") & echo now`;
    expect(finished((await runner.run(place.task(command))).outcome).stdout).toBe('now\n');
    writeFileSync(`${file}.gate`, '');
    await eventually(() => expect(existsSync(file)).toBe(true));
  });

  it.concurrent('death by signal is `signalled`', async () => {
    const run = await runner.run(place.task('echo out; echo err >&2; kill -KILL $$'));
    expect(run.outcome).toEqual({
      kind: 'signalled',
      signal: 'SIGKILL',
      stdout: 'out\n',
      stderr: 'err\n',
      truncated: false,
    });
  });

  it.concurrent('a shell whose child died by signal reports it by its own exit code', async () => {
    const run = await runner.run(place.task("sh -c 'kill -KILL $$'; exit $?"));
    expect(run.outcome).toMatchObject({ kind: 'finished', exitCode: 137 });
  });

  it.concurrent('an abort mid-run is answered at once and cleaned up like a timeout', async () => {
    const time = longTime();
    const abort = new AbortController();
    const command = `trap '' TERM; sleep ${time} & echo "{$$"; while :; do sleep 0.05; : ${time}; done`;
    let pid = 0;
    const task = place.task(command, {
      signal: abort.signal,
      onFirstLine: hearing((line) => {
        pid = Number(line.slice(1));
        abort.abort(new Error('the user pressed escape'));
      }),
    });
    const run = await runner.run(task);
    expect(run.outcome).toEqual({ kind: 'cancelled', why: 'the user pressed escape' });
    expect(isAlive(pid)).toBe(true);
    await gone(time);
  });
});

it('on timeout the whole process group is killed: no grandchild, no zombie, no open descriptor', async () => {
  const runner = place.runner();
  await runner.run(place.task('true'));
  const before = openDescriptors();
  const time = longTime();
  const file = join(place.root, 'all-started');
  const command = [
    `sleep ${time} &`,
    `(sleep ${time} &)`,
    `setsid sleep ${time} &`,
    `setsid sh -c "trap '' TERM; sleep ${time} & while :; do sleep 0.05; done" &`,
    `env -i /usr/bin/setsid /bin/sh -c "trap '' TERM; echo started > '${file}'; sleep ${time}; sleep ${time}" &`,
    'wait',
  ].join('\n');
  const { outcome } = await runner.run(place.task(command, { timeoutMs: 2000 }));
  expect(outcome.kind).toBe('timedOut');
  expect(existsSync(file)).toBe(true);
  expect(processesWith(`sleep ${time}`).length).toBeGreaterThan(0);
  await gone(time);
  await eventually(() => expect(openDescriptors()).toBe(before));
  expect(zombies()).toEqual([]);
});

it('a daemon that covered its tracks survives a timeout, but holds no descriptor of the host', async () => {
  const runner = place.runner();
  await runner.run(place.task('true'));
  const before = openDescriptors();
  const time = longTime();
  const daemon = `env -i /usr/bin/setsid /bin/sh -c 'sleep ${time} & echo $!'`;
  const { outcome } = await runner.run(place.task(`${daemon}; sleep 600`, { timeoutMs: 2000 }));
  expect(outcome).toMatchObject({ kind: 'timedOut', stdout: expect.stringMatching(/^\d+\n$/) });
  await eventually(() => expect(openDescriptors()).toBe(before));
  expect(processesWith(`sleep ${time}`)).toHaveLength(1);
  if (outcome.kind === 'timedOut') process.kill(Number(outcome.stdout));
  await gone(time);
});

it('on success a helper that the hook detached on purpose lives on, also after close', async () => {
  const runner = place.runner();
  const time = longTime();
  const { outcome } = await runner.run(place.task(`setsid sleep ${time} >/dev/null 2>&1 & echo $!`));
  const { stdout } = finished(outcome);
  await runner.close();
  expect(processesWith(`sleep ${time}`)).toHaveLength(1);
  process.kill(Number(stdout.trim()));
  await gone(time);
});

it('many hooks that time out at once are all answered at the timeout, while they still live, and gone', async () => {
  const runner = place.runner();
  const time = longTime();
  const command = `trap '' TERM; echo $$; setsid sleep ${time} & while :; do sleep 1; : ${time}; done`;
  const ends = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const { outcome } = await runner.run(place.task(command, { timeoutMs: 2500 }));
      return [outcome.kind, isAlive(pidIn(outcome))];
    }),
  );
  expect(ends).toEqual(Array(30).fill(['timedOut', true]));
  await gone(time);
});

describe('closing the engine mid-run', () => {
  it.concurrent('answers what runs, and then cleans up', async () => {
    const runner = place.runner();
    const time = longTime();
    const command = `trap '' TERM; setsid sleep ${time} & echo '{'; while :; do sleep 0.05; : ${time}; done`;
    const { running } = await new Promise<{ running: ReturnType<Runner['run']> }>((resolve) => {
      const running = runner.run(place.task(command, { onFirstLine: hearing(() => resolve({ running })) }));
    });
    let closed = false;
    const closing = runner.close();
    expect(runner.close()).toBe(closing);
    void closing.then(() => {
      closed = true;
    });
    expect((await running).outcome).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
    expect(closed).toBe(false);
    await closing;
    expect(processesWith(time)).toEqual([]);
  });

  it.concurrent('starts nothing afterwards', async () => {
    const runner = place.runner();
    await runner.close();
    const { outcome } = await runner.run(place.task('echo hello'));
    expect(outcome).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
  });
});

describe('the timeout covers everything', () => {
  it.concurrent('writing an input that nobody reads', async () => {
    const stdin = Buffer.alloc(5_000_000, 'x');
    const [, withoutFiles] = ways[1] ?? ['', place.shared];
    const run = await withoutFiles.run(place.task('sleep 600', { stdin, timeoutMs: 200 }));
    expect(run.outcome).toMatchObject({ kind: 'timedOut', timeoutMs: 200 });
  });

  it.concurrent.each([2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY, null])(
    'a limit of %s does not overflow',
    async (timeoutMs) => {
      const outcome = await place.run('sleep 0.2; echo done', { timeoutMs });
      expect(outcome).toMatchObject({ kind: 'finished', stdout: 'done\n' });
    },
  );

  it.concurrent('a fraction of a millisecond', async () => {
    expect(await place.run('sleep 30', { timeoutMs: 0.001 })).toMatchObject({ kind: 'timedOut' });
  });
});

describe('aborting', () => {
  it.concurrent('before the start: nothing is started', async () => {
    const file = join(place.root, longTime());
    const signal = AbortSignal.abort();
    expect(await place.run(`touch '${file}'`, { signal })).toEqual({
      kind: 'cancelled',
      why: 'the event was aborted',
    });
    expect(existsSync(file)).toBe(false);
  });

  it.concurrent('between the call and the start: nothing is started', async () => {
    const file = join(place.root, longTime());
    const abort = new AbortController();
    const run = place.run(`touch '${file}'`, { signal: abort.signal });
    abort.abort();
    expect((await run).kind).toBe('cancelled');
    await place.run('true');
    expect(existsSync(file)).toBe(false);
  });

  it('needs one listener however many hooks share a signal', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const abort = new AbortController();
    const runs = Array.from({ length: 30 }, () => place.run('sleep 30', { signal: abort.signal }));
    await place.run('true');
    abort.abort();
    const outcomes = await Promise.all(runs);
    process.off('warning', onWarning);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
    expect(warnings).toEqual([]);
  });
});

it('the same hook with a signal that never fires leaves no listener behind', async () => {
  const { signal } = new AbortController();
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...args);
  };
  await Promise.all(Array.from({ length: 5 }, () => place.run('true', { signal })));
  // That is done behind the answers.
  await eventually(() => expect(listening).toBe(0));
});
