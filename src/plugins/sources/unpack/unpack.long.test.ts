import { existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PluginProblem } from '../../problem.js';
import { LIMITS, type Limits } from '../limits.js';
import { PLUGIN_TREE, place, treeOf } from '../testing/place.js';
import { pluginEntries, type TarEntry, tar, tgz } from '../testing/tar-writer.js';
import { type ZipEntry, zip } from '../testing/zip-writer.js';
import { unpackArchive } from './index.js';

interface Unpacked {
  /** In what was unpacked. */
  readonly tree: Record<string, string> | null;
  readonly folder: string | null;
  readonly problem: PluginProblem | null;
}

async function unpack(
  bytes: Buffer,
  more: { limits?: Partial<Limits>; signal?: AbortSignal } = {},
): Promise<Unpacked> {
  const where = place();
  const file = join(where, 'archive');
  writeFileSync(file, bytes);
  const into = join(where, 'into');
  const { signal = new AbortController().signal } = more;
  const limits = { ...LIMITS, ...more.limits };
  try {
    const folder = await unpackArchive({ file, into, layout: 'plugin', limits, signal });
    return { tree: treeOf(folder), folder, problem: null };
  } catch (error) {
    // Nothing is left behind, and nothing lies beside.
    expect(readdirSync(where)).toEqual(['archive']);
    if (!(error instanceof PluginProblem)) throw error;
    return { tree: null, folder: null, problem: error };
  }
}

const zipped = (entries: readonly TarEntry[]): Buffer =>
  zip(entries.map(({ name, data = '', mode = 0o644 }) => ({ name, data, mode: 0o100000 | mode })));

describe('honest archives', () => {
  it.each([
    ['tar', async () => tar(pluginEntries())],
    ['tar.gz', async () => tgz(pluginEntries())],
    ['zip', async () => zipped(pluginEntries())],
    ['tar, one folder deep', async () => tar(pluginEntries('guard-1.0/'))],
    ['tar of .', async () => tar([{ name: './', type: 'directory', mode: 0o755 }, ...pluginEntries('./')])],
    [
      'zip, one folder deep, from a Mac',
      async () => zipped([...pluginEntries('guard/'), { name: '__MACOSX/._x' }]),
    ],
    [
      'zip of stored files',
      async () =>
        zip(
          pluginEntries().map(({ name, data = '', mode = 0o644 }) => ({
            name,
            data,
            mode: 0o100000 | mode,
            stored: true,
          })),
        ),
    ],
  ])('%s', async (_what, make) => {
    expect(await unpack(await make())).toMatchObject({ tree: PLUGIN_TREE, problem: null });
  });

  it('a plugin of hooks/ alone is not taken for the folder it lies in', async () => {
    const { tree } = await unpack(await tar([{ name: 'hooks/hooks.json', data: '{}' }]));
    expect(tree).toEqual({ 'hooks/hooks.json': '{}' });
  });

  it('links that lead to something inside stay links, and hard links become files', async () => {
    const { tree } = await unpack(
      await tar([
        { name: 'top/bin/run', type: 'symlink', to: '../lib/../lib/./run.sh' },
        { name: 'top/lib/run.sh', data: 'x', mode: 0o755 },
        { name: 'top/all', type: 'symlink', to: 'lib' },
        { name: 'top/chain', type: 'symlink', to: 'all/run.sh' },
        { name: 'top/missing', type: 'symlink', to: 'not/there' },
        { name: 'top/copy', type: 'link', to: 'top/lib/run.sh', mode: 0o755 },
      ]),
    );
    expect(tree).toEqual({
      all: '-> lib',
      'bin/run': '-> ../lib/run.sh',
      chain: '-> lib/run.sh',
      'copy*': 'x',
      'lib/run.sh*': 'x',
      missing: '-> not/there',
    });
  });

  it('modes are reduced: no set-user-id, no writing for others', async () => {
    const { folder } = await unpack(
      await tar([
        { name: 'a/x', data: 'x', mode: 0o6777 },
        { name: 'a/y', data: 'y', mode: 0o4666 },
        { name: 'b', type: 'directory', mode: 0o7777 },
      ]),
    );
    const mode = (name: string): number => lstatSync(join(folder ?? '', name)).mode & 0o7777;
    const umask = process.umask();
    expect([mode('a/x'), mode('a/y'), mode('b')]).toEqual([0o755 & ~umask, 0o644 & ~umask, 0o755 & ~umask]);
  });

  it('the folder .git of a working copy is left out', async () => {
    const { tree } = await unpack(await tar([...pluginEntries('g/'), { name: 'g/.git/config', data: 'x' }]));
    expect(tree).toEqual(PLUGIN_TREE);
  });
});

const link = (name: string, to: string): TarEntry => ({ name, type: 'symlink', to });
const file = (name: string, data = 'x'): TarEntry => ({ name, data });

