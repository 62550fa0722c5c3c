// Marketplaces added, updated and removed, with real repositories and servers.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutShort, deadAddress, serve, serveFiles, serveGit } from '../sources/testing/servers.js';
import { openCatalogue } from './catalogue.js';
import { copyFolder } from './copies.js';
import { readKnown } from './known.js';
import { addMarketplace, removeMarketplace, updateMarketplaces } from './manage.js';
import { isReserved } from './names.js';
import { sameOrigin, showOrigin } from './origin.js';
import { busyFile, knownFile, marketplacesFolder } from './places.js';
import { TestShop } from './testing/shop.js';

let shop: TestShop;
beforeEach(() => {
  shop = new TestShop();
});
afterEach(() => shop.remove());

const GUARD = { name: 'guard', source: './plugins/guard' };
const npm = (name: string) => ({ name, source: { source: 'npm', package: name } });
const names = () => readKnown(shop.home).known.map(({ name }) => name);
/** Nothing on its way, nothing put aside, nobody at work. */
const leftovers = (): readonly string[] => {
  const folder = marketplacesFolder(shop.home);
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return all.filter((path) => /^(?:\.staging\/|\.old|\.busy|\.known)/.test(path));
};

describe('where a marketplace comes from', () => {
  const hub = (more: object = {}) => ({
    kind: 'git',
    url: 'https://github.com/o/r.git',
    ref: null,
    commit: null,
    folder: null,
    ...more,
  });

  it.each([
    ['o/r', hub()],
    ['o/r@v1', hub({ ref: 'v1' })],
    ['o/r#main:sub', hub({ ref: 'main', folder: 'sub' })],
    ['https://git.example/a.git#v2', hub({ url: 'https://git.example/a.git', ref: 'v2' })],
    ['git@git.example:a/b.git', hub({ url: 'git@git.example:a/b.git' })],
    [
      'https://a.example/x/marketplace.json',
      { kind: 'address', url: 'https://a.example/x/marketplace.json' },
    ],
    ['https://a.example/m.json?key=1', { kind: 'address', url: 'https://a.example/m.json?key=1' }],
  ])('%s', (text, expected) => {
    expect(shop.origin(text)).toEqual(expected);
  });

  it('folders and files on this machine, also as a word', () => {
    const folder = shop.marketplace('mine', []);
    expect(shop.origin('./mine')).toEqual({ kind: 'folder', path: folder });
    expect(shop.origin('mine')).toEqual({ kind: 'folder', path: folder });
    const file = join(folder, '.claude-plugin', 'marketplace.json');
    expect(shop.origin(file)).toEqual({ kind: 'file', path: file });
  });

  it.each(['', '--x', 'a b', 'ftp://a/b', 'npm:a', './a.zip', 'p@shop', './nowhere', 'https://', 'o/r@../x'])(
    'refuses %j',
    (text) => {
      expect(() => shop.origin(text)).toThrow(
        expect.objectContaining({ name: 'PluginProblem', hint: expect.stringContaining('owner/name') }),
      );
    },
  );

  it('shows no keys', () => {
    expect(showOrigin(shop.origin('https://a.example/m.json?key=geheim'))).toBe('https://a.example/m.json');
    expect(showOrigin(shop.origin('https://me:geheim@a.example/r.git#v1'))).toBe(
      'https://a.example/r.git#v1',
    );
  });

  it('two are the same whatever the order of their fields', () => {
    expect(sameOrigin({ kind: 'folder', path: '/a' }, { path: '/a', kind: 'folder' })).toBe(true);
    expect(sameOrigin({ kind: 'folder', path: '/a' }, { kind: 'file', path: '/a' })).toBe(false);
  });
});

