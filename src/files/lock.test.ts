// One at a time, and the dead are noticed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Busy, lock, lockWhenFree, whileLocked, whileLockedSync } from './index.js';
import { OtherProcesses, type Started } from './testing/other-process.js';
import { Place } from './testing/place.js';

let others: OtherProcesses;
beforeAll(async () => {
  others = await OtherProcesses.make();
});
afterAll(() => others.remove());

let place: Place;
let file: string;
beforeEach(() => {
  place = new Place();
  file = place.at('deep/busy');
});
afterEach(() => place.remove());

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;
const dead = (id: string) => ({ id, pid: deadPid(), host: hostname(), started: null });

function leave(holder: unknown, at = file): void {
  place.folder('deep');
  writeFileSync(at, typeof holder === 'string' ? holder : JSON.stringify(holder));
}

function age(ms: number): void {
  const then = new Date(Date.now() - ms);
  utimesSync(file, then, then);
}

const nothingIsLeft = (): void => expect(place.names('deep')).toEqual([]);

it('lets one in, and the next when that one is done', () => {
  const first = lock(file);
  expect(() => lock(file)).toThrow(Busy);
  expect(() => lock(file)).toThrow(`${file} is held by process ${process.pid}`);
  first.release();
  lock(file).release();
  nothingIsLeft();
});

describe('takes the place of', () => {
  it('a process that has ended', () => {
    leave(dead('x'));
    const taken = lock(file);
    expect(() => lock(file)).toThrow(`process ${process.pid}`);
    taken.release();
    nothingIsLeft();
  });

  it.runIf(existsSync('/proc/self/stat'))('one whose number another process has now', () => {
    leave({ id: 'x', pid: process.pid, host: hostname(), started: 'long ago' });
    lock(file).release();
    nothingIsLeft();
  });

  it('one that died while taking a place', () => {
    leave(dead('x'));
    leave(dead('y'), `${file}.x`);
    lock(file).release();
    nothingIsLeft();
  });

  it.each([String(999_999_999), '0', '-1', '1.5'])('nobody, who is called %s', (pid) => {
    leave(pid);
    lock(file).release();
    nothingIsLeft();
  });

  it.each([
    ['one of another machine', { id: 'x', pid: 1, host: 'elsewhere.example', started: null }],
    ['one that is alive', String(process.pid)],
    ['one that nobody understands', ''],
  ])('%s, once the work cannot take that long', (_title, holder) => {
    leave(holder);
    age(900);
    expect(() => lock(file, { abandonedMs: 60_000 })).toThrow(Busy);
    age(61_000);
    expect(() => lock(file)).toThrow(Busy);
    lock(file, { abandonedMs: 60_000 }).release();
    nothingIsLeft();
  });
});

it.each([
  [
    'a process of another machine',
    { id: 'x', pid: 1, host: 'elsewhere.example', started: null },
    'on elsewhere.example',
  ],
  ['a process that wrote only its number', String(process.pid), `process ${process.pid}`],
  ['something that nobody understands', 'x', 'does not say by whom'],
  ['one whose name would lead elsewhere', { id: '../x', pid: 1, host: 'a' }, 'does not say by whom'],
])('does not take the place of %s', (_title, holder, why) => {
  leave(holder);
  expect(() => lock(file)).toThrow(why);
  expect(existsSync(file)).toBe(true);
});

it('a pipe, a folder or a link to nothing in its place makes nobody wait', () => {
  place.folder('deep/busy');
  expect(() => lock(file)).toThrow('does not say by whom');
  rmSync(file, { recursive: true });
  place.pipe('deep/busy');
  expect(() => lock(file)).toThrow('does not say by whom');
  rmSync(file);
  place.link('deep/busy', 'nowhere');
  expect(() => lock(file)).toThrow('does not say by whom');
});

it('gives back only what is its own', () => {
  const old = lock(file);
  rmSync(file);
  const other = lock(file);
  old.release();
  expect(existsSync(file)).toBe(true);
  other.release();
});

it('what cannot be written is no matter of patience', async () => {
  const blocked = `${place.file('file')}/busy`;
  expect(() => lock(blocked)).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  await expect(lockWhenFree(blocked, { patienceMs: 60_000 })).rejects.toMatchObject({ code: 'ENOTDIR' });
});

describe('patience', () => {
  it('waits, and not for ever', async () => {
    const held = lock(file);
    await expect(lockWhenFree(file, { patienceMs: 30 })).rejects.toThrow(Busy);
    expect(() => whileLockedSync(file, { patienceMs: 30 }, () => expect.unreachable())).toThrow(Busy);
    const next = whileLocked(file, { patienceMs: 60_000 }, () => existsSync(file));
    held.release();
    expect(await next).toBe(true);
    nothingIsLeft();
  });

  it('gives back what was taken, whatever the work does', async () => {
    const fails = (): never => {
      throw new Error('mine');
    };
    await expect(whileLocked(file, { patienceMs: 1 }, fails)).rejects.toThrow('mine');
    expect(() => whileLockedSync(file, { patienceMs: 1 }, fails)).toThrow('mine');
    nothingIsLeft();
  });
});

describe('between processes', () => {
  const quoted = (): string => JSON.stringify(file);
  const holder = (): Started =>
    others.start(`files.lock(${quoted()}); console.log('held'); setInterval(() => undefined, 1000);`);

  it('who holds it is named, and when that one is killed its place is free', async () => {
    const { child, spoke, ended } = holder();
    await spoke;
    expect(() => lock(file)).toThrow(`is held by process ${child.pid}`);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(file)).toBe(true);
    lock(file).release();
    nothingIsLeft();
  });

  it('of many that find a dead holder and fight for its place, one is in at a time', async () => {
    const counter = place.file('count', '0');
    const first = holder();
    await first.spoke;
    first.child.kill('SIGKILL');
    await first.ended;
    const rounds = 15;
    const work = `const count = Number(fs.readFileSync(${JSON.stringify(counter)}, 'utf8'));
      const until = performance.now() + 1; while (performance.now() < until);
      fs.writeFileSync(${JSON.stringify(counter)}, String(count + 1));`;
    const fighters = ['whileLocked', 'whileLockedSync', 'whileLocked', 'whileLockedSync'].map((how) =>
      others.start(
        `for (let n = 0; n < ${rounds}; n++) await files.${how}(${quoted()}, { patienceMs: 60_000 }, () => { ${work} });`,
      ),
    );
    for (const { ended } of fighters) expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(counter, 'utf8')).toBe(String(rounds * fighters.length));
    nothingIsLeft();
  });

  it('holders that are killed one after the other cost nobody the lock', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { child, spoke, ended } = holder();
      await spoke;
      child.kill('SIGKILL');
      await ended;
    }
    lock(file).release();
    nothingIsLeft();
  });
});
