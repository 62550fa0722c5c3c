// Reading marketplace.json: every kind of source, every problem, and files that mean harm.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKETPLACE_CODES } from './codes.js';
import type { MarketplacePlace } from './listing.js';
import { finalName, parseMarketplace, placeIn, placeOfFile, readMarketplace } from './read.js';
import { TestFolder } from './testing/folder.js';

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => folder.remove());

const SHA = 'A0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9';
const SUM = 'f'.repeat(64);
const ELSEWHERE: MarketplacePlace = { file: '/shop/marketplace.json', root: null, local: false };
const HERE: MarketplacePlace = { ...ELSEWHERE, local: true };

/** Reads a marketplace of one plugin. */
function one(entry: unknown, place = ELSEWHERE, more: Readonly<Record<string, unknown>> = {}) {
  const text = JSON.stringify({ name: 'shop', owner: { name: 'T' }, ...more, plugins: [entry] }, null, 1);
  const { marketplace, diagnostics } = parseMarketplace(text, place);
  return {
    listing: marketplace?.listings[0],
    aside: marketplace?.aside ?? [],
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
  };
}
const from = (source: unknown, place = ELSEWHERE) => one({ name: 'p', source }, place);

const git = (url: string, more: object = {}) => ({
  kind: 'git',
  url,
  ref: null,
  commit: null,
  folder: null,
  ...more,
});
const HUB = 'https://github.com/o/r.git';

