import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Place } from '../testing/place.js';
import { lockCommand } from './command.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const locks = '.claude/runtime/locks';
const call = (...argv: readonly string[]) => lockCommand(argv, { cwd: place.root, env: place.env });

it('lock switches lock mode on, unlock off', async () => {
  expect(await call('lock')).toMatchObject({ stderr: '', exitCode: 0 });
  expect(await place.reply('stop', {})).toMatchObject({ decision: 'block' });
  expect(await call('unlock')).toEqual({ stdout: 'Lock mode is off.\n', stderr: '', exitCode: 0 });
  expect(await place.reply('stop', {})).toEqual({ decision: 'approve' });
  expect(await call('unlock')).toMatchObject({ stdout: 'Lock mode was off already.\n', exitCode: 0 });
});

it('a message is sent along; a second lock is a warning and overwrites nothing', async () => {
  await call('lock', '--message', 'keep going');
  place.write(`${locks}/.lock_active`, 'mine');
  expect(await call('lock')).toMatchObject({ stderr: expect.stringContaining('already'), exitCode: 0 });
  expect(place.read(`${locks}/.lock_active`)).toBe('mine');
  expect(await place.reply('stop', {})).toEqual({ decision: 'block', reason: 'keep going' });
  await call('lock', '--message=other');
  expect(place.read(`${locks}/.lock_message`)).toBe('other');
  await call('unlock');
  expect(place.has(`${locks}/.lock_message`)).toBe(false);
});

it('a message that is too long to be sent is named', async () => {
  expect((await call('lock', '--message', 'x'.repeat(1001))).stderr).toContain('1001 bytes');
});

it('CLAUDE_PROJECT_DIR says which project', async () => {
  const other = join(place.home, 'other');
  mkdirSync(other);
  place.env = { ...place.env, CLAUDE_PROJECT_DIR: other };
  await call('lock');
  expect(Object.keys(place.files())).toEqual([`home/other/${locks}/.lock_active`]);
});

it.each([
  [['lock', '--message']],
  [['lock', 'text']],
  [['lock', '--message', 'a', 'b']],
  [['unlock', 'now']],
])('%j is refused', async (argv) => {
  expect(await call(...argv)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Usage'),
    exitCode: 1,
  });
  expect(place.files()).toEqual({});
});

it('what cannot be written is said', async () => {
  place.write('.claude', 'a file');
  expect(await call('lock')).toMatchObject({ stderr: expect.stringContaining('could not'), exitCode: 1 });
});
