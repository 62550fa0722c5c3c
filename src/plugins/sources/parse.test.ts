import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PluginSource } from '../source.js';
import { formatSource } from './format.js';
import { parseSource } from './parse.js';
import { around, commit, meansTheSame, sum, texts } from './testing/texts.js';

const git = (url: string, more: Partial<Extract<PluginSource, { kind: 'git' }>> = {}): PluginSource => ({
  kind: 'git',
  url,
  ref: null,
  commit: null,
  folder: null,
  ...more,
});
const npm = (name: string, version: string | null = null, registry: string | null = null): PluginSource => ({
  kind: 'npm',
  package: name,
  version,
  registry,
});
const hub = 'https://github.com/owner/name.git';

const TABLE: readonly (readonly [string, PluginSource])[] = [
  ['.', { kind: 'folder', path: '/work/here' }],
  ['./folder', { kind: 'folder', path: '/work/here/folder' }],
  ['./a#b', { kind: 'folder', path: '/work/here/a#b' }],
  ['../x/', { kind: 'folder', path: '/work/x' }],
  ['/abs/x', { kind: 'folder', path: '/abs/x' }],
  ['~', { kind: 'folder', path: '/home/ada' }],
  ['~/x', { kind: 'folder', path: '/home/ada/x' }],
  [' ./x ', { kind: 'folder', path: '/work/here/x' }],
  ['./x.zip/', { kind: 'folder', path: '/work/here/x.zip' }],
  ['./x.zip', { kind: 'archive', url: '/work/here/x.zip', sha256: null }],
  ['x.tar.gz', { kind: 'archive', url: '/work/here/x.tar.gz', sha256: null }],
  ['dist/x.tgz', { kind: 'archive', url: '/work/here/dist/x.tgz', sha256: null }],
  [`~/x.tar#sha256=${sum.toUpperCase()}`, { kind: 'archive', url: '/home/ada/x.tar', sha256: sum }],
  ['https://a.example/x.tgz', { kind: 'archive', url: 'https://a.example/x.tgz', sha256: null }],
  ['https://names.zip/owner/name', git('https://names.zip/owner/name')],
  ['https://a.example/x.zip?k=1', { kind: 'archive', url: 'https://a.example/x.zip?k=1', sha256: null }],
  [`http://a.example/get#sha256=${sum}`, { kind: 'archive', url: 'http://a.example/get', sha256: sum }],
  ['file:///a%20b/x.zip', { kind: 'archive', url: '/a b/x.zip', sha256: null }],
  ['owner/name', git(hub)],
  ['owner/name.git', git(hub)],
  ['github:owner/name', git(hub)],
  ['owner/name#v1.0', git(hub, { ref: 'v1.0' })],
  ['owner/name@v1.0', git(hub, { ref: 'v1.0' })],
  ['owner/name#feature/x', git(hub, { ref: 'feature/x' })],
  [`owner/name#${commit.toUpperCase()}`, git(hub, { commit })],
  ['owner/name#v1.zip', git(hub, { ref: 'v1.zip' })],
  ['owner/name#main:plugins/a', git(hub, { ref: 'main', folder: 'plugins/a' })],
  ['owner/name#:./plugins/a/', git(hub, { folder: 'plugins/a' })],
  ['owner/name#main&path:/plugins/a', git(hub, { ref: 'main', folder: 'plugins/a' })],
  ['owner/name#path:a', git(hub, { folder: 'a' })],
  ['https://github.com/owner/name', git(hub)],
  ['https://GitHub.com/owner/name/', git(hub)],
  ['https://github.com/owner/name/tree/main/plugins/a', git(hub, { ref: 'main', folder: 'plugins/a' })],
  ['https://github.com/owner/name/tree/v1', git(hub, { ref: 'v1' })],
  [
    'https://gitlab.example/g/s/n/-/tree/main/a%20b',
    git('https://gitlab.example/g/s/n.git', { ref: 'main', folder: 'a b' }),
  ],
  ['https://g.example/r.git?path=a/b&ref=v1', git('https://g.example/r.git', { ref: 'v1', folder: 'a/b' })],
  ['https://g.example/r?x=1&path=a', git('https://g.example/r?x=1', { folder: 'a' })],
  ['git+https://g.example/r.zip', git('https://g.example/r.zip')],
  ['git+ssh://git@g.example/r.git#v1', git('ssh://git@g.example/r.git', { ref: 'v1' })],
  ['ssh://git@g.example:22/r.git', git('ssh://git@g.example:22/r.git')],
  ['git://g.example/r.git', git('git://g.example/r.git')],
  ['git@g.example:group/r.git#dev', git('git@g.example:group/r.git', { ref: 'dev' })],
  ['file:///srv/r.git#main:sub', git('file:///srv/r.git', { ref: 'main', folder: 'sub' })],
  ['npm:pkg', npm('pkg')],
  ['npm:pkg@1.2.3', npm('pkg', '1.2.3')],
  ['npm:pkg@^1 || 2', npm('pkg', '^1 || 2')],
  ['npm:@scope/pkg', npm('@scope/pkg')],
  ['npm:@scope/pkg@next', npm('@scope/pkg', 'next')],
  ['npm:pkg@1#registry=https://r.example/x/', npm('pkg', '1', 'https://r.example/x/')],
  ['guard@tools', { kind: 'marketplace', plugin: 'guard', marketplace: 'tools' }],
  ['example:guard', { kind: 'example', name: 'guard' }],
];

