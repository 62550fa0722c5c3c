// A plugin from a folder: copied, so that later changes there change nothing here.
import {
  closeSync,
  constants,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openRegular, piecesOf, Unfit } from '../../files/index.js';
import { hasCode, reasonOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { quoted, shorten } from './clean-text.js';
import type { FetchOrder, Gathered } from './order.js';
import { isWithin, type Lookup } from './unpack/links.js';
import { shown } from './unpack/names.js';
import { type Elsewhere, placeLinks } from './unpack/place-links.js';
import { TreeWriter } from './unpack/tree-writer.js';

/** `within`: the folder is a part of this one, and links may lead to the other parts. */
export async function fetchFolder(
  { path }: Extract<PluginSource, { kind: 'folder' }>,
  order: FetchOrder,
  within: string | null,
): Promise<Gathered> {
  const folder = realFolder(path);
  const bounds = within === null ? folder : realFolder(within);
  if (!isWithin(folder, bounds)) {
    throw new PluginProblem('unsafe', `it is a link that leads out of ${bounds}`);
  }
  const into = join(order.work, 'copy');
  const writer = new TreeWriter(into, order.limits, order.signal);
  const root = relative(bounds, folder);
  const links: string[] = [];
  const copying: Copying = { order, bounds, root, writer, links, staging: realpathSync(dirname(order.work)) };
  await copyFolder(copying, root);
  const origin = { lookup: lookupIn(bounds), elsewhere: elsewhereIn(bounds) };
  await placeLinks({ origin, root, writer, toWriter: (one) => asWritten(root, one) }, links);
  return { folder: into, pinned: { kind: 'folder', path }, left: [] };
}

interface Copying {
  readonly order: FetchOrder;
  readonly bounds: string;
  readonly root: string;
  readonly writer: TreeWriter;
  readonly links: string[];
  /** What is on its way may lie in the folder that is copied. */
  readonly staging: string;
}

async function copyFolder(copying: Copying, folder: string): Promise<void> {
  const { bounds, root, writer, links, staging, order } = copying;
  order.progress.step('Copying', writer.entries.size - 1, null);
  for (const name of namesIn(join(bounds, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const file = join(bounds, path);
    const as = asWritten(root, path);
    if (!writer.wants(as) || file === staging) continue;
    const found = stateOf(file);
    if (found.isDirectory()) {
      writer.folder(as);
      await copyFolder(copying, path);
    } else if (found.isSymbolicLink()) {
      writer.link(as, readlinkSync(file));
      links.push(path);
    } else if (found.isFile()) {
      await writer.file(as, isExecutable(found), contentOf(file));
    } else {
      throw special(path);
    }
  }
}

const asWritten = (root: string, path: string): string => (root === '' ? path : path.slice(root.length + 1));

function realFolder(path: string): string {
  const real = reading(path, () => (statSync(path).isDirectory() ? realpathSync(path) : null));
  if (real === null) {
    throw new PluginProblem('not-found', `${quoted(path)} is not a folder`, {
      hint: 'Name the folder of the plugin, or an archive that ends in .tar, .tar.gz, .tgz or .zip.',
    });
  }
  return real;
}

const namesIn = (folder: string): readonly string[] => reading(folder, () => readdirSync(folder).sort());
const stateOf = (file: string): Stats => reading(file, () => lstatSync(file));
const isExecutable = ({ mode }: Stats): boolean => (mode & 0o111) !== 0;

/** Neither waits at a pipe nor follows a link that has just been put there. */
function* contentOf(file: string): Iterable<Uint8Array> {
  const handle = opened(file);
  try {
    yield* piecesOf(handle);
  } finally {
    closeSync(handle);
  }
}

function opened(file: string): number {
  try {
    return openRegular(file, constants.O_NOFOLLOW);
  } catch (error) {
    throw error instanceof Unfit ? special(file) : unreadable(file, error);
  }
}

const lookupIn =
  (bounds: string): Lookup =>
  (path) => {
    if (path.split('/').includes('.git')) return null;
    const found = lstatSync(join(bounds, path), { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (found.isSymbolicLink()) return { target: readlinkSync(join(bounds, path)) };
    if (found.isDirectory()) return 'folder';
    if (found.isFile()) return 'file';
    throw special(path);
  };

const elsewhereIn = (bounds: string): Elsewhere => ({
  list: (folder) => namesIn(join(bounds, folder)),
  executable: (file) => isExecutable(stateOf(join(bounds, file))),
  read: (file) => contentOf(join(bounds, file)),
});

const special = (path: string): PluginProblem =>
  new PluginProblem('unsafe', `${quoted(shown(path))} is neither a file, a folder nor a link`);

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): PluginProblem {
  const missing = hasCode(error, 'ENOENT', 'ENOTDIR');
  const why = shorten(reasonOf(error));
  return missing
    ? new PluginProblem('not-found', `${quoted(shown(path))} does not exist`, { cause: error })
    : new PluginProblem('cannot-read', `${quoted(shown(path))} cannot be read: ${why}`, { cause: error });
}
