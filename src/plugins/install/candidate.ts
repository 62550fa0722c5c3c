// A plugin on its way in: fetched, chosen, copied, looked at, and not yet in its place.
import { chmodSync, copyFileSync, existsSync, lstatSync, realpathSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders, readBytes } from '../../files/index.js';
import { folderNameProblem, isRecord } from '../../text/index.js';
import type { ResolvedEntry } from '../marketplace/resolve.js';
import { PluginProblem } from '../problem.js';
import type { MarketplaceEntry, Pinned, PluginSource, Progress } from '../source.js';
import { fetchPinned, fetchSource } from '../sources/fetch.js';
import { formatSource } from '../sources/format.js';
import type { Env } from '../sources/order.js';
import { parseSource } from '../sources/parse.js';
import type { Inspection, Inspector } from './inspection.js';
import { type Locked, portable } from './lock-file.js';
import { lookUp } from './look-up.js';
import {
  type Additions,
  addToManifest,
  nameFromSource,
  readManifest,
  refuseConflict,
  textIn,
} from './manifest.js';
import type { InstallPlace } from './place.js';
import { type LeftOut, select } from './select.js';
import { type FileFacts, filesIn, pathsIn, sameFact } from './tree.js';

export interface Candidate {
  readonly name: string;
  /** Where it is made ready. */
  readonly folder: string;
  readonly locked: Locked;
  readonly bytes: number;
  readonly left: readonly LeftOut[];
  /** What else somebody should know, one sentence each. */
  readonly notes: readonly string[];
  readonly inspection: Inspection;
}

/** What making a plugin ready takes. */
export interface Bench {
  readonly place: InstallPlace;
  readonly staging: string;
  readonly home: string;
  readonly inspect: Inspector;
  readonly progress: Progress;
  readonly signal: AbortSignal | null;
  readonly env: Env;
}

export interface Wish {
  readonly source: string;
  /** Where a relative path starts. */
  readonly cwd: string;
  /** `null`: the name that it has. */
  readonly name: string | null;
}

/** Brings in what a source is now. */
export async function fromSource(wish: Wish, bench: Bench): Promise<Candidate> {
  const parsed = parseSource(wish.source, { cwd: wish.cwd, home: bench.home });
  if ('problem' in parsed) throw parsed.problem;
  const { source, entry, pin } = await lookUp(parsed.ok, bench.home);
  const within = entry?.within ?? null;
  const fetched = await fetchSource(source, { ...bench, ...(within === null ? {} : { within }) });
  try {
    const manifest = readManifest(fetched.folder);
    if (entry !== null) refuseConflict(entry, manifest);
    const name = checkedName(
      wish.name ?? entry?.name ?? textIn(manifest, 'name') ?? nameFromSource(source),
      wish.source,
    );
    const additions = additionsFor(name, textIn(manifest, 'name'), entry);
    const { kept, left } = select(fetched.folder, pathsIn(fetched.folder), manifest, additions);
    const copied = gather(fetched.folder, kept, additions, name, bench);
    refuseOtherFolder(name, copied);
    const pinned = pin(fetched.pinned);
    return {
      name,
      ...copied,
      locked: {
        source: asWritten(parsed.ok, bench.place),
        pinned,
        version: textIn(manifest, 'version') ?? entry?.version ?? versionOf(pinned),
        marketplace: parsed.ok.kind === 'marketplace' ? parsed.ok.marketplace : null,
        additions,
        files: copied.files,
      },
      left: [
        ...left,
        ...(entry?.others ?? []).filter((what) => !left.some((one) => one.what === what)).map(declared),
      ],
      notes: [...entryNotes(entry), ...fetched.left, ...dependencyNotes(copied.folder)],
      inspection: await bench.inspect(copied.folder, join(bench.place.hooksDir, name)),
    };
  } finally {
    fetched.dispose();
  }
}

/** Brings in exactly what was once written down. */
export async function fromLock(name: string, locked: Locked, bench: Bench): Promise<Candidate> {
  const fetched = await fetchPinned(locked.pinned, bench);
  try {
    const there = [...locked.files.keys()].filter((path) => existsSync(join(fetched.folder, path)));
    const copied = gather(fetched.folder, there, locked.additions, name, bench);
    refuseOtherFiles(name, locked, copied.files);
    return {
      name,
      ...copied,
      locked,
      left: [],
      notes: [...fetched.left, ...dependencyNotes(copied.folder)],
      inspection: await bench.inspect(copied.folder, join(bench.place.hooksDir, name)),
    };
  } finally {
    fetched.dispose();
  }
}

function refuseOtherFiles(name: string, { files, source, pinned }: Locked, now: FileFacts): void {
  const others = [...files].filter(([path, fact]) => !sameFact(fact, now.get(path))).map(([path]) => path);
  if (others.length === 0) return;
  const shown = others.slice(0, 3).join(', ') + (others.length > 3 ? `, and ${others.length - 3} more` : '');
  throw new PluginProblem(
    'wrong-checksum',
    `${name}: ${source} does not give what hooks.lock.json says; ${shown} ${others.length === 1 ? 'differs' : 'differ'}`,
    hintFor(name, pinned),
  );
}

function hintFor(name: string, pinned: Pinned): { readonly hint?: string } {
  const see = `See what with \`amplifier-hooks update ${name} --dry-run\`.`;
  if (pinned.kind === 'folder') return { hint: `The folder ${pinned.path} changed since. ${see}` };
  if (pinned.kind === 'example') return { hint: `It was another one in version ${pinned.version}. ${see}` };
  return {};
}

