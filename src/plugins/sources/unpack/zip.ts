// Unpacks a zip. Names are decoded here, so that they meet the same rules as everywhere else.
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { PluginProblem } from '../../problem.js';
import { quoted } from '../clean-text.js';
import type { Limits } from '../limits.js';
import { Growth } from './growth.js';
import { shown } from './names.js';
import type { Content, TreeWriter } from './tree-writer.js';

export interface ZipOrder {
  readonly file: string;
  readonly size: number;
  readonly writer: TreeWriter;
  readonly limits: Limits;
}

const KIND = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 };

export async function unzip({ file, size, writer, limits }: ZipOrder): Promise<void> {
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
  try {
    // Folders are entries too.
    if (zip.entryCount > 2 * limits.files) {
      throw new PluginProblem('too-big', `it says that it holds ${zip.entryCount} files`);
    }
    const growth = new Growth(size, limits);
    for await (const entry of zip.eachEntry()) await unpack(zip, entry, writer, growth);
  } finally {
    zip.close();
  }
}

async function unpack(zip: ZipFile, entry: Entry, writer: TreeWriter, growth: Growth): Promise<void> {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (!writer.wants(name)) return;
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & KIND.mask;
  if (name.endsWith('/') || kind === KIND.folder) return writer.folder(name);
  if (!entry.canDecodeFileData()) {
    const why = entry.isEncrypted() ? 'is encrypted' : 'is compressed in a way that is not read here';
    throw new PluginProblem('bad-archive', `the entry ${quoted(shown(name))} ${why}`);
  }
  if (kind !== KIND.file && kind !== KIND.link && kind !== 0) {
    throw new PluginProblem('unsafe', `the entry ${quoted(shown(name))} is a device, socket or pipe`);
  }
  const stream = await zip.openReadStreamPromise(entry);
  // It may fail before anybody reads it; destroyed with its error, it tells whoever reads it then.
  stream.on('error', (error) => stream.destroy(error));
  const content = checked(stream, entry, name, growth);
  if (kind === KIND.link) return writer.link(name, await short(content, name));
  return writer.file(name, (mode & 0o111) !== 0, content);
}

/** The bytes as they come; an error at the end where they are not the ones that were packed. */
async function* checked(
  content: Content,
  entry: Entry,
  name: string,
  growth: Growth,
): AsyncIterable<Uint8Array> {
  let sum = 0;
  for await (const chunk of content) {
    growth.add(chunk.byteLength);
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32)
    throw new PluginProblem('bad-archive', `the entry ${quoted(shown(name))} is damaged`);
}

async function short(content: Content, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > 4096)
      throw new PluginProblem('unsafe', `the link ${quoted(shown(name))} has no usable target`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
