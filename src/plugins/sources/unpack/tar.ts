// Unpacks a tar, compressed with gzip or not.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { PluginProblem } from '../../problem.js';
import { quoted } from '../clean-text.js';
import type { Limits } from '../limits.js';
import { CountedTar, Growth } from './growth.js';
import { safePath, shown } from './names.js';
import type { Content, TreeWriter } from './tree-writer.js';

export interface TarOrder {
  readonly file: string;
  readonly size: number;
  readonly gzip: boolean;
  readonly writer: TreeWriter;
  /** Where the writer writes: a hard link is a second copy of a file that is already there. */
  readonly root: string;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

export async function untar(order: TarOrder): Promise<void> {
  const { file, size, gzip, limits, signal } = order;
  const entries = extract();
  const counted = new CountedTar(new Growth(size, limits));
  const streams = gzip ? [createGunzip(), counted, entries] : [counted, entries];
  const pumping = pipeline([createReadStream(file), ...streams], { signal });
  // It is awaited below; until then a failure of it shows in the loop as well.
  pumping.catch(() => undefined);
  try {
    for await (const entry of entries) {
      await unpack(order, entry.header, bytesOf(entry));
      entry.resume();
    }
  } catch (error) {
    entries.destroy();
    await pumping.catch(() => undefined);
    throw error;
  }
  await pumping;
  if (!counted.complete) throw new PluginProblem('bad-archive', 'the tar ends before its end');
}

async function unpack({ writer, root, limits }: TarOrder, header: Header, content: Content): Promise<void> {
  const { name, type, linkname } = header;
  if (isTop(name)) return;
  if (!writer.wants(name)) return;
  const executable = ((header.mode ?? 0) & 0o111) !== 0;
  switch (type) {
    case 'directory':
      return writer.folder(name);
    case 'file':
    case 'contiguous-file':
      // Old programs mark a folder only by the slash.
      return name.endsWith('/') ? writer.folder(name) : writer.file(name, executable, content);
    case 'symlink':
      return writer.link(name, linkname ?? '');
    case 'link': {
      const target = safePath(linkname ?? '', limits);
      if (writer.entries.get(target)?.kind !== 'file') {
        throw new PluginProblem(
          'unsafe',
          `the hard link ${quoted(shown(name))} leads to no file of the archive`,
        );
      }
      return writer.file(name, executable, fileAt(join(root, target)));
    }
    default:
      throw new PluginProblem('unsafe', `the entry ${quoted(shown(name))} is ${inWords(type)}`);
  }
}

/** Tars of `.` begin with it. */
const isTop = (name: string): boolean => name === '.' || name === './';

const KNOWN = ['character-device', 'block-device', 'fifo'];

/** An entry of a kind that the library does not know has none, whatever its types say. */
const inWords = (type: unknown): string =>
  KNOWN.includes(String(type))
    ? `a ${String(type).replace('-', ' ')}`
    : 'neither a file, a folder nor a link';

async function* bytesOf(stream: AsyncIterable<unknown>): AsyncIterable<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a tar gave something other than bytes');
    yield chunk;
  }
}

/** Opened when it is read, so that a failure meets a reader. */
async function* fileAt(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path);
}
