// Whole or not at all, with mode and owner.
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inOneStep, replaceBy, replaceFile, targetOf } from './index.js';
import { OtherProcesses } from './testing/other-process.js';
import { Place } from './testing/place.js';

let place: Place;
let others: OtherProcesses;
const umask = process.umask();
beforeAll(async () => {
  others = await OtherProcesses.make();
});
afterAll(() => others.remove());
beforeEach(() => {
  place = new Place();
});
afterEach(() => {
  process.umask(umask);
  place.remove();
});

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

describe('the mode', () => {
  it.each([
    ['of a new file is what the umask leaves', null, undefined, 0o027, 0o640],
    ['of a new file, where given, is not for the umask to change', null, 0o666, 0o077, 0o666],
    ['of a file that is there stays', 0o604, undefined, 0o077, 0o604],
    ['of a file that is there gives way to one that is given', 0o644, 0o600, 0o022, 0o600],
    ['loses what would lend somebody rights', 0o4755, undefined, 0o022, 0o755],
  ])('%s', (_title, before, mode, mask, after) => {
    const path = place.at('it');
    if (before !== null) chmodSync(place.file('it', 'old'), before);
    process.umask(mask);
    replaceFile(path, 'new', mode === undefined ? {} : { mode });
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', after]);
    expect(place.names()).toEqual(['it']);
  });
});

it.runIf(process.getuid?.() === 0)('owner and group stay, where whoever replaces may give files away', () => {
  const path = place.file('it', 'old');
  chownSync(path, 1234, 4321);
  chmodSync(path, 0o640);
  replaceFile(path, 'new');
  expect(statSync(path)).toMatchObject({ uid: 1234, gid: 4321 });
  expect(modeOf(path)).toBe(0o640);
});

it.runIf(process.getuid?.() === 0)(
  'somebody who may not give files away replaces them all the same',
  async () => {
    const path = place.file('it', 'old');
    chmodSync(place.root, 0o777);
    chmodSync(path, 0o644);
    const { ended } = others.start(`files.replaceFile(${JSON.stringify(path)}, 'new')`, {
      uid: 1234,
      gid: 4321,
    });
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect([readFileSync(path, 'utf8'), statSync(path).uid, modeOf(path)]).toEqual(['new', 1234, 0o644]);
  },
);

it('makes the folder, and writes bytes as they are', () => {
  const path = place.at('deep/er/it');
  replaceFile(path, Buffer.from([0, 255]), { durable: true });
  expect([...readFileSync(path)]).toEqual([0, 255]);
  expect(place.names('deep/er')).toEqual(['it']);
});

it('has room for the longest name', () => {
  const path = place.at('n'.repeat(255));
  replaceFile(path, 'a');
  replaceFile(path, 'b');
  expect(readFileSync(path, 'utf8')).toBe('b');
});

describe('a link', () => {
  it('is replaced itself, or stays and what it leads to is replaced', () => {
    const [file, link] = [place.file('file', 'old'), place.link('link', 'file')];
    replaceFile(targetOf(link), 'new');
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
    replaceFile(link, 'own');
    expect([lstatSync(link).isFile(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
    expect(targetOf(place.at('nothing'))).toBe(place.at('nothing'));
    expect(() => targetOf(place.link('dangling', 'nowhere'))).toThrow('ENOENT');
  });

  it('is put over another one in one step', () => {
    const path = place.link('link', 'one');
    inOneStep(path, (temporary) => symlinkSync('two', temporary));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(place.names()).toEqual(['link']);
  });
});

it('a pipe in its place gives way, and nobody waits for its reader', () => {
  const path = place.pipe('it');
  replaceFile(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

describe('where it fails', () => {
  it('the old content stays and nothing is left beside it', () => {
    const path = place.file('it', 'old');
    const fails = (): void =>
      replaceBy(path, {}, (handle) => {
        writeSync(handle, 'half');
        throw new Error('no more room');
      });
    expect(fails).toThrow('no more room');
    expect([readFileSync(path, 'utf8'), place.names()]).toEqual(['old', ['it']]);
  });

  it('a folder in the place stays', () => {
    const path = place.folder('it/inside');
    expect(() => replaceFile(place.at('it'), 'new')).toThrow();
    expect([statSync(path).isDirectory(), place.names()]).toEqual([true, ['it']]);
  });

  it('of a folder that was half made nothing is left', () => {
    const fails = (): void =>
      inOneStep(place.at('it'), (temporary) => {
        mkdirSync(`${temporary}/deep`, { recursive: true });
        throw new Error('no more room');
      });
    expect(fails).toThrow('no more room');
    expect(place.names()).toEqual([]);
  });
});

it('who reads meanwhile sees one of the contents, whole', async () => {
  const path = place.file('it', 'a'.repeat(200_000));
  const { ended } = others.start(
    `for (let n = 0; n < 300; n++) files.replaceFile(${JSON.stringify(path)}, (n % 2 ? 'a' : 'b').repeat(200_000))`,
  );
  const seen = new Set<string>();
  let running = true;
  void ended.finally(() => {
    running = false;
  });
  while (running) {
    const text = readFileSync(path, 'utf8');
    seen.add(`${text[0]}${text.length}${text === (text[0] ?? '').repeat(text.length)}`);
    await new Promise(setImmediate);
  }
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect([...seen].sort()).toEqual(['a200000true', 'b200000true']);
  expect(place.names()).toEqual(['it']);
});
