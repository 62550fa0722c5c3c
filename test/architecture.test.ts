// The rooms and who may enter which, as docs/architecture.md has it. A new import across rooms is a decision: change the plan,
// and say why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, eventRow } from '../src/events/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

const plan = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
const words = (list: string): readonly string[] =>
  [...list.matchAll(/[\w-]+(?:\/[\w-]+)*/g)].map(([word]) => word);

/** room → rooms it may import, as the plan has it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...plan.matchAll(/^\| `([\w/]+)` \|[^|]*\| ([^|]*) \|$/gm)].map(([, room = '', list = '']) => [
    room,
    words(list),
  ]),
);

/** Doors beside a room's `index.ts`, as the plan has them. */
const SIDE_DOORS = words(/have a door of their own[^:]*:([^.]*)\./.exec(plan)?.[1] ?? '');

/** Files outside of rooms that every room may import. */
const OPEN = [
  'nouns',
  'voices',
  'end-signal',
  'hook-name',
  'profiles',
  'profile-names',
  'host-names',
  'package',
  'version',
];

/** What files outside of rooms may import. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  nouns: ['end-signal', 'events', 'profiles'],
  'end-signal': [],
  voices: ['nouns'],
  'hook-name': ['nouns', 'text'],
  profiles: ['nouns', 'profile-names'],
  'profile-names': [],
  'host-names': [],
  package: [],
  version: ['package'],
  index: [
    'config',
    'end-signal',
    'engine',
    'events',
    'hosts',
    'models',
    'journal',
    'nouns',
    'profiles',
    'telemetry',
  ],
};

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
    expect(Object.keys(ROOMS).length).toBeGreaterThan(20);
    expect(SIDE_DOORS.length).toBeGreaterThan(10);
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
      return (from in ROOMS && OPEN.includes(to)) || allowed.includes('everything') || allowed.includes(to);
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
        // What bounds work in time has to measure it.
        file !== 'match/within-time.ts' &&
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

  it('in plain words: “is not a valid X”', () => {
    const wrong = published.filter((file) =>
      /\bis no (?:valid|http|JSON|absolute)\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('no registry host and no path of the machine it was written on', () => {
    const wrong = published.filter((file) =>
      /registry\.npmjs|registry\.yarnpkg|pypi\.org|files\.pythonhosted|\/work\/(main|shared)/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what is known of an event stands in its row', () => {
  /** Rooms that read the columns of the event table and tell no event by its name. */
  const ROOMS = [
    'engine',
    'decide',
    'match',
    'run',
    'config',
    'validate',
    'doctor',
    'explain',
    'scaffold',
    'schema',
    'conformance',
  ];
  /** File → why it may. */
  const EXCUSED: Readonly<Record<string, string>> = {
    'conformance/host/shell.ts': 'plays a host, and a host knows when it announces edited settings',
  };
  const names = EVENT_NAMES.flatMap((name) => [name, ...eventRow(name).aliases]).join('|');
  /** Double quotes are those of JSON in a text; the formatter leaves no others. */
  const named = new RegExp(`(['\`])(?:${names})\\1|[{,]\\s*(?:${names})\\s*:`);
  const withoutComments = (code: string): string =>
    code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

  it('is found where it is named', () => {
    const naming = ["row.name === 'Stop'", '[`PreToolUse`]', '{\n  SessionEnd: 1 }'];
    expect(naming.filter((code) => !named.test(code))).toEqual([]);
    expect("row.stops === 'agent'; note('Stop of an agent')").not.toMatch(named);
    expect(withoutComments("/** of 'Stop' */ a; // 'Stop'\n'http://a'")).toBe(" a;\n'http://a'");
  });

  it('no other room tells events apart by name', () => {
    const found = files.filter(
      (file) =>
        ROOMS.includes(roomOf(file)) && named.test(withoutComments(readFileSync(join(src, file), 'utf8'))),
    );
    expect(found).toEqual(Object.keys(EXCUSED));
  });
});
