// Searching the copies: ranking, hooks, what is installed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Listing } from './listing.js';
import { POINTS, scoreOf } from './rank.js';
import { searchPlugins } from './search.js';
import { TestShop } from './testing/shop.js';

let shop: TestShop;
beforeEach(() => {
  shop = new TestShop();
});
afterEach(() => shop.remove());

const npm = (name: string, more: object = {}) => ({
  name,
  source: { source: 'npm', package: name },
  ...more,
});
const search = (words: readonly string[], more: { hooksOnly?: boolean; limit?: number } = {}) =>
  searchPlugins(
    { words, hooksOnly: more.hooksOnly ?? false, limit: more.limit ?? null },
    { home: shop.home, projectDir: join(shop.root, 'project') },
  );
const namesOf = ({ found }: Awaited<ReturnType<typeof search>>) => found.map(({ listing }) => listing.name);

const LISTING: Listing = {
  name: 'git-guard',
  displayName: 'Git Guard',
  description: 'Blocks pushes to protected branches',
  version: null,
  author: null,
  homepage: null,
  license: null,
  category: 'security',
  keywords: ['version control'],
  tags: ['community'],
  from: { kind: 'unsupported', type: 'x', why: 'y' },
  strict: true,
  defaultEnabled: null,
  hooks: null,
  others: [],
  line: 1,
  column: 1,
};

describe('ranking', () => {
  it.each<[string, keyof typeof POINTS]>([
    ['git-guard', 'name'],
    ['GIT-GUARD', 'name'],
    ['git', 'nameStart'],
    ['guard', 'namePart'],
    ['uar', 'nameInside'],
    ['security', 'label'],
    ['community', 'label'],
    ['control', 'labelInside'],
    ['protected', 'descriptionWord'],
    ['protec', 'descriptionInside'],
  ])('%s is found as %s', (word, where) => {
    expect(scoreOf(LISTING, [word])).toBe(POINTS[where]);
  });

  it('every word has to be there, and all count', () => {
    expect(scoreOf(LISTING, ['git-guard', 'pushes'])).toBe(POINTS.name + POINTS.descriptionWord);
    expect(scoreOf(LISTING, ['git-guard', 'nothing'])).toBeNull();
    expect(scoreOf(LISTING, [])).toBe(0);
  });

  it('a better place never counts less', () => {
    const values = Object.values(POINTS);
    expect([...values].sort((a, b) => b - a)).toEqual(values);
  });

  it('does not depend on the order of the words, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), (words) => {
        expect(scoreOf(LISTING, words)).toBe(scoreOf(LISTING, [...words].reverse()));
      }),
    );
  });
});

describe('search', () => {
  it('looks in all marketplaces, the best first, equals by name', async () => {
    shop.marketplace('one', [npm('format'), npm('zzz', { description: 'can format' }), npm('other')], {
      name: 'one',
    });
    shop.marketplace('two', [npm('format'), npm('formatter'), npm('aaa', { description: 'can format' })], {
      name: 'two',
    });
    await shop.add('./one');
    await shop.add('./two');
    const { found, total, searched } = await search(['format']);
    expect(found.map(({ listing, marketplace }) => `${listing.name}@${marketplace}`)).toEqual([
      'format@one',
      'format@two',
      'formatter@two',
      'aaa@two',
      'zzz@one',
    ]);
    expect([total, searched.map(({ known, plugins }) => [known.name, plugins])]).toEqual([
      5,
      [
        ['one', 3],
        ['two', 3],
      ],
    ]);
    expect(namesOf(await search([]))).toHaveLength(6);
  });

  it('shows no more than asked, and says how many there are', async () => {
    shop.marketplace('one', [npm('a1'), npm('a2'), npm('a3')]);
    await shop.add('./one');
    const result = await search(['a'], { limit: 2 });
    expect([namesOf(result), result.total]).toEqual([['a1', 'a2'], 3]);
  });

  it('works offline, from the copy', async () => {
    const repository = shop.repository('tools', [{ name: 'guard', source: './plugins/guard' }]);
    await shop.addRepository(repository);
    rmSync(repository.folder, { recursive: true });
    expect((await search(['guard'])).found).toMatchObject([
      { hooks: { known: true, events: ['PreToolUse'] } },
    ]);
  });

  it('knows the hooks of plugins whose files are there', async () => {
    shop.plugin('one/plugins/stops', 'Stop');
    shop.write('one/plugins/none/README.md', 'x');
    shop.write('one/plugins/extra/more.json', { hooks: { SessionEnd: [] } });
    const hooks = { hooks: { PostToolUse: [] } };
    shop.marketplace('one', [
      { name: 'stops', source: './plugins/stops', hooks: { SessionStart: [], Nonsense: [] } },
      { name: 'none', source: './plugins/none' },
      { name: 'extra', source: './plugins/extra', hooks: ['./more.json', hooks, './missing.json'] },
      npm('inline', { hooks }),
      npm('far'),
    ]);
    await shop.add('./one');
    const facts = Object.fromEntries(
      (await search([])).found.map(({ listing, hooks: known }) => [listing.name, known]),
    );
    expect(facts).toEqual({
      stops: { known: true, events: ['SessionStart', 'Stop'] },
      none: { known: true, events: [] },
      extra: { known: true, events: ['PostToolUse', 'SessionEnd'] },
      inline: { known: true, events: ['PostToolUse'] },
      far: { known: false },
    });
    expect(namesOf(await search([], { hooksOnly: true })).sort()).toEqual(['extra', 'inline', 'stops']);
  });

  it('knows what is installed, and from where', async () => {
    shop.marketplace('one', [npm('a'), npm('b')], { name: 'one' });
    await shop.add('./one');
    const locked = (marketplace: string | null) => ({
      source: 'x',
      pinned: { kind: 'folder', path: './x' },
      version: '1.0.0',
      marketplace,
      files: {},
      executable: [],
    });
    shop.write('project/.amplifier/hooks.lock.json', {
      version: 1,
      plugins: { a: locked('one'), b: locked('two') },
    });
    shop.write('home/.amplifier/hooks.lock.json', '{');
    const { found } = await search([]);
    expect(found.map(({ listing, installed }) => [listing.name, installed])).toEqual([
      ['a', [{ plugin: 'a', marketplace: 'one', scope: 'project', version: '1.0.0' }]],
      ['b', []],
    ]);
  });

  it('goes on where a marketplace cannot be read, and says so', async () => {
    shop.marketplace('one', [npm('a')], { name: 'one' });
    shop.marketplace('two', [npm('a')], { name: 'two' });
    await shop.add('./one');
    await shop.add('./two');
    rmSync(join(shop.root, 'one'), { recursive: true });
    const { found, diagnostics, searched } = await search(['a']);
    expect(found.map(({ marketplace }) => marketplace)).toEqual(['two']);
    expect(diagnostics).toMatchObject([{ code: 'marketplace-missing' }]);
    expect(searched).toMatchObject([{ plugins: null }, { plugins: 1 }]);
  });
});
