// When a hook gets a ready process, when it does not, and what becomes of those that nobody needs.
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run, Runner } from '../../../nouns.js';
import { commandHook, hook } from '../../../testing/index.js';
import { eventually, finished, openDescriptors, processesWith, testPlace } from '../../testing/place.js';

const place = testPlace();

/** Runs until it is warm, or was not for so often that it never will be. */
async function untilWarm(run: () => Promise<Run>): Promise<Run> {
  let last = await run();
  await eventually(async () => {
    last = await run();
    expect(last.start?.kind).not.toBe(undefined);
  });
  return last;
}

const startOf = async (runner: Runner, command: string): Promise<string | undefined> =>
  (await runner.run(place.task(command))).start?.kind;

describe('learned', () => {
  it('a hook that ran twice has a shell that waits for it, and saves what a cold one took', async () => {
    const runner = place.runner({ warm: 'learned' });
    const run = () => runner.run(place.task('cat'));
    expect((await run()).start).toBeUndefined();
    expect((await run()).start).toBeUndefined();
    const warm = await untilWarm(run);
    expect(warm.start).toMatchObject({ kind: 'shell', savedMs: expect.any(Number) });
    expect(finished(warm.outcome).stdout).toContain('PreToolUse');
  });

  it('one that says so has it after its first run', async () => {
    const runner = place.runner({ warm: 'learned' });
    const task = place.task(hook('w', { handler: commandHook('true # at once').handler, warm: true }));
    await runner.run(task);
    const waiting = () => processesWith(place.mark).filter((line) => line.includes('true # at once'));
    await eventually(() => expect(waiting()).toHaveLength(1));
  });

  it('another environment, place or command is another hook', async () => {
    const runner = place.runner({ warm: 'learned' });
    const run = () => runner.run(place.task('pwd', { env: { A: '1' } }));
    await untilWarm(run);
    expect((await runner.run(place.task('pwd', { env: { A: '2' } }))).start).toBeUndefined();
    expect((await runner.run(place.task('pwd', { env: { A: '1' }, cwd: ['/'] }))).start).toBeUndefined();
    expect(await startOf(runner, 'pwd ')).toBeUndefined();
  });

  it('nothing is kept ready where it is off, or for the background', async () => {
    const off = place.runner();
    const learned = place.runner({ warm: 'forced' });
    const background = place.task(commandHook('true', { background: 'async' }));
    for (let times = 0; times < 4; times += 1) {
      expect(await startOf(off, 'true # off')).toBeUndefined();
      expect((await learned.run(background)).start).toBeUndefined();
    }
    expect(processesWith(place.mark).filter((line) => line.includes('true # off'))).toEqual([]);
  });
});

describe('where events of one hook come faster than processes start', () => {
  const several = async (runner: Runner, command: string): Promise<readonly (string | undefined)[]> => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => runner.run(place.task(command))));
    return runs.map(({ start }) => start?.kind);
  };
  const waiting = (what: string) => processesWith(place.mark).filter((line) => line.includes(what));

  it('several shells wait for it, and never more', async () => {
    const runner = place.runner({ warm: 'learned' });
    await eventually(async () =>
      expect(await several(runner, 'true # hurried')).toEqual(['shell', 'shell', 'shell', 'shell']),
    );
    await eventually(() => expect(waiting('true # hurried')).toHaveLength(4));
  });

  it('they take the place of no other hook’s', async () => {
    const runner = place.runner({ warm: 'learned' });
    await eventually(async () => expect(await several(runner, 'true # room first')).not.toContain(undefined));
    for (let at = 0; at < 15; at += 1) {
      const command = `true # room ${at}.`;
      await eventually(async () => expect(await startOf(runner, command)).toBe('shell'));
      await eventually(() => expect(waiting(command).length).toBeGreaterThan(0));
    }
    expect(waiting('true # room').length).toBeLessThanOrEqual(16);
    for (let at = 0; at < 15; at += 1) expect(waiting(`true # room ${at}.`).length).toBeGreaterThan(0);
  });

  it('only one interpreter does, which is large', async () => {
    const runner = place.runner({ warm: 'learned' });
    place.write('large.js', 'console.log(1);\n');
    await eventually(async () => expect(await several(runner, 'node large.js')).toContain('node'));
    await eventually(async () => {
      await several(runner, 'node large.js');
      expect(waiting('large.js')).toHaveLength(1);
    });
  });
});

describe('what changes meanwhile', () => {
  it.each([
    ['BASH_ENV', '/dev/null'],
    ['ENV', '/dev/null'],
    ['BASH_FUNC_x%%', '() { :; }'],
    ['SHELLOPTS', 'xtrace'],
    ['AMPLIFIER_HOOK_GATE', '1'],
  ])('with %s it is cold, and says why', async (name, value) => {
    const runner = place.runner({ warm: 'forced' });
    const { start } = await runner.run(place.task('true', { env: { [name]: value } }));
    expect(start).toEqual({ kind: 'cold', why: `${name} is set, which changes what a shell does first` });
  });

  it('a folder that another took the place of is entered anew', async () => {
    const runner = place.runner({ warm: 'learned' });
    const cwd = place.path('here');
    mkdirSync(cwd);
    const run = () => runner.run(place.task('ls', { cwd: [cwd] }));
    await untilWarm(run);
    await eventually(() =>
      expect(processesWith(place.mark).filter((line) => line.includes('ls'))).toHaveLength(1),
    );
    renameSync(cwd, place.path('there'));
    mkdirSync(cwd);
    place.write('here/new', '');
    const { outcome, start } = await run();
    expect([finished(outcome).stdout, start]).toEqual(['new\n', undefined]);
    rmdirSync(place.path('there'));
  });

  it('another mask of modes is another beginning', async () => {
    const runner = place.runner({ warm: 'forced' });
    expect(await startOf(runner, 'umask')).toBe('shell');
    await runner.run(place.task('umask'));
    const before = process.umask();
    const prepared = runner.run(place.task('umask'));
    process.umask(0o057);
    const { outcome } = await prepared.finally(() => process.umask(before));
    expect(finished(outcome).stdout).toMatch(before === 0o057 ? /./ : /^0?057|^0?022|^0?002/);
  });

  it('a script that became another is read anew', async () => {
    const runner = place.runner({ warm: 'forced' });
    for (const word of ['one', 'other', 'third']) {
      place.write('changing.py', `import json\nprint(${JSON.stringify(word)})\n`);
      const { outcome } = await runner.run(place.task('python3 changing.py'));
      expect(finished(outcome).stdout).toBe(`${word}\n`);
    }
  });

  it('when hooks are read again, what waits goes', async () => {
    const runner = place.runner({ warm: 'forced' });
    await runner.run(place.task('true # reload'));
    const waiting = () => processesWith(place.mark).filter((line) => line.includes('true # reload'));
    await eventually(() => expect(waiting()).toHaveLength(1));
    runner.reloaded?.();
    await eventually(() => expect(waiting()).toEqual([]));
  });
});

it('there are never more than a few, and at the end none, and nothing is left open', async () => {
  const before = openDescriptors();
  const runner = place.runner({ warm: 'forced' });
  for (let at = 0; at < 24; at += 1) expect(await startOf(runner, `true # many ${at}`)).toBe('shell');
  await eventually(() => {
    const waiting = processesWith(place.mark).filter((line) => line.includes('true # many'));
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThanOrEqual(16);
  });
  await runner.close();
  await eventually(() =>
    expect(processesWith(place.mark).filter((line) => line.includes('true # many'))).toEqual([]),
  );
  await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(before));
});
