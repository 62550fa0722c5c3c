// `plugin@marketplace`.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyFolder } from './copies.js';
import { resolvePlugin } from './resolve.js';
import { TestShop } from './testing/shop.js';

let shop: TestShop;
beforeEach(() => {
  shop = new TestShop();
});
afterEach(() => shop.remove());

const GUARD = { name: 'guard', source: './plugins/guard' };
const npm = (name: string, more: object = {}) => ({
  name,
  source: { source: 'npm', package: name },
  ...more,
});
const resolve = (plugin: string, marketplace: string | null = 'tools') =>
  resolvePlugin(plugin, marketplace, { home: shop.home });
async function stocked(plugins: readonly unknown[], more: object = {}, name = 'tools') {
  const repository = shop.repository(name, plugins, { ...more });
  await shop.addRepository(repository);
  return repository;
}

it('gives all that the marketplace says', async () => {
  const hooks = { Stop: [] };
  await stocked([
    npm('a', { strict: false, version: '2', description: 'd', hooks, skills: './s', defaultEnabled: false }),
  ]);
  expect(await resolve('a')).toEqual({
    name: 'a',
    source: { kind: 'npm', package: 'a', version: null, registry: null },
    strict: false,
    version: '2',
    description: 'd',
    hooks,
    others: ['skills'],
    marketplace: 'tools',
    defaultEnabled: false,
    renamedFrom: null,
    within: null,
    elsewhere: null,
  });
});

it('a relative source is a folder of the copy, and says where others find the same', async () => {
  const repository = await stocked([GUARD]);
  const root = copyFolder(shop.home, 'tools');
  expect(await resolve('guard')).toMatchObject({
    source: { kind: 'folder', path: join(root, 'plugins', 'guard') },
    within: root,
    elsewhere: {
      kind: 'git',
      url: `file://${repository.folder}`,
      commit: repository.git('rev-parse', 'HEAD'),
      folder: 'plugins/guard',
    },
  });
});

it('the root of a repository is elsewhere too, and a folder on this machine is not', async () => {
  await stocked([{ name: 'all', source: './' }]);
  expect((await resolve('all')).elsewhere).toMatchObject({ folder: null });
  shop.plugin('mine/plugins/guard');
  shop.marketplace('mine', [GUARD], { name: 'mine' });
  await shop.add('./mine');
  expect(await resolve('guard', 'mine')).toMatchObject({ elsewhere: null, within: join(shop.root, 'mine') });
});

it('an old name leads to the new one', async () => {
  await stocked([npm('new')], { renames: { old: 'new', gone: null } });
  expect(await resolve('old')).toMatchObject({ name: 'new', renamedFrom: 'old' });
  expect(await resolve('old', null)).toMatchObject({ name: 'new' });
  await expect(resolve('gone')).rejects.toMatchObject({
    code: 'unknown-plugin',
    message: expect.stringContaining('taken out'),
  });
});

describe('without a marketplace', () => {
  it('the only one that has it is meant', async () => {
    await stocked([npm('a')]);
    await stocked([npm('b')], {}, 'other');
    expect(await resolve('b', null)).toMatchObject({ marketplace: 'other' });
  });

  it('several that have it are named', async () => {
    await stocked([npm('a')]);
    await stocked([npm('a')], {}, 'other');
    await expect(resolve('a', null)).rejects.toMatchObject({
      code: 'unknown-plugin',
      hint: 'Say which one: a@other, a@tools.',
    });
  });

  it('the similarNames is suggested', async () => {
    await stocked([npm('formatter')]);
    await expect(resolve('fromatter', null)).rejects.toMatchObject({ hint: 'Did you mean formatter?' });
    await expect(resolve('nothing-like-it', null)).rejects.toMatchObject({
      hint: expect.stringContaining('amplifier-hooks search'),
    });
  });

  it('a broken marketplace does not hide the others', async () => {
    await stocked([npm('a')]);
    shop.marketplace('mine', [], { name: 'mine' });
    await shop.add('./mine');
    shop.write('mine/.claude-plugin/marketplace.json', '{');
    expect(await resolve('a', null)).toMatchObject({ marketplace: 'tools' });
    await expect(resolve('a', 'mine')).rejects.toMatchObject({
      code: 'bad-marketplace',
      hint: expect.stringContaining('update mine'),
    });
  });

  it('none at all says how to add one', async () => {
    await expect(resolve('a', null)).rejects.toMatchObject({
      code: 'unknown-plugin',
      hint: expect.stringContaining('marketplace add'),
    });
  });
});

describe('what is not there', () => {
  it('suggests the similarNames, and other marketplaces that have it', async () => {
    await stocked([npm('formatter')]);
    await stocked([npm('fromatter')], {}, 'other');
    await expect(resolve('fromatter')).rejects.toMatchObject({
      code: 'unknown-plugin',
      message: 'the marketplace tools has no plugin "fromatter"',
      hint: 'Did you mean formatter@tools? There is fromatter@other.',
    });
  });

  it('says why a plugin that is listed cannot be had', async () => {
    await stocked([
      { name: 'made', source: { source: 'command', command: 'x' } },
      { name: 'new', source: { source: 'pigeon' } },
      { name: 'out', source: '../out' },
    ]);
    await expect(resolve('made')).rejects.toMatchObject({
      code: 'unsupported-source',
      message: expect.stringContaining('running a program'),
    });
    await expect(resolve('new')).rejects.toMatchObject({
      code: 'unsupported-source',
      message: expect.stringContaining('"pigeon"'),
    });
    await expect(resolve('out')).rejects.toMatchObject({
      code: 'bad-marketplace',
      message: expect.stringContaining('leads out of the marketplace'),
    });
  });

  it('a marketplace that is not known', async () => {
    await stocked([]);
    await expect(resolve('a', 'tolls')).rejects.toMatchObject({
      code: 'unknown-marketplace',
      hint: 'Did you mean tools?',
    });
  });
});
