import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testPlace } from '../testing/place.js';
import { lookingTools } from './look.js';
import { Refusal, Territory } from './territory.js';
import { checkedInput } from './tool.js';

const place = testPlace();
const at = (path: string): string => `${place.root}/${path}`;

place.write('project/src/app.ts', 'const a = 1;\n// NEEDLE here\n');
place.write('project/src/other.md', 'no\n');
place.write('project/node_modules/x/index.js', 'NEEDLE\n');
place.write('project/.git/config', 'NEEDLE\n');
place.write('project/binary.bin', Buffer.from([78, 69, 69, 68, 76, 69, 0, 1, 255]));
place.write('project/long.txt', `${'x'.repeat(50_000)}\nsecond\n`);
place.write('project/lines.txt', Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join('\n'));
place.write('project/huge.txt', 'HUGE-NEEDLE\n'.repeat(200_000));
place.write('project/empty.txt', '');
place.write('project/unreadable.txt', 'x', 0o000);
for (let index = 0; index < 510; index += 1) place.write(`project/many/f${index}`, '');
place.write('session/own.txt', 'own\n');
place.write('outside/secret.txt', 'SECRET NEEDLE\n');
place.write('project-sibling/secret.txt', 'SECRET\n');

let territory: Territory;
beforeAll(async () => {
  symlinkSync(at('outside/secret.txt'), at('project/link.txt'));
  symlinkSync(at('outside'), at('project/linked'));
  symlinkSync('/', at('project/root'));
  symlinkSync('app.ts', at('project/src/inner-link.ts'));
  symlinkSync('loop', at('project/loop'));
  symlinkSync(at('project'), at('project-link'));
  execFileSync('mkfifo', [at('project/pipe')]);
  territory = await Territory.of([at('project'), at('session')]);
});

/** What the agent gets, or the words of the refusal. */
async function use(name: string, input: unknown, where = territory): Promise<string> {
  const tool = lookingTools(where).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  try {
    return await tool.use(checkedInput(tool, input), new AbortController().signal);
  } catch (error) {
    if (error instanceof Refusal) return `REFUSED ${error.message}`;
    throw error;
  }
}

describe('no way leads out', () => {
  const WAYS = [
    '../outside/secret.txt',
    'src/../../outside/secret.txt',
    '../project-sibling/secret.txt',
    'link.txt',
    'linked/secret.txt',
    'linked',
    'root/etc/passwd',
    '/etc/passwd',
    '/',
    '..',
    'linked/../secret.txt',
    '/proc/self/environ',
    '~/.ssh/id_rsa',
    'file:///etc/passwd',
    '../gone.txt',
    'a\0b',
    'loop',
    `${'../'.repeat(50)}etc/passwd`,
  ];

  it.each(WAYS)('read %j', async (path) => {
    expect(await use('read', { path })).toMatch(/^REFUSED /);
  });
  it.each(WAYS)('list %j', async (path) => {
    expect(await use('list', { path })).toMatch(/^REFUSED /);
  });
  it.each(WAYS)('search %j', async (path) => {
    expect(await use('search', { path, name: 's' })).toMatch(/^REFUSED /);
  });

  it('and nothing outside can be felt out', async () => {
    const there = await use('read', { path: '../outside/secret.txt' });
    const gone = await use('read', { path: '../outside/gone.txt' });
    expect(there.replace('secret', 'X')).toBe(gone.replace('gone', 'X'));
  });

  it('a session in the root of the file system is confined to its project', async () => {
    const narrow = await Territory.of(['/', at('project')]);
    expect(await use('read', { path: '/etc/passwd' }, narrow)).toMatch(/^REFUSED .*outside/);
    expect(await use('read', { path: 'src/other.md' }, narrow)).toBe('no\n');
    const nothing = await Territory.of(['/', at('gone')]);
    expect(await use('list', {}, nothing)).toBe('REFUSED there is no directory that may be looked at');
  });
});

describe('inside', () => {
  it('relative, absolute and linked names work, in both directories', async () => {
    for (const path of ['src/other.md', './src//other.md', at('project/src/other.md'), 'src/../src/other.md'])
      expect(await use('read', { path })).toBe('no\n');
    expect(await use('read', { path: 'src/inner-link.ts' })).toContain('NEEDLE');
    expect(await use('read', { path: at('session/own.txt') })).toBe('own\n');
    const linked = await Territory.of([at('project-link')]);
    expect(await use('read', { path: at('project-link/src/other.md') }, linked)).toBe('no\n');
  });
});

