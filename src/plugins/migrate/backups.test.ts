import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBackups, planRestore, replaceWithBackup, restore } from './backups.js';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'amplifier-hooks-test-'));
  file = join(home, 'x.json');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const replace = (before: string | null, after: string | null, seconds: number) =>
  replaceWithBackup({ home, file, before, after, by: 'test', now: new Date(seconds * 1000) });

it('does not overwrite what somebody else wrote meanwhile', () => {
  writeFileSync(file, 'theirs');
  expect(() => replace('mine', 'new', 1)).toThrow('was changed by somebody else');
  expect(() => replace(null, 'new', 1)).toThrow('was changed by somebody else');
  expect(readFileSync(file, 'utf8')).toBe('theirs');
  expect(listBackups(home)).toEqual([]);
});

it('goes back any number of steps, the newest first', () => {
  replace(null, 'one', 1);
  replace('one', 'two', 2);
  replace('two', null, 3);
  const backups = listBackups(home);
  expect(backups.map(({ at }) => at.slice(18, 19))).toEqual(['3', '2', '1']);
  for (const [step, text] of ['two', 'one'].entries()) {
    const backup = backups[step];
    if (backup === undefined) throw new Error('a backup is missing');
    const plan = planRestore(home, backup);
    expect(plan).toMatchObject({ edited: false, restored: text });
    expect(restore(home, plan, new Date(9000))).not.toBe(null);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(restore(home, planRestore(home, backup), new Date(9000))).toBe(null);
  }
});
