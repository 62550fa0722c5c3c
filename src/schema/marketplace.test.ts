// The schema of marketplace.json agrees with its reader.
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parseMarketplace } from '../plugins/marketplace/read.js';
import { marketplaceSchema } from './plugin.js';

const schema = marketplaceSchema();
const validate = new Ajv({ allowUnionTypes: true, strictRequired: false, strictTypes: false }).compile(
  schema,
);
const with_ = (plugin: unknown, more: object = {}) => ({
  name: 'shop',
  owner: { name: 'T' },
  ...more,
  plugins: [plugin],
});
const read = (value: unknown) =>
  parseMarketplace(JSON.stringify(value), { file: '/m.json', root: null, local: false });

const SHA = 'a'.repeat(40);

it.each<[string, unknown]>([
  ['github', { name: 'p', source: { source: 'github', repo: 'o/r', ref: 'v1', sha: SHA } }],
  ['url', { name: 'p', source: { source: 'url', url: 'https://a.example/r.git', path: 'a/b' } }],
  ['git-subdir', { name: 'p', source: { source: 'git-subdir', url: 'o/r', path: './a' } }],
  [
    'npm',
    {
      name: 'p',
      source: { source: 'npm', package: '@a/b', version: '^1', registry: 'https://npm.example/' },
    },
  ],
  [
    'archive',
    { name: 'p', source: { source: 'archive', url: 'https://a.example/p.zip', sha256: 'b'.repeat(64) } },
  ],
  [
    'everything else',
    {
      name: 'p.q_r',
      source: { source: 'npm', package: 'a' },
      description: 'd',
      author: { name: 'A' },
      keywords: ['k'],
      tags: [],
      strict: false,
      defaultEnabled: true,
      hooks: ['./h.json', { Stop: [] }],
      skills: './s',
      $comment: 'x',
    },
  ],
])('both take %s', (_title, plugin) => {
  expect(read(with_(plugin)).marketplace?.listings).toHaveLength(1);
  expect(validate(with_(plugin))).toBe(true);
});

it.each<[string, unknown]>([
  ['a text', 'p'],
  ['no name', { source: './a' }],
  ['no source', { name: 'p' }],
  ['a bad name', { name: '../p', source: { source: 'npm', package: 'a' } }],
  ['no kind', { name: 'p', source: { repo: 'o/r' } }],
  ['github without repo', { name: 'p', source: { source: 'github' } }],
  ['a short commit', { name: 'p', source: { source: 'github', repo: 'o/r', sha: 'abc' } }],
  ['a way out', { name: 'p', source: '../p' }],
  [
    'a way out of a repository',
    { name: 'p', source: { source: 'git-subdir', url: 'o/r', path: 'a/../../b' } },
  ],
  ['a path from the top', { name: 'p', source: '/p' }],
  ['git-subdir without path', { name: 'p', source: { source: 'git-subdir', url: 'o/r' } }],
  [
    'a short checksum',
    { name: 'p', source: { source: 'archive', url: 'https://a.example/p.zip', sha256: 'b' } },
  ],
  ['strict as text', { name: 'p', source: { source: 'npm', package: 'a' }, strict: 'no' }],
  ['hooks as number', { name: 'p', source: { source: 'npm', package: 'a' }, hooks: 7 }],
])('both refuse %s', (_title, plugin) => {
  expect(read(with_(plugin)).marketplace?.listings).toEqual([]);
  expect(validate(with_(plugin))).toBe(false);
});

it.each([{ name: 7 }, { owner: 'T' }, { renames: { a: 7 } }, { metadata: { pluginRoot: '../x' } }])(
  'both complain about %j',
  (more) => {
    const value = with_({ name: 'p', source: { source: 'npm', package: 'a' } }, more);
    expect(read(value).diagnostics).not.toEqual([]);
    expect(validate(value)).toBe(false);
  },
);