describe('read', () => {
  it('gives the lines that are asked for', async () => {
    expect(await use('read', { path: 'lines.txt', from: 10, lines: 2 })).toBe('line 10\nline 11');
    expect(await use('read', { path: 'empty.txt' })).toBe('');
    expect(await use('read', { path: 'lines.txt', from: 9_999 })).toBe('REFUSED the file has 5000 lines');
  });

  it('is cut, and says where to go on', async () => {
    const first = await use('read', { path: 'lines.txt' });
    expect(first.length).toBeLessThan(20_100);
    const next = Number(/\[cut; go on with "from": (\d+)\]$/.exec(first)?.[1]);
    expect(await use('read', { path: 'lines.txt', from: next, lines: 1 })).toBe(`line ${next}`);
    expect(first).toContain(`line ${next - 1}\n[cut`);
  });

  it('cuts a long line, and reads no more than 1 MiB', async () => {
    const long = await use('read', { path: 'long.txt' });
    expect(long).toMatch(/^x{20000} \[line cut\]\n\[cut; go on with "from": 2\]$/);
    expect(await use('read', { path: 'huge.txt', from: 87_300 })).toContain('only its first 1048576 bytes');
  });

  it.each([
    ['binary.bin', 'this is a binary file'],
    ['src', '"src" is not a regular file; directories are shown by "list"'],
    ['pipe', '"pipe" is not a regular file; directories are shown by "list"'],
    ['gone.txt', '"gone.txt" cannot be found: ENOENT'],
  ])('%s: %s', async (path, why) => {
    expect(await use('read', { path })).toBe(`REFUSED ${why}`);
  });

  it.runIf(process.getuid?.() !== 0)('a file without permission', async () => {
    expect(await use('read', { path: 'unreadable.txt' })).toContain('EACCES');
  });

  it.each([
    [{}, '"path" is missing'],
    [{ path: 5 }, '"path" must be a string'],
    [{ path: 'a', from: 0 }, '"from" must be a whole number from 1 on'],
    [{ path: 'a', lines: 1.5 }, '"lines" must be a whole number'],
    [{ path: 'a', encoding: 'x' }, '"read" has no "encoding"'],
    [['a'], 'the input must be an object'],
  ])('refuses the input %j', async (input, why) => {
    expect(await use('read', input)).toContain(`REFUSED ${why}`);
  });
});

describe('list', () => {
  it('shows names with their kind, in order', async () => {
    expect(await use('list', { path: 'src' })).toBe('app.ts\ninner-link.ts@\nother.md');
    expect((await use('list', {})).split('\n')).toContain('src/');
  });

  it('is cut', async () => {
    const names = (await use('list', { path: 'many' })).split('\n');
    expect(names).toHaveLength(501);
    expect(names.at(-1)).toBe('[10 more]');
  });
});

describe('search', () => {
  it('finds lines, but not in links, binary files, or what others wrote', async () => {
    expect(await use('search', { text: 'NEEDLE', name: '.' })).toContain('src/app.ts:2: // NEEDLE here');
    expect(await use('search', { text: 'NEEDLE' })).not.toMatch(/node_modules|\.git|binary|link|SECRET|huge/);
    expect(await use('search', { text: 'needle' })).toBe('[nothing found]');
  });

  it('finds files by a part of their name', async () => {
    expect(await use('search', { name: '.md' })).toBe('src/other.md');
    expect(await use('search', { name: '.md', path: 'many' })).toBe('[nothing found]');
  });

  it('takes text as it is: patterns mean nothing', async () => {
    expect(await use('search', { text: 'N.*E' })).toBe('[nothing found]');
  });

  it('stops after 200 hits', async () => {
    const hits = (await use('search', { text: 'line' })).split('\n');
    expect(hits).toHaveLength(201);
    expect(hits.at(-1)).toBe('[stopped after 200 hits]');
  });

  it('needs something to look for', async () => {
    expect(await use('search', {})).toBe('REFUSED "text" or "name" is needed');
  });
});
