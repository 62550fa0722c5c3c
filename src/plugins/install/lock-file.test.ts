// hooks.lock.json: what is written is what is read, and nothing in it leads out of a plugin.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';
import type { Pinned } from '../source.js';
import { type Locked, lockText, portable, readLock, writeLock } from './lock-file.js';
import { placeOf } from './place.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const here = () => placeOf('project', { projectDir: project.dir, home: project.home });
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);

const pinned: fc.Arbitrary<Pinned> = fc.oneof(
  fc.record({ kind: fc.constant('folder' as const), path: word.map((name) => `/elsewhere/${name}`) }),
  fc.record({
    kind: fc.constant('git' as const),
    url: fc.webUrl(),
    commit: hex(40),
    folder: fc.option(word),
  }),
  fc.record({
    kind: fc.constant('npm' as const),
    package: word,
    version: fc.constant('1.2.3'),
    integrity: fc.string(),
    registry: fc.option(fc.webUrl()),
  }),
  fc.record({ kind: fc.constant('archive' as const), url: fc.webUrl(), sha256: hex(64) }),
);
const locked: fc.Arbitrary<Locked> = fc.record({
  source: fc.string(),
  pinned,
  version: fc.option(fc.string()),
  marketplace: fc.option(word),
  additions: fc.option(
    fc.record({ name: fc.option(word), hooks: fc.constantFrom(null, './x.json', { Stop: [] }) }),
  ),
  files: fc
    .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 3 }), hex(64), fc.boolean()))
    .map(
      (files) => new Map(files.map(([path, sha256, executable]) => [path.join('/'), { sha256, executable }])),
    ),
});

it('gives back what was written, and the same text for the same plugins in any order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(word, locked), { selector: ([name]) => name, minLength: 1 }),
      (entries) => {
        const place = here();
        const plugins = new Map(entries);
        writeLock(place, plugins);
        expect(readLock(place)).toEqual(plugins);
        expect(lockText(place, new Map([...entries].reverse()))).toBe(lockText(place, plugins));
      },
    ),
    { numRuns: 60 },
  );
});

it('says where things are so that it holds in every copy of the project', () => {
  const path = `${project.dir}/tools/guard`;
  const entry: Locked = {
    source: './tools/guard',
    pinned: { kind: 'folder', path },
    version: null,
    marketplace: null,
    additions: null,
    files: new Map(),
  };
  expect(lockText(here(), new Map([['guard', entry]]))).toContain('"path": "./tools/guard"');
  expect([portable('/a/b', '/a'), portable('/a', '/a'), portable('/b', '/a'), portable('/ab', '/a')]).toEqual(
    ['./b', '.', '/b', '/ab'],
  );
});

it('there is none where nothing is installed', () => {
  expect(readLock(here())).toEqual(new Map());
});

describe('refuses', () => {
  const entry = {
    source: 'x',
    pinned: { kind: 'folder', path: 'x' },
    version: null,
    marketplace: null,
    files: {},
    executable: [],
  };
  const sum = 'a'.repeat(64);
  const CASES: readonly (readonly [string, unknown, RegExp])[] = [
    ['no JSON', '{', /is not JSON/],
    ['no object', '[]', /it must be an object, but is an array$/],
    ['another version', '{"version":2,"plugins":{}}', /its version is the number 2/],
    ['no plugins', '{"version":1}', /: "plugins" must be an object, but is nothing$/],
    [
      'a name that leads out',
      { '../x': entry },
      /: "plugins\["\.\.\/x"\]" must be called by the name of a folder$/,
    ],
    ['an entry that is none', { x: 1 }, /: "plugins\.x" must be an object, but is the number 1$/],
    [
      'no source',
      { x: { ...entry, source: 1 } },
      /: "plugins\.x\.source" must be a string, but is the number 1$/,
    ],
    [
      'a pin without a commit',
      { x: { ...entry, pinned: { kind: 'git', url: 'u', folder: null } } },
      /: "plugins\.x\.pinned\.commit" must be a commit id, but is nothing$/,
    ],
    [
      'a pin of another kind',
      { x: { ...entry, pinned: { kind: 'ftp' } } },
      /: "plugins\.x\.pinned\.kind" must be one of "folder", "git", "npm", "archive", "example", but is the string "ftp"$/,
    ],
    ['no files', { x: { ...entry, files: null } }, /: "plugins\.x\.files" must be an object, but is null$/],
    [
      'no digest',
      { x: { ...entry, files: { a: 'b' } } },
      /: "plugins\.x\.files\.a" must be a sha256 digest, but is the string "b"$/,
    ],
    ...['../a', '/a', 'a/../../b', 'a//b', './a', 'C:/a', 'a\\b', 'a\n/../b', ''].map(
      (path) =>
        [
          `the file ${JSON.stringify(path)}`,
          { x: { ...entry, files: { [path]: sum } } },
          /" must be called by a path in the plugin$/,
        ] as const,
    ),
  ];
  it.each(CASES)('%s', (_title, content, why) => {
    const place = here();
    mkdirSync(dirname(place.lockFile), { recursive: true });
    writeFileSync(
      place.lockFile,
      typeof content === 'string' ? content : JSON.stringify({ version: 1, plugins: content }),
    );
    expect(() => readLock(place)).toThrow(why);
    expect(() => readLock(place)).toThrow(expect.objectContaining({ code: 'bad-lock-file' }));
  });
});
