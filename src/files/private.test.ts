// Folders and files for this user alone, and folders that do not outlive their process.
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inFolder, makeScratch, newPrivateFile, ownFolder, privateFolder, removeScratch } from './index.js';
import { OtherProcesses } from './testing/other-process.js';
import { Place } from './testing/place.js';

let others: OtherProcesses;
beforeAll(async () => {
  others = await OtherProcesses.make();
});
afterAll(() => others.remove());

let place: Place;
const umask = process.umask();
beforeEach(() => {
  place = new Place();
});
afterEach(() => {
  process.umask(umask);
  place.remove();
});

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

it('nobody else may enter or read, whatever the umask says', () => {
  process.umask(0);
  privateFolder(place.at('a/b'));
  newPrivateFile(place.at('a/b/c'), 'mine');
  expect(['a', 'a/b', 'a/b/c'].map((name) => modeOf(place.at(name)))).toEqual([0o700, 0o700, 0o600]);
  privateFolder(place.at('a/b'));
  expect(() => newPrivateFile(place.at('a/b/c'), 'other')).toThrow('EEXIST');
  expect(readFileSync(place.at('a/b/c'), 'utf8')).toBe('mine');
});

it('a folder is made only where it is missing', () => {
  inFolder(place.at('x/y/z'), () => writeFileSync(place.at('x/y/z'), ''), 0o700);
  expect(modeOf(place.at('x/y'))).toBe(0o700);
  const below = `${place.file('file')}/below`;
  expect(() => inFolder(below, () => writeFileSync(below, ''))).toThrow('ENOTDIR');
});

it.runIf(existsSync('/proc/self'))(
  'a folder that the system never makes is an error, not an endless wait',
  () => {
    expect(() => privateFolder('/proc/none/a/b')).toThrow('ENOENT');
    expect(() => inFolder('/proc/none/a/b', () => writeFileSync('/proc/none/a/b', ''))).toThrow('ENOENT');
  },
);

it('a folder that others could swap for another is refused', () => {
  ownFolder(place.at('own'));
  const open = place.folder('open');
  chmodSync(open, 0o777);
  expect(() => ownFolder(open)).toThrow('is not a directory that only this user can write to');
  chmodSync(open, 0o1777);
  ownFolder(open);
  expect(() => ownFolder(place.link('link', 'own'))).toThrow();
});

it.runIf(process.getuid?.() === 0)('a folder of somebody else is refused', () => {
  const theirs = place.folder('theirs');
  chownSync(theirs, 1234, 1234);
  expect(() => ownFolder(theirs)).toThrow('only this user');
});

it('scratch folders are private, different, and gone when they are removed', async () => {
  const [one, other] = [makeScratch('files-test-'), makeScratch('files-test-')];
  expect(one).not.toBe(other);
  expect(one).toMatch(/\/files-test-[0-9a-f]+$/);
  expect(modeOf(one)).toBe(0o700);
  writeFileSync(`${one}/file`, '');
  await removeScratch(one);
  await removeScratch(other);
  expect([existsSync(one), existsSync(other)]).toEqual([false, false]);
});

it('a scratch folder does not outlive its process', async () => {
  const { ended } = others.start(`console.log(files.makeScratch('files-test-')); process.exit(3);`);
  const { code, stdout } = await ended;
  expect([code, existsSync(stdout.trim())]).toEqual([3, false]);
});
