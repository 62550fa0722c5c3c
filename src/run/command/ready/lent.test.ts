// A process that somebody else starts by its recipe and lets through: what comes of it is what comes of one of ours.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Loan, Recipe, Run, Runner, Task } from '../../../nouns.js';
import {
  eventually,
  finished,
  isAlive,
  openDescriptors,
  processesWith,
  testPlace,
} from '../../testing/place.js';

const place = testPlace();

/** What a host makes of a recipe. */
class Started {
  readonly child: ChildProcess;
  readonly ended: Promise<readonly [number | null, number | null]>;
  readonly #gate: Duplex;
  readonly #opening: string;

  constructor({ file, args, env, cwd, script, opening, stdout, stderr }: Recipe, stdin: Uint8Array) {
    const gate = script === '' ? [] : [openSync(place.write('gate', script), 'r')];
    const fds = [openSync(place.write('stdin', stdin), 'r'), openSync(stdout, 'w'), openSync(stderr, 'w')];
    const stdio = [...fds, 'pipe' as const, ...gate];
    this.child = spawn(file, [...args], { env, cwd, detached: true, stdio });
    [...fds, ...gate].forEach(closeSync);
    const found = this.child.stdio[3];
    if (!(found instanceof Duplex)) throw new Error('no gate');
    this.#gate = found;
    this.#opening = opening;
    this.ended = once(this.child, 'exit').then(([code, signal]: unknown[]) => [
      typeof code === 'number' ? code : null,
      Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? null,
    ]);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until it stands at its gate, and lets it through. */
  async pass(): Promise<void> {
    await once(this.#gate, 'data');
    this.#gate.write(this.#opening);
    await once(this.#gate, 'data');
    this.#gate.destroy();
  }
}

/** A hook that has run often enough to be lent. */
async function lent(runner: Runner, task: Task): Promise<Loan> {
  let loan: Loan | null = null;
  await eventually(async () => {
    await runner.run(task);
    loan = (await runner.lend?.(task)) ?? null;
    expect(loan).not.toBeNull();
  });
  if (loan === null) throw new Error('nothing is lent');
  return loan;
}

/** Lets the process of a hook through, and has it judged before or after its end. */
async function run(runner: Runner, task: Task, when: 'runs' | 'has ended'): Promise<Run> {
  const loan = await lent(runner, task);
  const started = new Started(loan.recipe, task.stdin);
  await started.pass();
  loan.called(started.pid, 0);
  if (when === 'has ended') loan.ended(...(await started.ended));
  const judged = runner.run({ ...task, loan });
  if (when === 'runs') loan.ended(...(await started.ended));
  return judged;
}

const BODIES: readonly (readonly [string, string])[] = [
  ['says nothing', 'cat > /dev/null'],
  ['prints its input', 'cat'],
  ['blocks', 'echo no >&2; exit 2'],
  ['fails', 'echo odd; echo why >&2; exit 7'],
  ['is killed', 'kill -9 $$'],
  ['is asked to end', 'kill -TERM $$'],
  ['prints more than a pipe holds', 'head -c 300000 /dev/zero | tr "\\0" x'],
];

describe.each(['runs', 'has ended'] as const)('one that %s when it is judged', (when) => {
  it.each(BODIES.filter(([title]) => when === 'runs' || !title.includes('more than a pipe')))(
    '%s',
    async (_title, body) => {
      const runner = place.runner({ warm: 'learned' });
      const { outcome, start } = await run(runner, place.task(body), when);
      const cold = await place.runner().run(place.task(body));
      expect(outcome).toEqual(cold.outcome);
      expect(start).toEqual({ kind: 'shell', savedMs: null });
    },
  );
});

describe('a loan', () => {
  it('of a hook that is a script of bash says on which files it depends', async () => {
    const runner = place.runner({ warm: 'learned' });
    place.write('guard.sh', '#!/bin/bash\necho here\n');
    const loan = await lent(runner, place.task('./guard.sh'));
    expect(Object.keys(loan.recipe.files)).toContain(place.path('guard.sh'));
    expect(loan.recipe.script).not.toBe('');
    loan.release();
  });

  it.each([
    ['that ran once', 'true # once', { warm: 'learned' as const }],
    ['of a runner that keeps nothing ready', 'true # off', {}],
    ['that is an interpreter with a script', 'node once.cjs', { warm: 'forced' as const }],
  ])('is not made for a hook %s', async (_title, command, options) => {
    place.write('once.cjs', '\n');
    const runner = place.runner(options);
    await runner.run(place.task(command));
    expect(await runner.lend?.(place.task(command))).toBeNull();
  });

  it('is not made where something is looked at immediately before the start', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('true # looked at');
    (await lent(runner, task)).release();
    expect(await runner.lend?.({ ...task, recheck: () => null })).toBeNull();
  });

  it('that is given back leaves nothing', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('true # back');
    (await lent(runner, task)).release();
    const before = openDescriptors();
    for (let times = 0; times < 20; times += 1) {
      const loan = await runner.lend?.(task);
      loan?.release();
      loan?.release();
      expect(existsSync(loan?.recipe.stdout ?? '')).toBe(false);
    }
    expect(openDescriptors()).toBeLessThan(before + 5);
  });

  it('that nobody judges is ended, with what it started', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('[ ! -e slow ] || { sleep 654.321 & sleep 654.321; }');
    // Not the shell that waits with the same command.
    const sleeping = () => processesWith('sleep 654.321').filter((line) => !line.includes('slow'));
    const loan = await lent(runner, task);
    place.write('slow', '');
    const started = new Started(loan.recipe, task.stdin);
    await started.pass();
    loan.called(started.pid, 0);
    await eventually(() => expect(sleeping()).toHaveLength(2));
    loan.release();
    expect(await started.ended).toEqual([null, 9]);
    await eventually(() => expect(sleeping()).toEqual([]));
  });

  it('that a host let through without a word before it was killed is ended', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('[ ! -e alone ] || sleep 600');
    const loan = await lent(runner, task);
    place.write('alone', '');
    const started = new Started(loan.recipe, task.stdin);
    await started.pass();
    loan.lost();
    expect(await started.ended).toEqual([null, 9]);
  });

