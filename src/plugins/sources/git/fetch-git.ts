// A plugin from a git repository: one commit is fetched into a bare repository, and its files are read out of that.
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PluginProblem } from '../../problem.js';
import type { PluginSource } from '../../source.js';
import { quoted, withoutLogin } from '../clean-text.js';
import { inWords } from '../limits.js';
import type { FetchOrder, Gathered } from '../order.js';
import { isWithin } from '../unpack/links.js';
import { isGitFolder, shown } from '../unpack/names.js';
import { placeLinks } from '../unpack/place-links.js';
import { type Content, TreeWriter } from '../unpack/tree-writer.js';
import { bringCommit } from './bring-commit.js';
import { type GitEntry, listTree, lookupIn, type Repository, readBlob, readBlobs } from './tree.js';

type GitSource = Extract<PluginSource, { kind: 'git' }>;

export async function fetchGit(source: GitSource, order: FetchOrder): Promise<Gathered> {
  const repository: Repository = { folder: join(order.work, 'repository.git'), order, url: source.url };
  mkdirSync(repository.folder);
  const commit = await bringCommit(repository, source);
  const all = await listTree(repository, commit);
  const root = source.folder ?? '';
  requireFolder(all, root, commit);
  const into = join(order.work, 'plugin');
  const left = await writePlugin(repository, all, root, new TreeWriter(into, order.limits, order.signal));
  await rm(repository.folder, { recursive: true, force: true });
  const { url, folder } = source;
  return { folder: into, pinned: { kind: 'git', url: withoutLogin(url), commit, folder }, left };
}

function requireFolder(all: readonly GitEntry[], root: string, commit: string): void {
  if (root === '') return;
  const found = all.find(({ path }) => path === root);
  if (found?.kind === 'folder') return;
  const what = found === undefined ? 'has no folder' : `has a ${found.kind}, not a folder, at`;
  throw new PluginProblem(
    'not-found',
    `the repository ${what} ${quoted(root)} (commit ${commit.slice(0, 12)})`,
  );
}

async function writePlugin(
  repository: Repository,
  all: readonly GitEntry[],
  root: string,
  writer: TreeWriter,
): Promise<readonly string[]> {
  const { limits, progress } = repository.order;
  const own = all.filter(({ path }) => path !== root && isWithin(path, root));
  const as = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  checkSizes(own, limits);
  const left: string[] = [];
  for (const { kind, path } of own) {
    if (isGitFolder(as(path))) {
      throw new PluginProblem(
        'unsafe',
        `the entry ${quoted(shown(path))} pretends to be the folder of a git repository`,
      );
    }
    if (kind === 'folder') writer.folder(as(path));
    if (kind === 'submodule') left.push(`${shown(path)} is a submodule and was not fetched`);
  }
  const files = own.filter(({ kind }) => kind === 'file');
  let done = 0;
  await readBlobs(repository, files, async (entry, content) => {
    const lfs = new LfsWatch(content);
    await writer.file(as(entry.path), entry.executable, lfs.content());
    if (lfs.isPointer)
      left.push(`${shown(entry.path)} is kept with Git LFS; only a pointer to it was fetched`);
    done++;
    progress.step('Writing files', done, files.length);
  });
  const links = own.filter(({ kind }) => kind === 'link');
  if (links.length > 0) await writeLinks(repository, all, links, { root, writer, as });
  return left;
}

interface Into {
  readonly root: string;
  readonly writer: TreeWriter;
  readonly as: (path: string) => string;
}

async function writeLinks(
  repository: Repository,
  all: readonly GitEntry[],
  links: readonly GitEntry[],
  { root, writer, as }: Into,
): Promise<void> {
  const targets = new Map<string, string>();
  const readable = all.filter(({ kind, size }) => kind === 'link' && size <= repository.order.limits.path);
  await readBlobs(repository, readable, async ({ path }, content) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    targets.set(path, Buffer.concat(chunks).toString('utf8'));
  });
  for (const { path } of links) writer.link(as(path), targets.get(path) ?? '');
  const entries = new Map(all.map((entry) => [entry.path, entry]));
  const elsewhere = {
    list: (folder: string) => namesIn(all, folder),
    executable: (file: string) => entries.get(file)?.executable === true,
    read: (file: string) => readBlob(repository, entries.get(file)),
  };
  const origin = { lookup: lookupIn(entries, targets), elsewhere };
  await placeLinks(
    { origin, root, writer, toWriter: as },
    links.map(({ path }) => path),
  );
}

const namesIn = (all: readonly GitEntry[], folder: string): readonly string[] =>
  all.flatMap(({ path }) => {
    const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
    return name === '' || name.includes('/') ? [] : [name];
  });

/** Before anything is written: git says how large each file is. */
function checkSizes(own: readonly GitEntry[], { bytes, files }: FetchOrder['limits']): void {
  const kept = own.filter(({ kind }) => kind === 'file' || kind === 'link');
  if (kept.length > files)
    throw new PluginProblem('too-big', `it holds ${kept.length} files, more than ${files}`);
  const total = kept.reduce((sum, { size }) => sum + size, 0);
  if (total > bytes) {
    const largest = kept.reduce((one, other) => (other.size > one.size ? other : one));
    throw new PluginProblem(
      'too-big',
      `it holds ${inWords(total)}, more than ${inWords(bytes)}; its largest file is ${quoted(shown(largest.path))}`,
    );
  }
}

/** Lets a file through and notices whether it only points to one. */
class LfsWatch {
  readonly #content: Content;
  isPointer = false;

  constructor(content: Content) {
    this.#content = content;
  }

  async *content(): AsyncIterable<Uint8Array> {
    let first = true;
    for await (const chunk of this.#content) {
      if (first) this.isPointer = Buffer.from(chunk.subarray(0, 40)).toString('latin1').startsWith(LFS);
      first = false;
      yield chunk;
    }
  }
}

const LFS = 'version https://git-lfs.github.com/spec';