describe('sources', () => {
  it.each<[string, unknown, unknown]>([
    ['github', { source: 'github', repo: 'o/r' }, git(HUB)],
    ['github with a branch', { source: 'github', repo: 'o/r', ref: 'v1/x' }, git(HUB, { ref: 'v1/x' })],
    [
      'github with a commit',
      { source: 'github', repo: 'o/r', ref: 'v1', sha: SHA },
      git(HUB, { ref: 'v1', commit: SHA.toLowerCase() }),
    ],
    ['a commit as ref', { source: 'github', repo: 'o/r', ref: SHA }, git(HUB, { commit: SHA.toLowerCase() })],
    ['a field that is null', { source: 'github', repo: 'o/r', ref: null, sha: null }, git(HUB)],
    [
      'url',
      { source: 'url', url: 'https://git.example/a/b.git', ref: 'main' },
      git('https://git.example/a/b.git', { ref: 'main' }),
    ],
    ['url over ssh', { source: 'url', url: 'git@git.example:a/b.git' }, git('git@git.example:a/b.git')],
    [
      'url with a folder',
      { source: 'url', url: HUB, path: 'a/b', sha: SHA },
      git(HUB, { commit: SHA.toLowerCase(), folder: 'a/b' }),
    ],
    ['git-subdir', { source: 'git-subdir', url: HUB, path: './a/b/' }, git(HUB, { folder: 'a/b' })],
    [
      'git-subdir at GitHub',
      { source: 'git-subdir', url: 'o/r', path: 'a', ref: 'main' },
      git(HUB, { ref: 'main', folder: 'a' }),
    ],
    [
      'npm',
      { source: 'npm', package: '@a/b' },
      { kind: 'npm', package: '@a/b', version: null, registry: null },
    ],
    [
      'npm with everything',
      { source: 'npm', package: 'b', version: '^1.2', registry: 'https://npm.example/x' },
      { kind: 'npm', package: 'b', version: '^1.2', registry: 'https://npm.example/x' },
    ],
    [
      'archive',
      { source: 'archive', url: 'https://a.example/p.zip' },
      { kind: 'archive', url: 'https://a.example/p.zip', sha256: null },
    ],
    [
      'archive with checksum',
      { source: 'archive', url: 'https://a.example/get?x=1', sha256: SUM.toUpperCase() },
      { kind: 'archive', url: 'https://a.example/get?x=1', sha256: SUM },
    ],
  ])('%s', (_title, source, expected) => {
    const { listing, diagnostics } = from(source);
    expect(diagnostics).toEqual([]);
    expect(listing?.from).toEqual({ kind: 'usable', source: expected });
  });

  it.each<[string, unknown, string]>([
    ['none', undefined, 'plugin-source-missing'],
    ['a number', 7, 'plugin-source-field'],
    ['an array', ['./a'], 'plugin-source-field'],
    ['no kind', { url: HUB }, 'plugin-source-field'],
    ['github without repo', { source: 'github' }, 'plugin-source-field'],
    ['github with an address', { source: 'github', repo: HUB }, 'plugin-source-protocol'],
    ['github with an option', { source: 'github', repo: '--upload-pack=x/y' }, 'plugin-source-protocol'],
    ['repo of the wrong type', { source: 'github', repo: 7 }, 'plugin-source-field'],
    ['a ref that is an option', { source: 'github', repo: 'o/r', ref: '--x' }, 'plugin-source-field'],
    ['a short commit', { source: 'github', repo: 'o/r', sha: 'abc1234' }, 'plugin-source-field'],
    ['a program as transport', { source: 'url', url: 'ext::sh -c x' }, 'plugin-source-protocol'],
    [
      'a program as transport, hidden',
      { source: 'url', url: 'ext://sh%20-c%20x/y' },
      'plugin-source-protocol',
    ],
    ['an option as host', { source: 'url', url: 'ssh://-oProxyCommand=x/y' }, 'plugin-source-protocol'],
    ['an address on two lines', { source: 'url', url: 'https://a.example/b\n.git' }, 'plugin-source-field'],
    ['a place on this machine', { source: 'url', url: 'file:///etc/x' }, 'plugin-source-local'],
    ['git-subdir without path', { source: 'git-subdir', url: HUB }, 'plugin-source-field'],
    [
      'git-subdir that leads out',
      { source: 'git-subdir', url: HUB, path: 'a/../../b' },
      'plugin-source-escapes',
    ],
    ['git-subdir from the top', { source: 'git-subdir', url: HUB, path: '/etc' }, 'plugin-source-escapes'],
    [
      'a folder of git itself',
      { source: 'git-subdir', url: HUB, path: '.git/hooks' },
      'plugin-source-escapes',
    ],
    ['npm with a path', { source: 'npm', package: '../x' }, 'plugin-source-field'],
    ['npm with an option', { source: 'npm', package: '--registry=x' }, 'plugin-source-field'],
    ['an alias as version', { source: 'npm', package: 'a', version: 'npm:b' }, 'plugin-source-field'],
    ['a registry that is none', { source: 'npm', package: 'a', registry: 'x' }, 'plugin-source-field'],
    ['archive without address', { source: 'archive', url: 'p.zip' }, 'plugin-source-field'],
    ['archive over ftp', { source: 'archive', url: 'ftp://a.example/p.zip' }, 'plugin-source-protocol'],
    ['archive on this machine', { source: 'archive', url: 'file:///tmp/p.zip' }, 'plugin-source-local'],
    [
      'a short checksum',
      { source: 'archive', url: 'https://a.example/p.zip', sha256: 'ff' },
      'plugin-source-field',
    ],
    ['a path without files', './a', 'plugin-source-needs-files'],
    ['an address as path', 'https://a.example/b', 'plugin-source-field'],
    ['an empty path', '', 'plugin-source-missing'],
  ])('sets aside: %s', (_title, source, code) => {
    const { aside, listing, diagnostics } = from(source);
    expect(listing).toBeUndefined();
    expect(aside.map(({ name, problem }) => [name, problem.code])).toEqual([['p', code]]);
    const found = diagnostics.find((one) => one.code === code);
    expect(found).toMatchObject({ severity: 'error', file: ELSEWHERE.file });
    expect(found?.line).toBeGreaterThan(1);
    expect(found?.column).toBeGreaterThan(0);
    expect(found?.hint).toBeTruthy();
  });

  it('a marketplace on this machine may name places on this machine', () => {
    expect(from({ source: 'url', url: 'file:///srv/repo' }, HERE).listing?.from).toEqual({
      kind: 'usable',
      source: git('file:///srv/repo'),
    });
    expect(from({ source: 'archive', url: 'file:///srv/p%20q.zip' }, HERE).listing?.from).toEqual({
      kind: 'usable',
      source: { kind: 'archive', url: '/srv/p q.zip', sha256: null },
    });
  });

  it('a program that makes the plugin is not run, and the entry says so', () => {
    const { listing, diagnostics } = from({ source: 'command', command: 'make plugin' });
    expect(listing?.from).toMatchObject({
      kind: 'unsupported',
      type: 'command',
      why: expect.stringContaining('running a program'),
    });
    expect(diagnostics).toMatchObject([
      { code: 'plugin-source-command', hint: expect.stringContaining('by yourself') },
    ]);
  });

  it('a kind that nobody knows makes only its entry unsupported', () => {
    const text = JSON.stringify({
      name: 'shop',
      owner: { name: 'T' },
      plugins: [
        { name: 'a', source: { source: 'carrier-pigeon' } },
        { name: 'b', source: { source: 'github', repo: 'o/r' } },
      ],
    });
    const { marketplace } = parseMarketplace(text, ELSEWHERE);
    expect(marketplace?.listings.map((listing) => [listing.name, listing.from.kind])).toEqual([
      ['a', 'unsupported'],
      ['b', 'usable'],
    ]);
  });

  it.each([
    ['git', { source: 'url', url: 'http://a.example/b.git' }],
    ['an archive', { source: 'archive', url: 'http://a.example/p.zip' }],
    ['a registry', { source: 'npm', package: 'a', registry: 'http://a.example/' }],
  ])('warns of %s without encryption', (_title, source) => {
    expect(from(source).codes).toEqual(['plugin-source-insecure']);
  });

  it.each([
    ['pinned by a commit', { source: 'url', url: 'http://a.example/b.git', sha: SHA }],
    ['pinned by a checksum', { source: 'archive', url: 'http://a.example/p.zip', sha256: SUM }],
    ['on this machine', { source: 'archive', url: 'http://127.0.0.1:8/p.zip' }],
  ])('does not warn where it is %s', (_title, source) => {
    expect(from(source).codes).toEqual([]);
  });
});