  it('of which nobody knows how it ended is a fault, and the hook is lent no more', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('true # lost');
    const loan = await lent(runner, task);
    loan.called(1 << 30, 0);
    loan.ended(null, null);
    const { outcome } = await runner.run({ ...task, loan });
    expect(outcome).toMatchObject({ kind: 'refused', fault: { error: expect.any(Error) } });
    expect(await runner.lend?.(task)).toBeNull();
  });

  it('is for one run', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('echo $$ # one');
    const loan = await lent(runner, task);
    const started = new Started(loan.recipe, task.stdin);
    await started.pass();
    loan.called(started.pid, 0);
    loan.ended(...(await started.ended));
    const first = finished((await runner.run({ ...task, loan })).outcome);
    expect(first.stdout).toBe(`${started.pid}\n`);
    const second = finished((await runner.run({ ...task, loan })).outcome);
    expect(second.stdout).not.toBe(first.stdout);
  });

  it('has as much time as the hook, from the moment at which it was let through', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task('[ ! -e long ] || sleep 600', { timeoutMs: 5000 });
    const loan = await lent(runner, task);
    place.write('long', '');
    const started = new Started(loan.recipe, task.stdin);
    await started.pass();
    loan.called(started.pid, 4900);
    const { outcome, durationMs } = await runner.run({ ...task, loan });
    expect(outcome).toMatchObject({ kind: 'timedOut', timeoutMs: 5000 });
    expect(durationMs).toBeGreaterThanOrEqual(4900);
    loan.ended(...(await started.ended));
    await eventually(() => expect(isAlive(started.pid)).toBe(false));
  });
});
