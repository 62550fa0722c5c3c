// Unpacks an archive into a new folder, safely, and finds the plugin in it.
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PluginProblem } from '../../problem.js';
import { shorten } from '../clean-text.js';
import type { Limits } from '../limits.js';
import { isWithin, type Lookup } from './links.js';
import { placeLinks } from './place-links.js';
import { type Entry, TreeWriter } from './tree-writer.js';

export interface UnpackOrder {
  readonly file: string;
  /** The folder to make. */
  readonly into: string;
  /** `package`: all lies in one folder, as in packages of npm; `plugin`: at the top or one folder deep. */
  readonly layout: 'package' | 'plugin';
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

type Kind = 'tar' | 'tar.gz' | 'zip';

/** Gives the folder of the plugin. Where it fails, `into` is gone. */
export async function unpackArchive(order: UnpackOrder): Promise<string> {
  const { file, into, layout, limits, signal } = order;
  const kind = await kindOf(file);
  const { size } = await stat(file);
  try {
    const writer = new TreeWriter(into, limits, signal);
    if (kind === 'zip') {
      const { unzip } = await import('./zip.js');
      await unzip({ file, size, writer, limits });
    } else {
      const { untar } = await import('./tar.js');
      await untar({ file, size, gzip: kind === 'tar.gz', writer, root: into, limits, signal });
    }
    const root = rootOf(writer.entries, layout);
    const links = [...writer.entries].filter(([path, { kind }]) => kind === 'link' && isWithin(path, root));
    const origin = { lookup: lookupIn(writer.entries), elsewhere: null };
    await placeLinks(
      { origin, root, writer, toWriter: (path) => path },
      links.map(([path]) => path),
    );
    return join(into, root);
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw damaged(error) ?? error;
  }
}

/** The libraries that read archives throw plain errors; those of the system and our own faults are other things. */
function damaged(error: unknown): PluginProblem | null {
  if (error instanceof PluginProblem || !(error instanceof Error)) return null;
  const others = error.name === 'AbortError' || error instanceof TypeError || 'syscall' in error;
  return others
    ? null
    : new PluginProblem('bad-archive', `it is damaged: ${shorten(error.message)}`, { cause: error });
}

/** What the bytes say; the name of a file says little. */
async function kindOf(file: string): Promise<Kind> {
  const head = Buffer.alloc(512);
  const handle = await open(file, 'r');
  try {
    await handle.read(head, 0, head.byteLength, 0);
  } finally {
    await handle.close();
  }
  const begins = (...bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x1f, 0x8b)) return 'tar.gz';
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (head.toString('latin1', 257, 262) === 'ustar') return 'tar';
  const other = begins(0xfd, 0x37, 0x7a)
    ? 'xz'
    : begins(0x42, 0x5a, 0x68)
      ? 'bzip2'
      : begins(0x28, 0xb5, 0x2f, 0xfd)
        ? 'zstd'
        : null;
  const why =
    other === null
      ? 'it is neither a tar nor a zip'
      : `it is compressed with ${other}, which is not read here`;
  throw new PluginProblem('bad-archive', why);
}

/** Left behind by programs that pack. */
const LITTER = /^(?:__MACOSX|\.DS_Store|pax_global_header)(?:\/|$)/;
const MARKS = ['.claude-plugin', 'hooks', 'hooks.json', 'plugin.json'];

function rootOf(entries: ReadonlyMap<string, Entry>, layout: UnpackOrder['layout']): string {
  const top = [...entries.keys()].filter((path) => path !== '' && !path.includes('/') && !LITTER.test(path));
  const [only, ...others] = top;
  if (only === undefined) throw new PluginProblem('bad-archive', 'it is empty');
  const one = others.length === 0 && entries.get(only)?.kind === 'folder' ? only : null;
  if (layout === 'package') {
    if (one === null) throw new PluginProblem('bad-archive', 'it is not laid out as a package of npm');
    return one;
  }
  return one === null || MARKS.includes(one) ? '' : one;
}

const lookupIn =
  (entries: ReadonlyMap<string, Entry>): Lookup =>
  (path) => {
    const entry = entries.get(path);
    if (entry === undefined) return null;
    return entry.kind === 'link' ? { target: entry.target } : entry.kind;
  };