describe('relative sources', () => {
  const read = (plugins: readonly unknown[], more = {}) =>
    readMarketplace(placeIn(folder.marketplace('shop', plugins, more), true));
  const pathOf = (reading: ReturnType<typeof read>) =>
    reading.marketplace?.listings.map((listing) => listing.from);

  it('start at the root of the marketplace', () => {
    const plugin = folder.plugin('shop/plugins/a');
    const reading = read([
      { name: 'a', source: './plugins/a' },
      { name: 'b', source: './plugins/a/' },
    ]);
    expect(reading.diagnostics).toEqual([]);
    expect(pathOf(reading)).toEqual([
      { kind: 'usable', source: { kind: 'folder', path: plugin } },
      { kind: 'usable', source: { kind: 'folder', path: plugin } },
    ]);
  });

  it.each(['.', './'])('may be the root itself: %s', (source) => {
    expect(pathOf(read([{ name: 'a', source }]))).toEqual([
      { kind: 'usable', source: { kind: 'folder', path: join(folder.root, 'shop') } },
    ]);
  });

  it('bare names start at metadata.pluginRoot, others do not', () => {
    const [inner, outer] = [folder.plugin('shop/plugins/a'), folder.plugin('shop/b')];
    const reading = read(
      [
        { name: 'a', source: 'a' },
        { name: 'b', source: './b' },
      ],
      {
        metadata: { pluginRoot: './plugins' },
      },
    );
    expect(reading.diagnostics).toEqual([]);
    expect(pathOf(reading)).toEqual([
      { kind: 'usable', source: { kind: 'folder', path: inner } },
      { kind: 'usable', source: { kind: 'folder', path: outer } },
    ]);
  });

  it('bare names without pluginRoot are understood, with a warning', () => {
    const plugin = folder.plugin('shop/a');
    const reading = read([{ name: 'a', source: 'a' }]);
    expect(pathOf(reading)).toEqual([{ kind: 'usable', source: { kind: 'folder', path: plugin } }]);
    expect(reading.diagnostics).toMatchObject([{ code: 'plugin-source-bare', severity: 'warning' }]);
  });

  it.each([
    '../a',
    './../a',
    './a/../../b',
    '..',
    '/etc',
    '~/x',
    'C:\\x',
    './a\\..\\..\\b',
    '\\\\host\\x',
    './.git/x',
    './a\u0000b',
  ])('do not leave the marketplace: %j', (source) => {
    folder.plugin('a');
    const reading = read([{ name: 'a', source }]);
    expect(reading.marketplace?.aside).toMatchObject([{ problem: { code: 'plugin-source-escapes' } }]);
  });

  it('do not follow a link out of the marketplace', () => {
    const outside = folder.plugin('outside');
    const inside = folder.plugin('shop/a');
    symlinkSync(outside, join(folder.root, 'shop', 'out'));
    symlinkSync(inside, join(folder.root, 'shop', 'in'));
    const reading = read([
      { name: 'out', source: './out' },
      { name: 'in', source: './in' },
    ]);
    expect(reading.marketplace?.aside).toMatchObject([
      { name: 'out', problem: { code: 'plugin-source-escapes' } },
    ]);
    expect(reading.marketplace?.listings.map(({ name }) => name)).toEqual(['in']);
  });

  it('have to be there', () => {
    folder.write('shop/file', 'x');
    const codes = read([
      { name: 'a', source: './nowhere' },
      { name: 'b', source: './file' },
    ]).diagnostics.map(({ code }) => code);
    expect(codes).toEqual(['plugin-source-folder-missing', 'plugin-source-folder-missing']);
  });

  it.each(['/x', '../x', 7])('a pluginRoot of %j is ignored', (pluginRoot) => {
    folder.plugin('shop/a');
    const reading = read([{ name: 'a', source: 'a' }], { metadata: { pluginRoot } });
    expect(reading.diagnostics.map(({ code }) => code)).toEqual(['plugin-root', 'plugin-source-bare']);
  });
});