describe('hostile tars', () => {
  const table: readonly (readonly [string, readonly TarEntry[], RegExp])[] = [
    ['..', [file('../evil')], /leads out of the plugin/],
    ['.. in the middle', [file('a/../../evil')], /leads out of the plugin/],
    ['absolute', [file('/tmp/evil')], /absolute path/],
    ['a drive', [file('C:/evil')], /letter of a drive/],
    ['a backslash', [file('..\\evil')], /backslash/],
    ['a control character', [file('a\u001b[2Jb')], /control characters/],
    ['text turned around', [file('a\u202egnp.sh')], /control characters/],
    ['no name', [file('')], /has no name|damaged/],
    ['.GIT', [file('.GIT/config')], /pretends/],
    ['git~1', [file('a/git~1/config')], /pretends/],
    ['.git with a dot', [file('.git./config')], /pretends/],
    ['.git with an unseen character', [file('.g\u200cit/config')], /pretends/],
    ['a link out', [link('x', '../../etc/passwd')], /leads out/],
    ['an absolute link', [link('x', '/etc/passwd')], /leads out/],
    ['a link out by a chain', [link('a/b', '..'), link('c', 'a/b/../..'), file('z')], /leads out|circle/],
    ['links in a circle', [link('a', 'b'), link('b', 'a')], /circle/],
    ['a link to where it lies', [file('a/x'), link('a/b', '.')], /circle/],
    ['a link to the top', [file('a/x'), link('a/b', '..')], /circle/],
    ['writing through a link', [link('a', '../outside'), file('a/evil')], /lies in a link/],
    ['writing through a link inside', [file('b/x'), link('a', 'b'), file('a/evil')], /lies in a link/],
    ['a file in place of a link', [link('a', '/tmp/evil'), file('a')], /there twice/],
    ['a folder in place of a link', [link('a', '/tmp'), { name: 'a/', type: 'directory' }], /there twice/],
    ['a file as a folder', [file('a'), file('a/b')], /lies in a file/],
    ['twice', [file('a'), file('./a')], /there twice/],
    ['same name but for case', [file('README.md'), file('readme.md')], /same file on some systems/],
    ['folders, same but for case', [file('A/x'), file('a/y')], /same file on some systems/],
    ['same name, composed otherwise', [file('\u00e9'), file('e\u0301')], /same file on some systems/],
    ['a device', [{ name: 'x', type: 'character-device' }], /is a character device/],
    ['a disk', [{ name: 'x', type: 'block-device' }], /is a block device/],
    ['a pipe', [{ name: 'x', type: 'fifo' }], /is a fifo/],
    ['a hard link out', [{ name: 'x', type: 'link', to: '/etc/passwd' }], /absolute path/],
    ['a hard link up', [{ name: 'x', type: 'link', to: '../../x' }], /leads out/],
    ['a hard link to a link', [link('a', 'b'), { name: 'x', type: 'link', to: 'a' }], /leads to no file/],
    ['a hard link to itself', [{ name: 'x', type: 'link', to: 'x' }], /leads to no file/],
    ['a long name', [file(`a/${'n'.repeat(256)}`)], /more than 255/],
    ['a long path', [file(`${'a/'.repeat(600)}x`)], /more than 1024 bytes|deeper/],
    ['a deep path', [file(`${'a/'.repeat(65)}x`)], /deeper than 64/],
  ];
  it.each(table)('%s', async (_what, entries, message) => {
    const { problem } = await unpack(await tar([...pluginEntries(), ...entries]));
    expect(problem?.message).toMatch(message);
    expect(problem?.code).toMatch(/unsafe|bad-archive/);
  });

  it('an entry of an unknown kind', async () => {
    const bytes = await tar([file('x')]);
    // Sparse files, with the checksum of the header put right.
    bytes[156] = 'S'.charCodeAt(0);
    bytes.write('        ', 148, 'latin1');
    const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
    expect((await unpack(bytes)).problem?.message).toMatch(/neither a file, a folder nor a link/);
  });
});

