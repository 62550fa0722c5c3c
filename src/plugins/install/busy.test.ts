// One at a time, and the dead are noticed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claim } from './busy.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-busy-'));
  file = join(folder, 'deep', 'busy');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

function leave(holder: unknown): void {
  claim(file).release();
  writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder));
}

it('lets one in, and the next when that one is done', () => {
  const first = claim(file);
  expect(() => claim(file)).toThrow(expect.objectContaining({ code: 'busy' }));
  expect(() => claim(file)).toThrow(`process ${process.pid} is changing`);
  first.release();
  claim(file).release();
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

it('takes the place of a process that has ended', () => {
  leave({ id: 'x', pid: deadPid(), host: hostname(), started: null });
  const taken = claim(file);
  expect(() => claim(file)).toThrow(`process ${process.pid} is changing`);
  taken.release();
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

it('takes the place of one whose number another process has now', () => {
  leave({ id: 'x', pid: process.pid, host: hostname(), started: 'long ago' });
  const taken = process.platform === 'linux' ? claim(file) : null;
  taken?.release();
  expect(existsSync(file)).toBe(process.platform !== 'linux');
});

it('takes the place of one that died while taking a place', () => {
  leave({ id: 'x', pid: deadPid(), host: hostname(), started: null });
  writeFileSync(`${file}.x`, JSON.stringify({ id: 'y', pid: deadPid(), host: hostname(), started: null }));
  claim(file).release();
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

it.each([
  [
    'a process of another machine',
    { id: 'x', pid: 1, host: 'elsewhere.example', started: null },
    'on elsewhere.example',
  ],
  ['something that nobody understands', 'x', 'but not who'],
])('does not take the place of %s', (_title, holder, why) => {
  leave(holder);
  expect(() => claim(file)).toThrow(why);
  expect(existsSync(file)).toBe(true);
});

it('gives back only what is its own', () => {
  const old = claim(file);
  rmSync(file);
  const other = claim(file);
  old.release();
  expect(existsSync(file)).toBe(true);
  other.release();
});
