// The rooms and who may enter which. A new import across rooms is a decision: change the table here, and say why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

/** Files that every room may import: types, the table of profiles, and this package itself. */
const OPEN = ['nouns', 'profiles', 'package', 'version'];

/** room → rooms it may import, beside those open to all. docs/architecture.md says what each is for. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  files: ['text'],
  kernel: ['text'],
  events: ['text'],
  config: ['events', 'text', 'files'],
  match: ['events', 'text'],
  run: ['events', 'text', 'files'],
  decide: ['events', 'text'],
  models: ['text', 'files'],
  journal: ['text', 'files'],
  engine: ['events', 'config', 'match', 'run', 'decide', 'models', 'text', 'files'],
  hosts: ['engine', 'kernel', 'events', 'text', 'files'],
  plugins: ['config', 'events', 'text', 'files'],
  amplihack: ['events', 'config', 'plugins', 'text', 'files'],
  validate: ['engine', 'events', 'config', 'run', 'plugins', 'text', 'files'],
  explain: ['engine', 'events', 'config', 'match', 'run', 'models', 'plugins', 'validate', 'text', 'files'],
  doctor: [
    'engine',
    'events',
    'config',
    'run',
    'decide',
    'journal',
    'models',
    'plugins',
    'validate',
    'explain',
    'text',
    'files',
  ],
  conformance: ['engine', 'events', 'match', 'run', 'text', 'files'],
  scaffold: ['events', 'match', 'explain', 'text', 'files'],
  schema: ['events', 'decide', 'hosts', 'kernel', 'plugins', 'journal', 'conformance', 'explain', 'text'],
  cli: ['*'],
};

/** Files that stand outside of rooms, and what they may import. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  nouns: ['events', 'profiles'],
  profiles: ['nouns'],
  package: [],
  version: ['package'],
  index: ['engine', 'events', 'hosts', 'models', 'journal', 'nouns', 'profiles'],
};

/** Doors beside a room's `index.ts`: parts that are heavy or seldom needed, and loaded only by who enters there. */
const SIDE_DOORS: readonly string[] = [
  'text/yaml',
  'text/toml',
  'text/shapes',
  'config/mcp',
  'engine/models',
  'run/http',
  'run/mcp',
  'run/prompt',
  'run/agent',
  'run/env-file',
  'hosts/sidecar',
  'plugins/marketplace',
  'plugins/migrate',
  'plugins/sources',
  'conformance/hook-tests',
  'amplihack/install',
];

/** Rooms without files, processes, clock, environment or network, and the node modules they may use all the same. */
const PURE: Record<string, readonly string[]> = { events: [], decide: [], match: ['node:vm'], kernel: [] };

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split('/').includes('testing'),
);
const roomOf = (file: string): string => (file.split('/')[0] ?? '').replace(/\.ts$/, '');
const imports: readonly Import[] = files.flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    ([, target = '']) => ({ file, target }),
  ),
);
const inside = imports.filter(({ target }) => target.startsWith('.'));
const targetFile = ({ file, target }: Import): string =>
  relative(src, resolve(src, dirname(file), target)).replace(/\.js$/, '.ts');

describe('rooms', () => {
  it('every file belongs to a known room, and every room has a door', () => {
    expect(files.filter((file) => !(roomOf(file) in ROOMS) && !(roomOf(file) in OUTSIDE))).toEqual([]);
    expect(
      [...Object.keys(ROOMS), ...SIDE_DOORS].filter((room) => !files.includes(`${room}/index.ts`)),
    ).toEqual(
      // The command line is entered by its executables.
      ['cli'],
    );
  });

  it('imports follow the table', () => {
    const may = (from: string, to: string): boolean => {
      const allowed = ROOMS[from] ?? OUTSIDE[from] ?? [];
      return (from in ROOMS && OPEN.includes(to)) || allowed.includes('*') || allowed.includes(to);
    };
    const wrong = inside
      .map((entry) => ({ ...entry, from: roomOf(entry.file), to: roomOf(targetFile(entry)) }))
      .filter(({ from, to }) => from !== to && !may(from, to));
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('another room is entered by a door, whether at once or on demand', () => {
    const doors = [...Object.keys(ROOMS), ...SIDE_DOORS].map((room) => `${room}/index.ts`);
    const wrong = inside.filter((entry) => {
      const target = targetFile(entry);
      return roomOf(entry.file) !== roomOf(target) && target.includes('/') && !doors.includes(target);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('pure rooms stay pure', () => {
    const wrong = imports.filter(({ file, target }) => {
      const allowed = PURE[roomOf(file)];
      return allowed !== undefined && target.startsWith('node:') && !allowed.includes(target);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    const impure = files.filter(
      (file) =>
        roomOf(file) in PURE &&
        roomOf(file) !== 'kernel' &&
        /\bprocess\.|\bDate\.now|\bnew Date\b|\bsetTimeout\b|\bfetch\(/.test(
          readFileSync(join(src, file), 'utf8'),
        ),
    );
    expect(impure).toEqual([]);
  });

  it('there are no cycles', () => {
    const graph = new Map(files.map((file) => [file, new Set<string>()]));
    for (const entry of inside) graph.get(entry.file)?.add(targetFile(entry));
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    // Types may refer to each other (nouns and events); at run time such an import does not exist.
    for (const file of files) {
      const text = readFileSync(join(src, file), 'utf8');
      for (const [, target = ''] of text.matchAll(/import type [^;]*?from '(\.[^']+)'/g)) {
        graph.get(file)?.delete(targetFile({ file, target }));
      }
    }
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('the project speaks only of itself', () => {
  const folders = ['bench', 'conformance', 'docs', 'examples', 'schemas', 'scripts', 'src', 'test'];
  const published = [
    ...readdirSync(root),
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    ),
  ].filter(
    (file) => /\.(ts|md|json|mjs|py|sh|toml|ya?ml)$/.test(file) && file !== 'test/architecture.test.ts',
  );

  it('no registry host and no path of the machine it was written on', () => {
    const wrong = published.filter((file) =>
      /registry\.npmjs|registry\.yarnpkg|pypi\.org|files\.pythonhosted|\/work\/(main|shared)/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
