import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profile } from '../profiles.js';
import { clock, homeFolder, nodeVersion, pathVariable, pipes, shells, stateFolder } from './machine.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'doctor-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('nodeVersion', () => {
  it.each([
    ['20.19.0', 'pass'],
    ['24.1.0', 'pass'],
    ['20.18.9', 'fail'],
    ['18.20.0', 'fail'],
  ])('%s: %s', (version, state) => {
    expect(nodeVersion(version).state).toBe(state);
  });
});

it('shells are named, and what their absence means', async () => {
  const here = { env: { PATH: process.env['PATH'] ?? '' }, profile: profile('amplifier') };
  const found = await shells(here);
  expect(found.map(({ state }) => state)).toEqual(['pass', 'pass']);
  expect(found[1]?.message).toMatch(/^\/bin\/sh is /);
});

describe('pathVariable', () => {
  it.each([
    ['/usr/bin:/bin', 'pass'],
    ['', 'fail'],
    ['/usr/bin::/bin', 'warn'],
    ['node_modules/.bin:/bin', 'warn'],
  ])('%j: %s', (PATH, state) => {
    expect(pathVariable({ env: { PATH } }).state).toBe(state);
  });
});

describe('pipes', () => {
  const env = () => ({ PATH: process.env['PATH'], XDG_RUNTIME_DIR: root });

  it('a private folder with pipes is fine, and nothing stays behind', async () => {
    expect((await pipes(env())).map(({ state }) => state)).toEqual(['pass', 'pass']);
  });

  it('a folder that others may write to is refused', async () => {
    const folder = join(root, `amplifier-hooks-${process.getuid?.() ?? 'user'}`);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(await pipes(env())).toMatchObject([
      {
        state: 'fail',
        message: expect.stringContaining('is not a directory that only this user can write to'),
      },
    ]);
  });
});

describe('stateFolder', () => {
  it('one that is not there yet is fine where it can be made', () => {
    expect(stateFolder(join(root, 'a', 'b'))).toMatchObject({
      state: 'pass',
      message: expect.stringContaining('made when'),
    });
  });

  it.each([
    [0o700, 'pass'],
    [0o755, 'warn'],
    [0o770, 'warn'],
  ])('mode %o: %s', (mode, state) => {
    const folder = join(root, 'state');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(stateFolder(folder)).toMatchObject({
      state,
      fix: state === 'warn' ? `chmod 700 ${folder}` : null,
    });
  });

  it('a file in its place is a failure', () => {
    writeFileSync(join(root, 'state'), '');
    expect(stateFolder(join(root, 'state')).state).toBe('fail');
  });
});

describe('homeFolder', () => {
  it.each([
    [{}, null, 'warn'],
    [{ HOME: 'relative' }, '"relative" is not an absolute path', 'fail'],
    [{ HOME: '/no/such/folder' }, null, 'fail'],
  ])('%j, missing %j: %s', (env: { HOME?: string }, homeMissing, state) => {
    expect(homeFolder({ env: { ...env }, home: env.HOME ?? root, homeMissing }).state).toBe(state);
  });

  it('a link to a folder is a home', () => {
    symlinkSync(root, join(root, 'link'));
    expect(
      homeFolder({ env: { HOME: join(root, 'link') }, home: join(root, 'link'), homeMissing: null }).state,
    ).toBe('pass');
  });
});

describe('clock', () => {
  it('knows that it cannot be 1970', () => {
    expect(clock(0, []).state).toBe('fail');
  });

  it('agrees with files, or is behind them', () => {
    const file = join(root, 'hooks.json');
    writeFileSync(file, '');
    expect(clock(Date.now(), [file, join(root, 'gone')]).state).toBe('pass');
    utimesSync(file, Date.now() / 1000 + 3600, Date.now() / 1000 + 3600);
    expect(clock(Date.now(), [file])).toMatchObject({
      state: 'warn',
      message: expect.stringContaining(file),
    });
  });
});
