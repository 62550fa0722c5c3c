// The rooms and who may enter which. A new import across rooms is a decision: change the table here, and say why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

/** room → rooms it may import. `nouns` and `profiles` are open to all but the kernel. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  text: [],
  nouns: ['events', 'profiles'],
  profiles: ['nouns'],
  events: ['text'],
  config: ['text', 'events', 'nouns', 'profiles'],
  match: ['text', 'events', 'nouns', 'profiles'],
  run: ['text', 'events', 'nouns', 'profiles'],
  decide: ['text', 'events', 'nouns', 'profiles'],
  models: ['text', 'events', 'nouns'],
  package: [],
  version: ['package'],
  engine: [
    'text',
    'events',
    'config',
    'match',
    'run',
    'decide',
    'models',
    'amplihack',
    'package',
    'nouns',
    'profiles',
  ],
  kernel: ['text'],
  journal: ['text', 'nouns'],
  plugins: ['text', 'config', 'events', 'nouns', 'profiles'],
  amplihack: ['text', 'events', 'config', 'plugins', 'package', 'version', 'nouns', 'profiles'],
  hosts: ['text', 'engine', 'kernel', 'events', 'nouns', 'profiles'],
  files: ['text'],
  validate: ['text', 'engine', 'events', 'config', 'run', 'plugins', 'nouns', 'profiles'],
  conformance: ['text', 'engine', 'events', 'match', 'run', 'files', 'nouns', 'profiles'],
  explain: [
    'text',
    'engine',
    'events',
    'config',
    'match',
    'run',
    'models',
    'plugins',
    'validate',
    'nouns',
    'profiles',
  ],
  doctor: [
    'text',
    'engine',
    'events',
    'config',
    'run',
    'decide',
    'journal',
    'models',
    'plugins',
    'amplihack',
    'conformance',
    'explain',
    'validate',
    'files',
    'nouns',
    'profiles',
    'version',
  ],
  schema: [
    'text',
    'events',
    'decide',
    'hosts',
    'kernel',
    'plugins',
    'conformance',
    'explain',
    'journal',
    'nouns',
    'profiles',
  ],
  scaffold: ['text', 'events', 'match', 'explain', 'nouns'],
  cli: [
    'text',
    'engine',
    'kernel',
    'events',
    'config',
    'match',
    'run',
    'decide',
    'hosts',
    'validate',
    'conformance',
    'doctor',
    'explain',
    'schema',
    'scaffold',
    'journal',
    'models',
    'plugins',
    'amplihack',
    'nouns',
    'profiles',
    'package',
    'version',
  ],
  index: ['engine', 'events', 'hosts', 'models', 'nouns', 'profiles', 'journal'],
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
  it('every file belongs to a known room', () => {
    expect(files.filter((file) => !(roomOf(file) in MAY_IMPORT))).toEqual([]);
  });

  it('imports follow the table', () => {
    const wrong = inside
      .map((entry) => ({ ...entry, from: roomOf(entry.file), to: roomOf(targetFile(entry)) }))
      .filter(({ from, to }) => from !== to && !(MAY_IMPORT[from] ?? []).includes(to));
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('another room is entered by its front door, except where a heavy part is loaded on demand', () => {
    const onDemand = ({ file, target }: Import): boolean =>
      readFileSync(join(src, file), 'utf8').includes(`import('${target}')`);
    const wrong = inside.filter((entry) => {
      if (onDemand(entry)) return false;
      const [from, to] = [roomOf(entry.file), roomOf(targetFile(entry))];
      const behindTheDoor =
        targetFile(entry).split('/').length > 1 && !targetFile(entry).endsWith('/index.ts');
      const hasDoor = files.includes(`${to}/index.ts`);
      return from !== to && hasDoor && behindTheDoor && !targetFile(entry).startsWith('engine/');
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
