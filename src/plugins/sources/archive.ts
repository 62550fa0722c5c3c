// A plugin from a tar or zip: downloaded or on disk, its checksum known before anything of it is unpacked.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { withoutLogin } from './clean-text.js';
import { download } from './download.js';
import { inWords } from './limits.js';
import type { FetchOrder, Gathered } from './order.js';
import { unpackArchive } from './unpack/index.js';

export async function fetchArchive(
  { url, sha256 }: Extract<PluginSource, { kind: 'archive' }>,
  order: FetchOrder,
): Promise<Gathered> {
  const { work, limits, signal, progress } = order;
  const remote = /^https?:\/\//i.test(url);
  const file = remote ? join(work, 'download') : url;
  const sum = remote ? await download(url, file, order) : await sumOf(file, order);
  if (sha256 !== null && sum !== sha256) {
    throw new PluginProblem('wrong-checksum', `its SHA-256 is ${sum}, and ${sha256} was promised`);
  }
  progress.step('Unpacking', 0, null);
  const folder = await unpackArchive({
    file,
    into: join(work, 'unpacked'),
    layout: 'plugin',
    limits,
    signal,
  });
  if (remote) await rm(file);
  return { folder, pinned: { kind: 'archive', url: withoutLogin(url), sha256: sum }, left: [] };
}

async function sumOf(file: string, { limits, signal }: FetchOrder): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new PluginProblem('bad-archive', 'it is not a file');
  if (found.size > limits.download) {
    throw new PluginProblem('too-big', `the file is larger than ${inWords(limits.download)}`);
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk);
  return hash.digest('hex');
}

const ENDING = /\.(?:tar|tar\.gz|tgz|zip)$/i;

export const isArchivePath = (path: string): boolean => ENDING.test(path);

/** By the path in the address: a host may end in .zip as well. */
export const isArchiveAddress = (address: string): boolean => ENDING.test(urlOf(address)?.pathname ?? '');