const BAD: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['  ', /empty/],
  ['--upload-pack=x', /dash/],
  ['guard', /alone does not say/],
  ['a b', /is not a source/],
  ['a@b@c', /is not a source/],
  ['owner/name/sub', /neither owner\/name nor an address/],
  ['owner/name@a#b', /twice/],
  ['-owner/name', /dash/],
  ['owner/-name', /neither/],
  ['owner/..', /names no repository/],
  ['owner/name#-x', /cannot be a branch/],
  ['owner/name#a..b', /cannot be a branch/],
  ['owner/name#a@{1}', /cannot be a branch/],
  ['owner/name#main:../x', /not inside the repository/],
  ['owner/name#main:a/.git/hooks', /not inside the repository/],
  ['owner/name#semver:^1', /range of versions/],
  ['owner/name#sha256=abc', /only archives have/],
  ['ext::sh -c id', /is not a source/],
  ['ext::sh -c id/x', /neither/],
  ['ext://x/y', /scheme ext:/],
  ['ftp://a.example/x.zip', /scheme ftp:/],
  ['ssh://-oProxyCommand=id/x', /is not an address/],
  ['ssh://-x@host/x', /is not an address/],
  ['git@-host:x', /is not an address/],
  ['git@host:-x', /is not an address/],
  ['-git@host:x', /dash/],
  ['https://', /is not an address/],
  ['https://host', /names no repository/],
  ['file://host/x', /names a host/],
  ['file://host/x.zip', /with a host/],
  ['https://github.com/o/n/tree/main/a#dev', /twice/],
  ['./x.zip#sha256=abc', /64 hexadecimal/],
  ['./folder#sha256=abc', /64 hexadecimal/],
  ['https://a.example/x.zip#sha256=abc', /64 hexadecimal/],
  ['npm:', /not a name of an npm package/],
  ['npm:-g', /not a name/],
  ['npm:../x', /not a name/],
  ['npm:a/b', /not a name/],
  ['npm:a@-x', /not a version/],
  ['npm:a@file:../x', /not a version/],
  ['npm:a@npm:b', /not a version/],
  ['npm:a@git+ssh://x/y', /not a version/],
  ['npm:a@1#registry=file:///x', /not an http\(s\) address/],
  ['npm:a#x', /not a name/],
  ['a\u0000b', /control/],
];

const parsed = (text: string): PluginSource | string => {
  const result = parseSource(text, around);
  return 'ok' in result ? result.ok : result.problem.message;
};

describe('the text of a source', () => {
  it.each(TABLE)('%s', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it.each(TABLE)('%s: written out, it means the same', (_text, source) => {
    expect(parsed(formatSource(source))).toEqual(source);
  });

  it.each(BAD)('refuses %j', (text, message) => {
    const result = parseSource(text, around);
    expect('problem' in result && result.problem).toMatchObject({
      code: 'bad-source',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\S/),
    });
  });

  it('a commit beats the ref when it is written out', () => {
    expect(formatSource(git(hub, { ref: 'main', commit, folder: 'a' }))).toBe(`owner/name#${commit}:a`);
  });

  it('who logs in is not written out, and not told', () => {
    const tokens = [
      'https://ada:s3cret@g.example/r.git',
      'https://s3cret@g.example/r.git',
      'https://ada:s3cret@g.example/r.zip',
      'ssh://git:s3cret@g.example/r.git',
      'npm:a#registry=https://ada:s3cret@r.example/',
    ];
    for (const text of tokens) {
      const result = parseSource(text, around);
      expect('ok' in result && formatSource(result.ok)).not.toContain('s3cret');
    }
    expect(parsed('https://ada:s3cret@g.example/r.git#a..b')).not.toContain('s3cret');
    expect(parsed('ssh://git@g.example/r.git')).toMatchObject({ url: 'ssh://git@g.example/r.git' });
  });

  it('never throws, and what is understood means the same written out', () => meansTheSame(20_000));

  it('nothing that begins with a dash, and no other way of git or npm, comes through', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseSource(text, around);
        if (!('ok' in result)) return;
        const { ok: source } = result;
        if (source.kind === 'git') {
          expect(source.url).toMatch(/^(?:(?:https?|ssh|git|file):\/\/|[^-/@:][^/@:]*@[^-/@:][^/@:]*:[^-])/i);
          expect(source.ref ?? 'x').not.toMatch(/^-|[\s:^~*?[\\]|\.\./);
          expect(`/${source.folder ?? 'x'}/`).not.toMatch(/\/\.{0,2}\//);
        }
        if (source.kind === 'npm')
          expect(`${source.package}@${source.version ?? ''}`).not.toMatch(/^[-.]|@-|:/);
      }),
      { numRuns: 3000 },
    );
  });
});
