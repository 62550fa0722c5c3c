// The schemas of plugin.json and hooks.lock.json agree with what is written and read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it, onTestFinished } from 'vitest';
import { Stage } from '../cli/testing/play.js';
import { placeOf, readLock } from '../plugins/index.js';
import { lockSchema, pluginSchema } from './plugin.js';

const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false, strictTypes: false });
const [isLock, isManifest] = [ajv.compile(lockSchema()), ajv.compile(pluginSchema())];

function stage(): Stage {
  const made = new Stage();
  onTestFinished(() => made.remove());
  return made;
}

it('what install writes is a lock file', async () => {
  const here = stage();
  const { dir } = here;
  await here.play(['new', 'plugin', 'guard']);
  await here.play(['install', './guard', '--name', 'other', '--yes']);
  const lock = JSON.parse(readFileSync(join(dir, '.amplifier', 'hooks.lock.json'), 'utf8'));
  expect([isLock(lock), isLock.errors]).toEqual([true, null]);
  const manifest = JSON.parse(readFileSync(join(dir, 'guard', '.claude-plugin', 'plugin.json'), 'utf8'));
  expect([isManifest(manifest), isManifest.errors]).toEqual([true, null]);
});

const SUM = 'a'.repeat(64);
const entry = (more: object): unknown => ({
  version: 1,
  plugins: {
    guard: {
      source: './x',
      pinned: { kind: 'folder', path: './x' },
      version: null,
      marketplace: null,
      files: { 'a/b.sh': SUM },
      executable: [],
      ...more,
    },
  },
});

it.each<[string, unknown, boolean]>([
  ['a folder', entry({}), true],
  ['git', entry({ pinned: { kind: 'git', url: 'u', commit: 'b'.repeat(40), folder: null } }), true],
  [
    'npm',
    entry({ pinned: { kind: 'npm', package: 'p', version: '1.0.0', integrity: 'i', registry: null } }),
    true,
  ],
  ['an archive', entry({ pinned: { kind: 'archive', url: 'u', sha256: SUM } }), true],
  ['another version', { version: 2, plugins: {} }, false],
  ['no plugins', { version: 1 }, false],
  ['a pin without a checksum', entry({ pinned: { kind: 'archive', url: 'u' } }), false],
  ['a pin of another kind', entry({ pinned: { kind: 'ftp', url: 'u' } }), false],
  ['no digest', entry({ files: { a: 'x' } }), false],
  ...['../a', '/a', 'a/../b', 'a//b', './a', 'C:/a', 'a\\b', ''].map((path): [string, unknown, boolean] => [
    `the file ${JSON.stringify(path)}`,
    entry({ files: { [path]: SUM } }),
    false,
  ]),
  ...['a', '.a', 'a/.b', '..a/b', 'a b/ü'].map((path): [string, unknown, boolean] => [
    `the file ${JSON.stringify(path)}`,
    entry({ files: { [path]: SUM } }),
    true,
  ]),
])('hooks.lock.json with %s', (_title, value, valid) => {
  expect(isLock(value)).toBe(valid);
  const { dir, home } = stage();
  const place = placeOf('project', { projectDir: dir, home });
  mkdirSync(dirname(place.lockFile), { recursive: true });
  writeFileSync(place.lockFile, JSON.stringify(value));
  if (valid) expect(readLock(place).size).toBe(1);
  else expect(() => readLock(place)).toThrow();
});

it.each<[string, unknown, boolean]>([
  ['a name alone', { name: 'guard' }, true],
  ['a path to hooks', { name: 'guard', hooks: './hooks/more.json' }, true],
  [
    'hooks by event',
    { name: 'guard', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } },
    true,
  ],
  ['several', { name: 'guard', hooks: ['./a.json', { Stop: [] }] }, true],
  ['what nobody reads', { name: 'guard', engines: { x: '1' } }, true],
  ['no name', { version: '1.0.0' }, false],
  ['a name that is not a folder', { name: '../x' }, false],
  ['a path out of the plugin', { name: 'guard', hooks: './../x.json' }, false],
  ['hooks that are a number', { name: 'guard', hooks: 1 }, false],
])('plugin.json with %s', (_title, value, valid) => {
  expect(isManifest(value)).toBe(valid);
});