describe('add', () => {
  it('a repository: a copy with its files, and an entry with its commit', async () => {
    const repository = shop.repository('tools', [GUARD]);
    const { known, marketplace, state, diagnostics } = await shop.addRepository(repository);
    expect([state, diagnostics]).toEqual(['added', []]);
    expect(known).toMatchObject({ name: 'tools', commit: repository.git('rev-parse', 'HEAD') });
    const folder = join(copyFolder(shop.home, 'tools'), 'plugins', 'guard');
    expect(marketplace.listings).toMatchObject([{ from: { source: { kind: 'folder', path: folder } } }]);
    expect(existsSync(join(folder, 'hooks', 'hooks.json'))).toBe(true);
    expect(statSync(knownFile(shop.home)).mode & 0o777).toBe(0o600);
    expect(leftovers()).toEqual([]);
  });

  it('a branch, a tag and a commit', async () => {
    const repository = shop.repository('tools', []);
    const first = repository.git('rev-parse', 'HEAD');
    repository.git('tag', 'v1');
    shop.stock(repository, 'tools', [GUARD]);
    const url = `file://${repository.folder}`;
    await shop.add(`${url}#v1`, 'by-tag');
    await shop.add(`${url}#main`, 'by-branch');
    await shop.add(`${url}#${first}`, 'by-commit');
    expect(['by-tag', 'by-branch', 'by-commit'].map((name) => shop.listed(name))).toEqual([
      [],
      ['guard'],
      [],
    ]);
  });

  it('a repository over http', async () => {
    shop.repository('tools', [GUARD]);
    const { url } = await serveGit(join(shop.root, 'git'));
    const { warnings } = await shop.add(`${url}/tools/.git`);
    expect([shop.listed('tools'), warnings]).toEqual([['guard'], []]);
  });

  it('an address: only the list', async () => {
    shop.write('www/marketplace.json', { name: 'web', owner: { name: 'T' }, plugins: [npm('a'), GUARD] });
    const { url } = await serveFiles(join(shop.root, 'www'));
    const { marketplace } = await shop.add(`${url}/marketplace.json`);
    expect(marketplace.listings.map(({ name }) => name)).toEqual(['a']);
    expect(marketplace.aside).toMatchObject([
      { name: 'guard', problem: { code: 'plugin-source-needs-files' } },
    ]);
    expect(leftovers()).toEqual([]);
  });

  it('a folder is read where it lies', async () => {
    shop.plugin('mine/plugins/guard');
    const folder = shop.marketplace('mine', [GUARD], { name: 'mine' });
    await shop.add('./mine');
    expect(shop.listed('mine')).toEqual(['guard']);
    expect(existsSync(copyFolder(shop.home, 'mine'))).toBe(false);
    shop.marketplace('mine', [GUARD, npm('b')], { name: 'mine' });
    expect(shop.listed('mine')).toEqual(['guard', 'b']);
    await shop.add(join(folder, '.claude-plugin', 'marketplace.json'), 'by-file');
    expect(shop.listed('by-file')).toEqual(['guard', 'b']);
  });

  it('under a name of one’s own', async () => {
    const repository = shop.repository('tools', [GUARD]);
    expect((await shop.addRepository(repository, 'mine')).known.name).toBe('mine');
    expect(names()).toEqual(['mine']);
  });

  it('one that has no usable name needs one', async () => {
    shop.marketplace('odd', [], { name: '../../odd' });
    await expect(shop.add('./odd')).rejects.toMatchObject({
      code: 'bad-marketplace',
      hint: expect.stringContaining('--name'),
    });
    await shop.add('./odd', 'odd');
    expect(names()).toEqual(['odd']);
    await expect(shop.add('./odd', '../x')).rejects.toMatchObject({ code: 'bad-marketplace' });
  });

  it('again from the same place brings it up to date', async () => {
    const repository = shop.repository('tools', []);
    const { known } = await shop.addRepository(repository);
    shop.stock(repository, 'tools', [GUARD]);
    const again = await shop.addRepository(repository);
    expect(again).toMatchObject({ state: 'again', known: { addedAt: known.addedAt } });
    expect(shop.listed('tools')).toEqual(['guard']);
  });

  it('another one of the same name is refused, and changes nothing', async () => {
    await shop.addRepository(shop.repository('tools', [GUARD]));
    shop.marketplace('other', [], { name: 'Tools' });
    const before = readFileSync(knownFile(shop.home), 'utf8');
    await expect(shop.add('./other')).rejects.toMatchObject({
      code: 'marketplace-known',
      hint: expect.stringContaining('--name'),
    });
    expect(readFileSync(knownFile(shop.home), 'utf8')).toBe(before);
    expect(shop.listed('tools')).toEqual(['guard']);
  });

  it.each([
    ['no marketplace.json', { 'README.md': 'x' }, 'there is no .claude-plugin/marketplace.json'],
    ['no JSON', { '.claude-plugin/marketplace.json': '{"name": "x",\n  "plugins": }' }, 'line 2'],
  ])('refuses a repository with %s, and leaves nothing', async (_title, files, why) => {
    const repository = shop.repository('tools', []);
    repository.git('rm', '-r', '--quiet', '.');
    repository.commit(files);
    await expect(shop.addRepository(repository)).rejects.toMatchObject({
      code: 'bad-marketplace',
      message: expect.stringContaining(why),
    });
    expect(names()).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it.each([
    ['a page', 'text/html', '<html>sign in</html>'],
    ['too much', 'application/json', 'x'.repeat(17 * 1024 * 1024)],
  ])('refuses an address that gives %s', async (_title, type, body) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    await expect(shop.add(`${url}/marketplace.json`)).rejects.toMatchObject({
      code: expect.stringMatching(/bad-marketplace|too-big/),
    });
    expect(names()).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it('says what is missing', async () => {
    const { url } = await serveFiles(shop.root);
    await expect(shop.add(`${url}/nothing.json`)).rejects.toMatchObject({ code: 'not-found' });
    await expect(shop.add(`${await deadAddress()}/m.json`)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(shop.add(`file://${shop.root}/no-repository`)).rejects.toMatchObject({
      name: 'PluginProblem',
    });
    expect(leftovers()).toEqual([]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const repository = shop.repository('tools', []);
    const origin = shop.origin(`file://${repository.folder}`);
    await expect(addMarketplace(origin, null, { ...shop.around, signal: stop.signal })).rejects.toMatchObject(
      { code: 'interrupted' },
    );
    expect(leftovers()).toEqual([]);
  });

  it('a folder that cannot be written is said', async () => {
    mkdirSync(join(shop.home, '.amplifier'));
    writeFileSync(marketplacesFolder(shop.home), 'a file');
    shop.marketplace('mine', []);
    await expect(shop.add('./mine')).rejects.toMatchObject({ name: 'PluginProblem' });
  });
});

describe('names that others must not have', () => {
  it.each([
    ['claude-plugins-official', true],
    ['claude-code-plugins', true],
    ['anthropic-tools', true],
    ['official-claude-plugins', true],
    ['agent-skills', true],
    ['my-claude-plugins', false],
    ['tools', false],
  ])('%s: %s', (name, reserved) => {
    expect(isReserved(name)).toBe(reserved);
  });

  it('are refused from elsewhere, whoever gives them', async () => {
    shop.repository('claude-plugins-official', []);
    const { url } = await serveGit(join(shop.root, 'git'));
    const from = `${url}/claude-plugins-official/.git`;
    await expect(shop.add(from)).rejects.toMatchObject({
      code: 'bad-marketplace',
      message: expect.stringContaining('reserved'),
      hint: expect.stringContaining('--name'),
    });
    await expect(shop.add(from, 'anthropic-tools')).rejects.toMatchObject({ code: 'bad-marketplace' });
    await shop.add(from, 'theirs');
    expect(names()).toEqual(['theirs']);
  });

  it('are allowed on this machine, with a warning', async () => {
    shop.marketplace('official', [], { name: 'claude-plugins-official' });
    expect((await shop.add('./official')).warnings).toEqual([expect.stringContaining('comes from')]);
  });
});

describe('update', () => {
  it('says what is new, gone and changed', async () => {
    const repository = shop.repository('tools', [GUARD, npm('a'), npm('b')]);
    await shop.addRepository(repository);
    const commit = shop.stock(repository, 'tools', [GUARD, { ...npm('a'), version: '2' }, npm('c')]);
    expect(await updateMarketplaces(null, shop.around)).toMatchObject([
      { outcome: 'updated', added: ['c'], removed: ['b'], changed: ['a'], problem: null, known: { commit } },
    ]);
    expect(shop.listed('tools')).toEqual(['guard', 'a', 'c']);
    expect(await updateMarketplaces('tools', shop.around)).toMatchObject([{ outcome: 'unchanged' }]);
    expect(leftovers()).toEqual([]);
  });

  it('keeps the name that the user gave, whatever the file says', async () => {
    const repository = shop.repository('tools', []);
    await shop.addRepository(repository, 'mine');
    shop.stock(repository, 'renamed', [GUARD]);
    await updateMarketplaces(null, shop.around);
    expect(names()).toEqual(['mine']);
    expect(shop.listed('mine')).toEqual(['guard']);
  });

  it('that fails keeps the old copy, and does not keep the others back', async () => {
    const [broken, gone, fine] = ['a-broken', 'b-gone', 'c-fine'].map((name) =>
      shop.repository(name, [GUARD]),
    );
    if (broken === undefined || gone === undefined || fine === undefined) throw new Error();
    for (const one of [broken, gone, fine]) await shop.addRepository(one);
    const before = readKnown(shop.home).known;
    broken.commit({ '.claude-plugin/marketplace.json': '{' });
    rmSync(gone.folder, { recursive: true });
    shop.stock(fine, 'c-fine', [GUARD, npm('x')]);
    const results = await updateMarketplaces(null, shop.around);
    expect(
      results.map(({ known, outcome, problem }) => [known.name, outcome, problem?.code ?? null]),
    ).toEqual([
      ['a-broken', 'failed', 'bad-marketplace'],
      ['b-gone', 'failed', expect.stringMatching(/not-found|fetch-failed/)],
      ['c-fine', 'updated', null],
    ]);
    expect(['a-broken', 'b-gone', 'c-fine'].map((name) => shop.listed(name))).toEqual([
      ['guard'],
      ['guard'],
      ['guard', 'x'],
    ]);
    expect(readKnown(shop.home).known.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(leftovers()).toEqual([]);
  });

  it('of an address that breaks off keeps the old copy', async () => {
    const body = Buffer.from(JSON.stringify({ name: 'web', owner: { name: 'T' }, plugins: [npm('a')] }));
    let cut = false;
    const { url } = await serve((_request, response) => {
      if (cut) cutShort(response, body);
      else response.writeHead(200).end(body);
    });
    await shop.add(`${url}/marketplace.json`);
    cut = true;
    expect(await updateMarketplaces(null, shop.around)).toMatchObject([
      { outcome: 'failed', problem: { code: 'unreachable' } },
    ]);
    expect(shop.listed('web')).toEqual(['a']);
  });

  it('of what lies on this machine fetches nothing', async () => {
    shop.marketplace('mine', [], { name: 'mine' });
    await shop.add('./mine');
    expect(await updateMarketplaces(null, shop.around)).toMatchObject([{ outcome: 'in-place' }]);
    rmSync(join(shop.root, 'mine'), { recursive: true });
    expect(await updateMarketplaces(null, shop.around)).toMatchObject([{ outcome: 'failed' }]);
  });

  it('of one that is not known suggests the nearest', async () => {
    await shop.addRepository(shop.repository('tools', []));
    await expect(updateMarketplaces('tolls', shop.around)).rejects.toMatchObject({
      code: 'unknown-marketplace',
      hint: 'Did you mean tools?',
    });
    expect(await updateMarketplaces('TOOLS', shop.around)).toHaveLength(1);
  });
});

describe('remove', () => {
  it('takes the entry and the copy', async () => {
    await shop.addRepository(shop.repository('tools', [GUARD]));
    await shop.addRepository(shop.repository('other', [GUARD]));
    await removeMarketplace('tools', shop.home);
    expect(names()).toEqual(['other']);
    expect(existsSync(copyFolder(shop.home, 'tools'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it('never touches what lies elsewhere', async () => {
    const folder = shop.marketplace('mine', [], { name: 'mine' });
    await shop.add('./mine');
    await removeMarketplace('mine', shop.home);
    expect(existsSync(folder)).toBe(true);
  });

  it('needs a name that is known', async () => {
    await expect(removeMarketplace('x', shop.home)).rejects.toMatchObject({
      code: 'unknown-marketplace',
      hint: expect.stringContaining('marketplace add'),
    });
  });
});

describe('known.json', () => {
  it('keeps what others wrote into it', async () => {
    shop.write('home/.amplifier/hooks-marketplaces/known.json', {
      version: 1,
      note: 'mine',
      marketplaces: { strange: { origin: { kind: 'pigeon' } } },
    });
    shop.marketplace('mine', [], { name: 'mine' });
    await shop.add('./mine');
    expect(readKnown(shop.home)).toMatchObject({
      known: [{ name: 'mine' }],
      diagnostics: [{ code: 'known-entry' }],
    });
    const content = JSON.parse(readFileSync(knownFile(shop.home), 'utf8'));
    expect(content).toMatchObject({
      version: 1,
      note: 'mine',
      marketplaces: { strange: { origin: { kind: 'pigeon' } } },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['an array', '[]'],
    ['another version', '{"version":2,"marketplaces":{}}'],
    ['nothing in it', '{"version":1}'],
  ])('with %s is told of, and never overwritten', async (_title, text) => {
    shop.write('home/.amplifier/hooks-marketplaces/known.json', text);
    expect(readKnown(shop.home)).toMatchObject({ known: [], diagnostics: [{ code: 'known-broken' }] });
    shop.marketplace('mine', []);
    await expect(shop.add('./mine')).rejects.toMatchObject({ code: 'cannot-write' });
    expect(readFileSync(knownFile(shop.home), 'utf8')).toBe(text);
    expect(leftovers()).toEqual([]);
  });

  it('entries whose names lead elsewhere do not count', () => {
    const origin = { kind: 'folder', path: '/x' };
    shop.write('home/.amplifier/hooks-marketplaces/known.json', {
      version: 1,
      marketplaces: { '../up': { origin }, 'known.json': { origin }, fine: { origin } },
    });
    expect(names()).toEqual(['fine']);
  });
});

describe('several at once', () => {
  it('add and update without losing anything', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => shop.repository(name, [GUARD]));
    await Promise.all(all.map((repository) => shop.addRepository(repository)));
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    const rounds = await Promise.all([1, 2, 3].map(() => updateMarketplaces(null, shop.around)));
    expect(rounds.flat().map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 12 }, () => 'unchanged'),
    );
    expect(names().map((name) => shop.listed(name))).toEqual([['guard'], ['guard'], ['guard'], ['guard']]);
    expect(leftovers()).toEqual([]);
  });

  it('one that is removed while it is updated stays removed', async () => {
    const repository = shop.repository('tools', [GUARD]);
    await shop.addRepository(repository);
    const updating = updateMarketplaces('tools', shop.around);
    await removeMarketplace('tools', shop.home);
    expect(await updating).toMatchObject([{ outcome: 'failed', problem: { code: 'unknown-marketplace' } }]);
    expect(names()).toEqual([]);
    expect(existsSync(copyFolder(shop.home, 'tools'))).toBe(false);
  });

  it('what a killed command left is put right', async () => {
    await shop.addRepository(shop.repository('tools', [GUARD]));
    // Killed between putting the old copy aside and bringing the new one in.
    renameSync(copyFolder(shop.home, 'tools'), join(marketplacesFolder(shop.home), '.old-tools'));
    const { pid } = spawnSync('true');
    writeFileSync(busyFile(shop.home), JSON.stringify({ id: 'dead', pid, host: hostname(), started: null }));
    const { shelves } = await openCatalogue(shop.home);
    expect(shelves.map(({ marketplace }) => marketplace?.listings.map(({ name }) => name))).toEqual([
      ['guard'],
    ]);
    expect(leftovers()).toEqual([]);
  });
});