describe('hostile zips', () => {
  const table: readonly (readonly [string, readonly ZipEntry[], RegExp])[] = [
    ['..', [{ name: '../evil' }], /leads out of the plugin/],
    ['absolute', [{ name: '/tmp/evil' }], /absolute path/],
    ['a drive', [{ name: 'C:evil' }], /letter of a drive/],
    ['a backslash', [{ name: '..\\..\\evil' }], /backslash/],
    ['NUL', [{ name: 'a\u0000.sh' }], /control characters/],
    ['a name that is not text', [{ name: Buffer.from([0x61, 0xff, 0x62]) }], /not text/],
    ['a link out', [{ name: 'x', data: '../../etc/passwd', mode: 0o120777 }], /leads out/],
    [
      'writing through a link',
      [{ name: 'a', data: '/tmp', mode: 0o120777 }, { name: 'a/evil' }],
      /lies in a link/,
    ],
    [
      'a link with a long target',
      [{ name: 'x', data: 'y'.repeat(5000), mode: 0o120777 }],
      /no usable target/,
    ],
    ['a device', [{ name: 'x', mode: 0o020644 }], /device, socket or pipe/],
    ['a pipe', [{ name: 'x', mode: 0o010644 }], /device, socket or pipe/],
    ['twice', [{ name: 'a' }, { name: 'a' }], /there twice/],
    ['same name but for case', [{ name: 'A.sh' }, { name: 'a.sh' }], /same file on some systems/],
    ['encrypted', [{ name: 'x', data: 'secret', flags: 0x801 }], /is encrypted/],
    ['an unknown compression', [{ name: 'x', data: 'x', method: 14 }], /not read here/],
    ['a wrong checksum', [{ name: 'x', data: 'x', crc: 7 }], /"x" is damaged/],
    ['more than it says', [{ name: 'x', data: 'x'.repeat(1000), claimed: 10 }], /damaged/],
    ['less than it says', [{ name: 'x', data: 'x', claimed: 100 }], /damaged/],
  ];
  it.each(table)('%s', async (_what, entries, message) => {
    const { problem } = await unpack(zip([{ name: 'hooks/hooks.json', data: '{}' }, ...entries]));
    expect(problem?.message).toMatch(message);
    expect(problem?.code).toMatch(/unsafe|bad-archive/);
  });
});

describe('too much', () => {
  const big = 'x'.repeat(4096);
  it.each([
    ['bytes in a tar', { bytes: 4000 }, () => tar([file('a', big)])],
    ['bytes in a zip', { bytes: 4000 }, async () => zipped([file('a', big)])],
    ['files in a tar', { files: 3 }, () => tar(['a', 'b', 'c', 'd'].map((name) => file(name)))],
    ['files in a zip', { files: 3 }, async () => zipped(['a', 'b', 'c', 'd'].map((name) => file(name)))],
    [
      'folders',
      { files: 3 },
      () => tar(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name): TarEntry => ({ name, type: 'directory' }))),
    ],
    ['entries in a zip', { files: 1 }, async () => zipped(['a', 'b', 'c'].map((name) => file(name)))],
    ['links', { files: 2 }, () => tar([link('a', 'x'), link('b', 'x'), link('c', 'x')])],
  ])('%s', async (_what, limits, make) => {
    expect((await unpack(await make(), { limits })).problem).toMatchObject({ code: 'too-big' });
  });

  const bomb = Buffer.alloc(40 * 1024 * 1024);
  it.each([
    ['a tar.gz that grows', async () => tgz([{ name: 'a', data: bomb }])],
    ['a zip that grows', async () => zip([{ name: 'a', data: bomb }])],
    [
      'a tar.gz that is empty after its end',
      async () => gzipSync(Buffer.concat([await tar(pluginEntries()), bomb])),
    ],
  ])('%s', async (_what, make) => {
    const { problem } = await unpack(await make());
    expect(problem).toMatchObject({ code: 'too-big', message: expect.stringContaining('bomb') });
  });

  it('what does not matter does not escape the count either', async () => {
    const entries = [...pluginEntries(), { name: '.git/x', data: bomb }];
    expect((await unpack(await tgz(entries))).problem?.code).toBe('too-big');
  });
});

describe('damaged archives', () => {
  it.each([
    ['nothing', async () => Buffer.alloc(0), /neither a tar nor a zip/],
    ['text', async () => Buffer.from('hello'), /neither a tar nor a zip/],
    ['xz', async () => Buffer.from('\xfd7zXZ\0', 'latin1'), /compressed with xz/],
    ['a tar.gz cut short', async () => (await tgz(pluginEntries())).subarray(0, -20), /damaged/],
    [
      'a tar cut in a file',
      async () => (await tar([file('a', 'x'.repeat(2000))])).subarray(0, 1024),
      /damaged/,
    ],
    [
      'a tar cut between files',
      async () => (await tar([file('a'), file('b')])).subarray(0, 1024),
      /ends before its end/,
    ],
    ['a zip cut short', async () => zipped(pluginEntries()).subarray(0, -30), /damaged/],
    ['gzip of no tar', async () => gzipSync(Buffer.alloc(2048, 'x')), /damaged/],
    ['an empty zip', async () => zip([]), /is empty/],
    ['an empty tar', async () => tgz([]), /is empty/],
  ])('%s', async (_what, make, message) => {
    expect((await unpack(await make())).problem).toMatchObject({
      code: 'bad-archive',
      message: expect.stringMatching(message),
    });
  });

  it('bytes changed anywhere never harm: a clear error or an unpacked archive', async () => {
    const bytes = zipped(pluginEntries());
    for (let at = 0; at < bytes.byteLength; at += 3) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await unpack(changed);
    }
  });

  it('interrupted: gone', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(unpack(await tgz(pluginEntries()), { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(existsSync('/tmp/evil')).toBe(false);
  });
});