interface Copied {
  readonly folder: string;
  readonly files: FileFacts;
  readonly bytes: number;
}

/**
 * Plain files with plain permissions: whoever may read the place may read them, and scripts stay executable. What was fetched is
 * ours alone and goes away afterwards, so its files are moved. A link becomes a copy of what it leads to, before that is moved.
 */
function gather(
  from: string,
  paths: readonly string[],
  additions: Additions | null,
  name: string,
  bench: Bench,
): Copied {
  const folder = join(bench.staging, 'new', name);
  if (existsSync(folder)) throw new PluginProblem('name-taken', `two of the sources are called ${name}`);
  makeFolders(folder);
  for (const below of new Set(paths.map((path) => dirname(path)))) makeFolders(join(folder, below));
  const moved = new Map<string, number>();
  const isReal = realFolders(from);
  for (const path of paths) {
    const [source, target] = [join(from, path), join(folder, path)];
    const { mode } = statSync(source);
    if (lstatSync(source).isFile() && isReal(dirname(path))) moved.set(path, mode);
    else {
      copyFileSync(source, target);
      chmodSync(target, plainMode(mode));
    }
  }
  for (const [path, mode] of moved) {
    renameSync(join(from, path), join(folder, path));
    // The umask of whoever fetched it counted.
    if ((mode & 0o7777) !== plainMode(mode)) chmodSync(join(folder, path), plainMode(mode));
  }
  if (additions !== null) addToManifest(folder, additions, name);
  return { folder, ...filesIn(folder) };
}

const plainMode = (mode: number): number => ((mode & 0o111) === 0 ? 0o644 : 0o755);

/** Whether a folder below another is there by its own name, with no link on the way. */
function realFolders(root: string): (folder: string) => boolean {
  const real = realpathSync(root);
  const known = new Map<string, boolean>();
  return (folder) => {
    const found = known.get(folder) ?? realpathSync(join(root, folder)) === join(real, folder);
    known.set(folder, found);
    return found;
  };
}

/** A hook may name its script by the folder that the author's plugin lies in: in another folder it would find nothing, and a guard would let all pass. */
function refuseOtherFolder(name: string, { folder, files }: Copied): void {
  for (const path of files.keys()) {
    if (!path.endsWith('.json')) continue;
    const text = readBytes(join(folder, path)).toString('utf8');
    for (const [, expected = '', script = ''] of text.matchAll(OWN_SCRIPT)) {
      if (expected === name || !files.has(script)) continue;
      throw new PluginProblem(
        'invalid-plugin',
        `${name}: ${path} looks for ${script} in a folder called ${expected}`,
        {
          hint: `Install it as --name ${expected}, or have its author write \${CLAUDE_PLUGIN_ROOT}/${script}.`,
        },
      );
    }
  }
}

/** A script in a folder of the hooks directory. */
const OWN_SCRIPT = /\$\{?AMPLIFIER_HOOKS_DIR\}?(?:\\")?\/([\w.-]+)\/([\w./-]+)/g;

function checkedName(name: string, source: string): string {
  const problem = folderNameProblem(name);
  if (problem === null) return name;
  throw new PluginProblem('invalid-plugin', `${source}: its name ${JSON.stringify(name)} ${problem}`, {
    hint: 'Give it another one with --name.',
  });
}

/** The name of the folder is the name of the plugin: that of its data and of its switch. */
function additionsFor(name: string, own: string | null, entry: MarketplaceEntry | null): Additions | null {
  const other = own !== null && own !== name ? name : null;
  const hooks = entry?.hooks ?? null;
  return other === null && hooks === null ? null : { name: other, hooks };
}

function asWritten(source: PluginSource, { root }: InstallPlace): string {
  if (source.kind === 'folder') return formatSource({ ...source, path: portable(source.path, root) });
  if (source.kind === 'archive' && !/^https?:/i.test(source.url))
    return formatSource({ ...source, url: portable(source.url, root) });
  return formatSource(source);
}

function versionOf(pinned: Pinned): string | null {
  switch (pinned.kind) {
    case 'git':
      return pinned.commit.slice(0, 12);
    case 'npm':
    case 'example':
      return pinned.version;
    case 'archive':
      return pinned.sha256.slice(0, 12);
    case 'folder':
      return null;
  }
}

function entryNotes(entry: ResolvedEntry | null): readonly string[] {
  if (entry === null) return [];
  return [
    ...(entry.renamedFrom === null ? [] : [`${entry.renamedFrom} is called ${entry.name} now`]),
    ...(entry.defaultEnabled === false
      ? ['the marketplace wants it to be off at first: `amplifier-hooks disable <plugin>` switches it off']
      : []),
  ];
}

const declared = (what: string): LeftOut => ({ what, path: null, files: 0 });

/** Nothing is installed by programs of others, so what a package wants beside itself is said. */
function dependencyNotes(folder: string): readonly string[] {
  if (!existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'))) return [];
  try {
    const value: unknown = JSON.parse(readBytes(join(folder, 'package.json')).toString('utf8'));
    const wanted =
      isRecord(value) && isRecord(value['dependencies']) ? Object.keys(value['dependencies']) : [];
    if (wanted.length === 0) return [];
    const shown = wanted.slice(0, 5).join(', ') + (wanted.length > 5 ? ', …' : '');
    return [`package.json asks for ${shown}; such packages are not installed with a plugin`];
  } catch {
    return [];
  }
}