describe('entries', () => {
  const SOURCE = { source: 'github', repo: 'o/r' };

  it('are read in full', () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] };
    const { listing, diagnostics } = one({
      name: 'p',
      source: SOURCE,
      displayName: 'P!',
      description: 'does',
      version: '1.2.3',
      author: { name: 'A', email: 'a@b.c' },
      homepage: 'https://p.example',
      repository: HUB,
      license: 'MIT',
      keywords: ['k'],
      tags: ['t'],
      category: 'c',
      strict: false,
      defaultEnabled: false,
      relevance: {},
      engines: { 'claude-code': '>=2' },
      dependencies: ['x'],
      userConfig: {},
      hooks,
      skills: ['./s'],
      mcpServers: {},
      $comment: 'fine',
    });
    expect(diagnostics).toEqual([]);
    expect(listing).toEqual({
      name: 'p',
      displayName: 'P!',
      description: 'does',
      version: '1.2.3',
      author: 'A',
      homepage: 'https://p.example',
      license: 'MIT',
      category: 'c',
      keywords: ['k'],
      tags: ['t'],
      from: { kind: 'usable', source: git(HUB) },
      strict: false,
      defaultEnabled: false,
      hooks,
      others: ['skills', 'mcpServers'],
      line: 7,
      column: 3,
    });
  });

  it('have usual values for what is not stated', () => {
    expect(one({ name: 'p', source: SOURCE }).listing).toMatchObject({
      strict: true,
      defaultEnabled: null,
      hooks: null,
      others: [],
      version: null,
      keywords: [],
    });
  });

  it.each<[string, unknown, string]>([
    ['a text', 'p', 'entry-not-object'],
    ['null', null, 'entry-not-object'],
    ['no name', { source: SOURCE }, 'entry-name'],
    ['a number as name', { name: 7, source: SOURCE }, 'entry-name'],
    ['an empty name', { name: '', source: SOURCE }, 'entry-name'],
    ['a path as name', { name: '../p', source: SOURCE }, 'entry-name'],
    ['two dots', { name: '..', source: SOURCE }, 'entry-name'],
    ['an @ in the name', { name: 'p@q', source: SOURCE }, 'entry-name'],
    ['a cursor in the name', { name: '\u001b[2Jp', source: SOURCE }, 'entry-name'],
    ['a name of a device', { name: 'NUL', source: SOURCE }, 'entry-name'],
    ['a long name', { name: 'p'.repeat(101), source: SOURCE }, 'entry-name'],
    ['strict as text', { name: 'p', source: SOURCE, strict: 'false' }, 'entry-field-fatal'],
    ['hooks as number', { name: 'p', source: SOURCE, hooks: 7 }, 'entry-field-fatal'],
    ['hooks as list of numbers', { name: 'p', source: SOURCE, hooks: ['./a.json', 7] }, 'entry-field-fatal'],
    ['hooks outside', { name: 'p', source: SOURCE, hooks: '../a.json' }, 'entry-hooks-path'],
    ['hooks from the top', { name: 'p', source: SOURCE, hooks: ['/etc/a.json'] }, 'entry-hooks-path'],
  ])('set aside: %s', (_title, entry, code) => {
    expect(one(entry).aside).toMatchObject([{ problem: { code, severity: 'error' } }]);
  });

  it.each<[string, object, string]>([
    ['description', { description: 7 }, 'entry-field'],
    ['keywords', { keywords: 'a, b' }, 'entry-field'],
    ['tags', { tags: [1] }, 'entry-field'],
    ['author', { author: {} }, 'entry-field'],
    ['defaultEnabled', { defaultEnabled: 'no' }, 'entry-field'],
    ['headers', { headers: { A: 'b' } }, 'entry-headers'],
    ['headersHelper', { headersHelper: 'x' }, 'entry-headers'],
    ['a key nobody knows', { descripton: 'x' }, 'entry-key-unknown'],
    ['an odd name', { name: 'My_Plugin' }, 'entry-name-style'],
  ])('stay with a warning: %s', (_title, more, code) => {
    const { listing, codes } = one({ name: 'p', source: SOURCE, ...more });
    expect(listing).toBeDefined();
    expect(codes).toEqual([code]);
  });

  it('the first of two with the same name counts', () => {
    const text = JSON.stringify({
      name: 'shop',
      owner: { name: 'T' },
      plugins: [
        { name: 'p', source: SOURCE, version: '1' },
        { name: 'P', source: SOURCE, version: '2' },
      ],
    });
    const { marketplace } = parseMarketplace(text, ELSEWHERE);
    expect(marketplace?.listings).toMatchObject([{ version: '1' }]);
    expect(marketplace?.aside).toMatchObject([{ name: 'P', problem: { code: 'entry-duplicate' } }]);
  });
});

