// Regular files only, no more than a limit, and no wait.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, closeSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openHandle,
  openRegular,
  readBytes,
  readEnd,
  readText,
  startOf,
  textIfThere,
  textIn,
  Unfit,
} from './index.js';
import { readAll } from './read.js';
import { Place } from './testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const bytesOf = (path: string, limit?: number): string => readBytes(path, limit).toString('latin1');

describe('what is no regular file is refused, at once', () => {
  const kinds: readonly [string, string, () => string | Promise<string>][] = [
    ['a pipe', 'a named pipe', () => place.pipe('it')],
    ['a folder', 'a folder', () => place.folder('it')],
    ['a device that never ends', 'a device', () => '/dev/zero'],
    ['a terminal or nothing', 'a device', () => '/dev/null'],
    ['a socket', 'a socket', () => place.socket('it')],
    ['a link to a pipe', 'a named pipe', () => place.link('link', place.pipe('it'))],
  ];

  it.each(kinds)('%s', async (_title, kind, make) => {
    const path = await make();
    const why = `${path} is ${kind}, not a file`;
    for (const read of [() => readBytes(path), () => openRegular(path)])
      expect(read).toThrow(expect.objectContaining({ name: 'Unfit', code: 'not-a-file', message: why }));
    expect(readText(path)).toEqual({ state: 'broken', code: 'not-a-file', message: why, text: '', at: null });
    expect([textIn(path), startOf(path, 10).length]).toEqual([null, 0]);
    // A socket cannot even be opened.
    const refused = kind === 'a socket' ? { code: 'ENXIO' } : { code: 'not-a-file' };
    await expect(openHandle(path)).rejects.toMatchObject(refused);
    await expect(readEnd(path, 10)).rejects.toMatchObject(refused);
  });

  it('a link where none may be', async () => {
    const link = place.link('link', place.file('it', 'text'));
    await expect(openHandle(link, constants.O_NOFOLLOW)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(textIn(link)).toBe('text');
  });
});

describe('the limit', () => {
  it.each([
    [0, 0],
    [0, 10],
    [9, 10],
    [10, 10],
    [5000, 5000],
  ])('%i bytes are within %i', (size, limit) => {
    expect(bytesOf(place.file('it', 'x'.repeat(size)), limit)).toBe('x'.repeat(size));
  });

  it.each([
    [1, 0],
    [11, 10],
    [70_000, 69_999],
  ])('%i bytes are not within %i', (size, limit) => {
    const path = place.file('it', 'x'.repeat(size));
    const message = `${path} has ${size} bytes; at most ${limit} are read`;
    expect(() => readBytes(path, limit)).toThrow(new Unfit('file-too-large', message));
    expect(readText(path, limit)).toMatchObject({ state: 'broken', code: 'file-too-large', message });
    expect(textIn(path, limit)).toBeNull();
  });

  it('holds for a file that grows while it is read', async () => {
    const path = place.file('it', 'x');
    expect(readBytes(path, 2_000_000).length).toBe(1);
    const writer = spawn('sh', ['-c', `while :; do printf '%4096s' '' >> it; done`], { cwd: place.root });
    try {
      let refused = false;
      while (!refused) {
        try {
          expect(readBytes(path, 2_000_000).length).toBeLessThanOrEqual(2_000_000);
        } catch (error) {
          expect(error).toMatchObject({ code: 'file-too-large' });
          refused = true;
        }
      }
    } finally {
      writer.kill('SIGKILL');
      await once(writer, 'exit');
    }
  });

  it('holds for what comes after the size was asked for, and what came within it is read', () => {
    const path = place.file('it', 'one');
    const handle = openRegular(path);
    try {
      appendFileSync(path, 'two');
      expect(readAll(path, handle, 6).toString()).toBe('onetwo');
    } finally {
      closeSync(handle);
    }
  });

  it('files of the system say they are empty, and are read', () => {
    if (!existsSync('/proc/self/status')) return;
    expect(statSync('/proc/self/status').size).toBe(0);
    expect(bytesOf('/proc/self/status')).toContain('Name:');
    expect(() => readBytes('/proc/self/status', 100)).toThrow('at most 100 are read');
  });
});

describe('text', () => {
  const BOM = '\uFEFF';

  it('is without its byte order mark, which is told', () => {
    expect(readText(place.file('a', `${BOM}ä`))).toEqual({
      state: 'text',
      text: 'ä',
      mark: BOM,
      link: false,
    });
    expect(readText(place.link('b', place.file('c', `ä${BOM}`)))).toEqual({
      state: 'text',
      text: `ä${BOM}`,
      mark: '',
      link: true,
    });
    expect(textIn(place.at('a'))).toBe(`${BOM}ä`);
  });

  it('is absent where there is nothing', () => {
    expect(readText(place.at('no'))).toEqual({ state: 'absent' });
    expect(readText(place.at('no/no'))).toEqual({ state: 'absent' });
    expect([textIn(place.at('no')), textIfThere(place.at('no'))]).toEqual([null, null]);
    expect(() => textIfThere(place.root)).toThrow('is a folder, not a file');
  });

  it.each([
    ['a link that leads nowhere', 'link-dangling', () => place.link('it', 'nowhere')],
    ['something below a file', 'file-unreadable', () => `${place.file('a')}/b`],
    ['links in a circle', 'file-unreadable', () => place.link('it', 'it')],
    ['bytes that are no UTF-8', 'file-not-utf8', () => place.file('it', Buffer.from([0x61, 0xff]))],
    ['UTF-16', 'file-not-utf8', () => place.file('it', Buffer.from('\uFEFFa', 'utf16le'))],
  ])('is broken for %s', (_title, code, make) => {
    expect(readText(make())).toMatchObject({ state: 'broken', code });
  });

  it.skipIf(process.getuid?.() === 0)('is broken where it may not be read', () => {
    const path = place.file('it');
    chmodSync(path, 0);
    expect(readText(path)).toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('EACCES'),
    });
  });

  it('says where it stops being UTF-8', () => {
    expect(readText(place.file('it', Buffer.from([0x61, 0xff])))).toMatchObject({ text: 'a\uFFFD', at: 1 });
  });
});

describe('parts', () => {
  it('the beginning and the end', async () => {
    const path = place.file('it', '0123456789');
    expect([startOf(path, 3).toString(), startOf(path, 30).toString()]).toEqual(['012', '0123456789']);
    expect(await readEnd(path, 3)).toEqual({ bytes: Buffer.from('789'), isWhole: false });
    expect(await readEnd(path, 10)).toEqual({ bytes: Buffer.from('0123456789'), isWhole: true });
    await expect(readEnd(place.at('no'), 1)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('leaves nothing open', async () => {
  if (!existsSync('/proc/self/status')) return;
  const open = (): string => execFileSync('ls', [`/proc/${process.pid}/fd`], { encoding: 'utf8' });
  const before = open().split('\n').length;
  const pipe = place.pipe('pipe');
  for (let round = 0; round < 20; round += 1) {
    textIn(pipe);
    textIn(place.root);
    await openHandle(pipe).catch(() => null);
  }
  // The test runner opens some of its own meanwhile; a leak would be one a round.
  expect(open().split('\n').length).toBeLessThan(before + 20);
  expect(readFileSync(place.file('a', 'still works'), 'utf8')).toBe('still works');
});
