// The end of the host's process while hooks run: real hosts in processes of their own.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commandHook, compiled, input } from '../../testing/index.js';
import { gone, hearing, longTime, processesWith, TEST_PATH, testPlace } from '../testing/place.js';

const place = testPlace();
const built = compiled('run/index.ts');

afterAll(() => rmSync(built, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly tempDir: string;
}

let hosts = 0;

/** Runs a host that has `runner`, `task(command, changes)` and `tempDir`; `onOutput` is told what it printed so far. */
function host(code: string, onOutput: (pid: number, stdout: string) => void = () => {}): Promise<Ended> {
  hosts += 1;
  const tempDir = join(place.root, `host-${hosts}`);
  const env = { PATH: TEST_PATH, TEST_MARK: place.mark };
  const task = {
    hook: commandHook(''),
    input: input('PreToolUse'),
    env,
    cwd: ['/'],
    timeoutMs: 20_000,
    signal: null,
  };
  const script = `
    const { createCommandRunner } = await import(${JSON.stringify(join(built, 'run/index.js'))});
    const { profile } = await import(${JSON.stringify(join(built, 'profiles.js'))});
    const { readdirSync } = await import('node:fs');
    const tempDir = ${JSON.stringify(tempDir)};
    const runner = createCommandRunner({ profile: profile('amplifier'), tempDir });
    const base = ${JSON.stringify(task)};
    const task = (command, changes = {}) => ({
      ...base,
      stdin: Buffer.from('{}\\n'),
      onFirstLine: null,
      ...changes,
      hook: { ...base.hook, handler: { ...base.hook.handler, command } },
    });
    const running = (command) => new Promise((resolve) => runner.run(task(command, { onFirstLine: resolve })));
    ${code}`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      stdout += text;
      onOutput(child.pid ?? 0, stdout);
    });
    child.on('close', (exitCode, signal) => {
      resolve({ code: exitCode, signal, stdout, tempDir });
    });
  });
}

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

  it('by SIGTERM: the signal is the host’s own business', async () => {
    const time = longTime();
    const ended = await host(
      `console.log(['SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => process.listenerCount(name)).join());
       await running('sleep ${time} & echo "{"; wait');
       console.log('ready');
       setInterval(() => {}, 1000);`,
      (pid, stdout) => {
        if (stdout.endsWith('ready\n')) process.kill(pid, 'SIGTERM');
      },
    );
    expect(ended).toMatchObject({ signal: 'SIGTERM', stdout: '0,0,0\nready\n' });
    // Nobody could tell the hook; it is ended here.
    for (const line of processesWith(time)) process.kill(Number.parseInt(line, 10));
    await gone(time);
  });
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
