// The end of the host's process while hooks run: real hosts in processes of their own.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { beginningOf } from '../../files/index.js';
import { commandHook, input } from '../../testing/index.js';
import { hosts } from '../testing/host.js';
import { gone, hearing, longTime, processesWith, TEST_PATH, testPlace } from '../testing/place.js';
import { WATCH_SCRIPT } from './host-watch-script.js';

const place = testPlace();
const { host, built, remove } = hosts(place);

afterAll(remove);

/** A hook that ignores TERM, with children in and outside its group. */
const STUBBORN = (time: string) =>
  `trap '' TERM; sleep ${time} & setsid sleep ${time} & echo '{'; while :; do sleep 0.05; : ${time}; done`;

describe.concurrent('a host that ends while hooks run', () => {
  it('by process.exit: live groups are killed, temporary files removed', async () => {
    const time = longTime();
    const ended = await host(`await running(${JSON.stringify(STUBBORN(time))}); process.exit(3);`);
    expect(ended).toMatchObject({ code: 3, signal: null });
    await gone(time);
    expect(readdirSync(ended.tempDir)).toEqual([]);
  });

  it('by an uncaught exception', async () => {
    const time = longTime();
    const ended = await host(`
      process.on('uncaughtException', () => process.exit(9));
      await running(${JSON.stringify(STUBBORN(time))});
      setImmediate(() => { throw new Error('boom'); });`);
    expect(ended.code).toBe(9);
    await gone(time);
  });

  it('by having nothing left to do after a timeout: it need not wait for the clean-up', async () => {
    const time = longTime();
    const ended = await host(`
      const { outcome } = await runner.run(task(${JSON.stringify(`echo $$; ${STUBBORN(time)}`)}, { timeoutMs: 1500 }));
      console.log(outcome.kind);
      const lives = () => {
        try { return process.kill(Number.parseInt(outcome.stdout, 10), 0); } catch { return false; }
      };
      process.on('beforeExit', () => console.log(lives() ? 'the hook lives' : 'the hook is gone'));`);
    expect(ended).toMatchObject({ code: 0, stdout: 'timedOut\nthe hook lives\n' });
    await gone(time);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGKILL'] as const)(
    'by %s: the signal is the host’s own business, but hooks end with it',
    async (signal) => {
      const time = longTime();
      const ended = await host(
        `console.log(['SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => process.listenerCount(name)).join());
         runner.run(task(${JSON.stringify(STUBBORN(time))}));
         const { execFileSync } = await import('node:child_process');
         const started = () => execFileSync('ps', ['--ppid', String(process.pid), '-o', 'command='], { encoding: 'utf8' });
         const watched = setInterval(() => started().includes('amplifier-hooks-watch') && console.log('ready'), 20);`,
        (pid, stdout) => {
          if (stdout.includes('ready\n')) process.kill(pid, signal);
        },
      );
      expect(ended).toMatchObject({ signal });
      expect(ended.stdout).toMatch(/^0,0,0\nready\n/);
      await gone(time);
    },
  );
});

describe('the watcher', () => {
  /** What the watcher of a host makes of some lines and the end of them. */
  const watch = (shell: string, lines: string): Promise<number | null> =>
    new Promise((resolve) => {
      const child = spawn(shell, ['-c', WATCH_SCRIPT], {
        // As any shell that is called so.
        argv0: 'sh',
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.on('close', resolve);
      child.stdin.end(lines);
    });
  const sleeping = (time: string, mark: string): number => {
    const child = spawn('sleep', [time], {
      detached: true,
      stdio: 'ignore',
      env: { PATH: TEST_PATH, TEST_MARK: place.mark, AMPLIFIER_HOOK_RUN: mark },
    });
    return child.pid ?? 0;
  };

  it.each(['/bin/dash', '/bin/bash'])(
    '%s: ends what is ours, and nothing that only has its number',
    async (shell) => {
      const [ours, theirs, done, left] = [longTime(), longTime(), longTime(), longTime()];
      const pids = { ours: sleeping(ours, 'x'), theirs: sleeping(theirs, 'x'), done: sleeping(done, 'x') };
      sleeping(left, 'outer-1.left-2.');
      const began = (pid: number): string => beginningOf(pid) ?? '';
      await watch(
        shell,
        [
          `+ ${pids.ours} ${began(pids.ours)} mark-1.`,
          `+ ${pids.done} ${began(pids.done)} mark-2.`,
          // The same number, given to somebody else meanwhile.
          `+ ${pids.theirs} ${Number(began(pids.theirs)) - 1} mark-3.`,
          `- ${pids.done}`,
          // Its leader has gone, a child that left the group has not.
          '+ 999999999 12345 left-2.',
          '',
        ].join('\n'),
      );
      await gone(ours);
      await gone(left);
      expect(processesWith(theirs)).toHaveLength(1);
      expect(processesWith(done)).toHaveLength(1);
      process.kill(pids.theirs);
      process.kill(pids.done);
    },
  );

  it('is not started for quick hooks, is one for all, and leaves with the runner or the host', async () => {
    const { stdout } = await host(`
      const { execFileSync } = await import('node:child_process');
      const count = () => execFileSync('ps', ['--ppid', String(process.pid), '-o', 'command='], { encoding: 'utf8' })
        .split('\\n').filter((line) => line.includes('amplifier-hooks-watch')).length;
      await runner.run(task('true'));
      console.log('quick', count());
      const three = [1, 2, 3].map(() => runner.run(task('read < /dev/stdin; while ! [ -e "' + tempDir + '/end" ]; do sleep 0.05; done')));
      while (count() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      console.log('lasting', count());
      const { writeFileSync } = await import('node:fs');
      writeFileSync(tempDir + '/end', '');
      await Promise.all(three);
      await runner.close();
      while (count() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      console.log('closed');`);
    expect(stdout).toBe('quick 0\nlasting 1\nclosed\n');
  });
});

it('what a killed host left in the temporary directory goes with the next start', async () => {
  const ended = await host(`await runner.run(task('true')); process.kill(process.pid, 'SIGKILL');`);
  expect(ended.signal).toBe('SIGKILL');
  expect(readdirSync(ended.tempDir)).toHaveLength(1);
  const next = place.runner({ tempDir: ended.tempDir });
  await next.run(place.task('true'));
  expect(readdirSync(ended.tempDir)).toHaveLength(1);
  expect(readdirSync(ended.tempDir)[0]).toContain(`run-${process.pid}-`);
  await next.close();
});

it('one listener for the end of the process, however many runners and hooks; none after close', async () => {
  const before = process.listenerCount('exit');
  const runners = [place.runner(), place.runner(), place.runner()];
  const during = process.listenerCount('exit');
  await Promise.all(runners.flatMap((runner) => [1, 2, 3].map(() => runner.run(place.task('true')))));
  expect(process.listenerCount('exit')).toBe(during);
  expect(during - before).toBeLessThanOrEqual(1);
  const { stdout } = await host(`
    const count = () => process.listenerCount('exit');
    const during = count();
    await runner.close();
    console.log(during - count());`);
  expect(stdout).toBe('1\n');
});

it('a runner that is not closed does not keep the host alive, and one that waits does', async () => {
  // Also in the middle of making files ahead of need.
  for (const delay of [0, 1, 2, 4, 8]) {
    const ended = await host(`setTimeout(() => console.log('end'), ${delay});`);
    expect(ended).toMatchObject({ code: 0, stdout: 'end\n' });
    expect(readdirSync(ended.tempDir)).toEqual([]);
  }
  const { code, stdout } = await host(`
    const outcomes = await Promise.all([1, 2, 3].map((n) => runner.run(task('sleep 0.2; echo ' + n))));
    console.log(outcomes.map(({ outcome }) => outcome.stdout.trim()).join());
    const late = await runner.run(task('sleep 30', { timeoutMs: 100 }));
    await runner.close();
    console.log(late.outcome.kind, readdirSync(tempDir).length);`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1,2,3\ntimedOut 0\n' });
});

it('a run inside a run is found too when the outer one is ended', async () => {
  const time = longTime();
  const inner = `runner.run(task('setsid sleep ${time} & echo "{"; sleep ${time}', {
    env: { ...process.env },
    onFirstLine: () => console.log('{'),
  })); setInterval(() => {}, 1000);`;
  const file = place.write(
    'inner.mjs',
    `const { createCommandRunner } = await import(${JSON.stringify(join(built, 'run/index.js'))});
     const { profile } = await import(${JSON.stringify(join(built, 'profiles.js'))});
     const runner = createCommandRunner({ profile: profile('amplifier'), tempDir: ${JSON.stringify(join(place.root, 'inner'))} });
     const base = ${JSON.stringify({ hook: commandHook(''), input: input('PreToolUse'), cwd: ['/'], timeoutMs: null, signal: null })};
     const task = (command, changes) => ({ ...base, stdin: Buffer.from('{}'), ...changes, hook: { ...base.hook, handler: { ...base.hook.handler, command } } });
     ${inner}`,
  );
  const abort = new AbortController();
  const outcome = await place.run(`node '${file}'`, {
    signal: abort.signal,
    onFirstLine: hearing(() => abort.abort()),
  });
  expect(outcome.kind).toBe('cancelled');
  await gone(time);
});