describe('the file', () => {
  const codesOf = (text: string) => parseMarketplace(text, ELSEWHERE).diagnostics.map(({ code }) => code);
  const with_ = (more: object) =>
    JSON.stringify({ name: 'shop', owner: { name: 'T' }, plugins: [], ...more });

  it.each<[string, string, string]>([
    ['nothing', ' \n', 'marketplace-json'],
    ['no JSON', '{"name": ', 'marketplace-json'],
    ['a page', '<html>', 'marketplace-json'],
    ['an array', '[]', 'marketplace-not-object'],
    ['no plugins', '{"name":"shop","owner":{"name":"T"}}', 'marketplace-plugins'],
    ['plugins as object', with_({ plugins: {} }), 'marketplace-plugins'],
    ['too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'marketplace-json'],
    [
      'a deep entry',
      with_({ plugins: [JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)] }),
      'marketplace-json',
    ],
  ])('is not a marketplace: %s', (_title, text, code) => {
    const { marketplace, diagnostics } = parseMarketplace(text, ELSEWHERE);
    expect(marketplace).toBeNull();
    expect(diagnostics).toMatchObject([{ code, severity: 'error' }]);
  });

  it.each<[string, string, string]>([
    ['comments', '{/* x */"name":"shop","owner":{"name":"T"},"plugins":[]}', 'marketplace-comment'],
    ['a comma too many', '{"name":"shop","owner":{"name":"T"},"plugins":[],}', 'marketplace-comment'],
    [
      'a key twice',
      '{"name":"a","name":"shop","owner":{"name":"T"},"plugins":[]}',
      'marketplace-duplicate-key',
    ],
    ['no owner', '{"name":"shop","plugins":[]}', 'marketplace-owner'],
    ['an owner without name', with_({ owner: 'T' }), 'marketplace-owner'],
    ['a description that is none', with_({ description: 7 }), 'marketplace-field'],
    ['metadata that is none', with_({ metadata: 7 }), 'marketplace-field'],
    ['a key nobody knows', with_({ plugin: [] }), 'marketplace-key-unknown'],
    ['a rename to nothing', with_({ renames: { a: 'b' } }), 'rename-invalid'],
    ['a rename of the wrong type', with_({ renames: { a: 7 } }), 'rename-invalid'],
    ['a rename in a circle', with_({ renames: { a: 'a' } }), 'rename-invalid'],
    ['no name', '{"owner":{"name":"T"},"plugins":[]}', 'marketplace-name'],
    ['a name of the wrong type', with_({ name: 7 }), 'marketplace-name'],
    ['a path as name', with_({ name: '../x' }), 'marketplace-name'],
    ['our own file as name', with_({ name: 'known.json' }), 'marketplace-name'],
    ['a name that means something else', with_({ name: 'inline' }), 'marketplace-name'],
  ])('is read with a diagnostic: %s', (_title, text, code) => {
    const { marketplace } = parseMarketplace(text, ELSEWHERE);
    expect(marketplace).not.toBeNull();
    expect(codesOf(text)).toEqual([code]);
  });

  it('may lie in .claude-plugin or at the top; the first counts', () => {
    folder.write('a/marketplace.json', '{}');
    const top = join(folder.root, 'a', 'marketplace.json');
    expect(placeIn(join(folder.root, 'a'), true)).toMatchObject({ file: top, root: join(folder.root, 'a') });
    const usual = folder.write('a/.claude-plugin/marketplace.json', '{}');
    expect(placeIn(join(folder.root, 'a'), true)).toMatchObject({ file: usual });
    expect(placeOfFile(usual, true)).toMatchObject({ root: join(folder.root, 'a') });
    expect(placeOfFile(top, true)).toMatchObject({ root: join(folder.root, 'a') });
  });

  it('says where it should be, and why it cannot be read', () => {
    const empty = join(folder.root, 'empty');
    mkdirSync(empty);
    expect(readMarketplace(placeIn(empty, true)).diagnostics).toMatchObject([
      { code: 'marketplace-missing' },
    ]);
    mkdirSync(join(empty, '.claude-plugin', 'marketplace.json'), { recursive: true });
    expect(readMarketplace(placeIn(empty, true)).diagnostics).toMatchObject([
      { code: 'marketplace-unreadable' },
    ]);
  });

  it('is refused unread where it is too large', () => {
    const file = folder.write('big/.claude-plugin/marketplace.json', ' '.repeat(17 * 1024 * 1024));
    const { marketplace, diagnostics } = readMarketplace(placeOfFile(file, true));
    expect(marketplace).toBeNull();
    expect(diagnostics).toMatchObject([{ code: 'marketplace-unreadable' }]);
  });

  it('with more problems than anybody reads counts them', () => {
    const text = with_({ plugins: Array.from({ length: 2000 }, () => 7) });
    const { marketplace, diagnostics } = parseMarketplace(text, ELSEWHERE);
    expect(marketplace?.aside).toHaveLength(2000);
    expect(diagnostics).toHaveLength(501);
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'marketplace-too-many-problems',
      message: expect.stringContaining('1500'),
    });
  });

  it('with more plugins than anybody has is read as far', () => {
    const plugins = Array.from({ length: 20_010 }, (_, index) => ({
      name: `p${index}`,
      source: { source: 'npm', package: 'a' },
    }));
    const { marketplace, diagnostics } = parseMarketplace(with_({ plugins }), ELSEWHERE);
    expect(marketplace?.listings).toHaveLength(20_000);
    expect(diagnostics).toMatchObject([{ code: 'marketplace-too-many-plugins' }]);
  });

  it('never breaks the reader, whatever it holds', () => {
    const keys = fc.constantFrom(
      'name',
      'source',
      'url',
      'path',
      'repo',
      'plugins',
      'hooks',
      'renames',
      'metadata',
      'strict',
      '__proto__',
      'constructor',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.string(),
        fc.constantFrom('github', 'url', './a', '../b', 'npm', 'toString'),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(keys, value, { maxKeys: 8 }),
        fc.array(value, { maxLength: 4 }),
        (root, plugins) => {
          const { marketplace } = parseMarketplace(JSON.stringify({ ...root, plugins }), ELSEWHERE);
          expect((marketplace?.listings.length ?? 0) + (marketplace?.aside.length ?? 0)).toBe(plugins.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('renames', () => {
  const renames = new Map([
    ['a', 'b'],
    ['b', 'c'],
    ['x', 'y'],
    ['y', 'x'],
    ['gone', null],
    ['old', 'gone'],
  ]);

  it.each([
    ['a', 'c'],
    ['c', 'c'],
    ['other', 'other'],
    ['x', 'x'],
    ['gone', null],
    ['old', null],
  ])('%s is %s now', (name, now) => {
    expect(finalName(renames, name)).toBe(now);
  });
});

it('docs/marketplaces.md explains every code', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/marketplaces.md', import.meta.url)), 'utf8');
  const rows = Object.entries(MARKETPLACE_CODES).map(
    ([code, { severity, meaning, fix }]) => `| \`${code}\` | ${severity} | ${meaning} | ${fix} |`,
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
