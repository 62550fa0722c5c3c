// Downloads one file over http(s): bounded in size and time, never led to anything but http(s).
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import { shorten, shownAddress } from './clean-text.js';
import { inWords } from './limits.js';
import { type FetchOrder, interrupted } from './order.js';

const MOST_REDIRECTS = 5;

/** Gives the SHA-256 of what was written to `file`. */
export async function download(address: string, file: string, order: FetchOrder): Promise<string> {
  const { limits, signal } = order;
  const deadline = AbortSignal.timeout(limits.deadlineMs);
  const stop = AbortSignal.any([signal, deadline]);
  try {
    const response = await followed(new URL(address), stop, limits.silenceMs);
    return await save(response, shownAddress(address), file, order);
  } catch (error) {
    if (signal.aborted) throw interrupted();
    if (deadline.aborted) {
      throw new PluginProblem(
        'timed-out',
        `downloading took longer than ${limits.deadlineMs / 1000} seconds`,
      );
    }
    throw networkProblem(error) ?? error;
  }
}

async function followed(address: URL, signal: AbortSignal, silenceMs: number): Promise<IncomingMessage> {
  let url = address;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const response = await get(url, signal, silenceMs);
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400) return accepted(response, status);
    response.destroy();
    url = redirected(url, response.headers.location);
  }
  throw new PluginProblem('fetch-failed', `the server redirects more than ${MOST_REDIRECTS} times`);
}

function redirected(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : urlOf(location, from);
  if (to === null) throw new PluginProblem('fetch-failed', 'the server redirects to no address');
  const safe = to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
  if (safe) return to;
  const where = to.protocol === 'http:' ? 'from https to http' : `to ${to.protocol}`;
  throw new PluginProblem('unsafe', `the server redirects ${where}, which is not followed`, {
    hint: 'Tell the owner of the server, or use another address.',
  });
}

function accepted(response: IncomingMessage, status: number): IncomingMessage {
  if (status === 200) return response;
  response.destroy();
  if (status === 404 || status === 410)
    throw new PluginProblem('not-found', `the server has no such file (${status})`);
  if (status === 401 || status === 403 || status === 407) {
    throw new PluginProblem('fetch-failed', `the server refuses access (${status})`);
  }
  throw new PluginProblem(
    status >= 500 ? 'unreachable' : 'fetch-failed',
    `the server answers with status ${status}`,
  );
}

function get(url: URL, signal: AbortSignal, silenceMs: number): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'amplifier-hooks', accept: '*/*' };
    let answer: IncomingMessage | null = null;
    const sent = request(url, { signal, headers }, (response) => {
      answer = response;
      // With a listener, an error before the first read is kept for whoever reads then.
      response.on('error', () => undefined);
      resolve(response);
    });
    sent.setTimeout(silenceMs, () => {
      const why = `the server said nothing for ${silenceMs / 1000} seconds`;
      (answer ?? sent).destroy(new PluginProblem('timed-out', why));
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function save(
  response: IncomingMessage,
  shown: string,
  file: string,
  order: FetchOrder,
): Promise<string> {
  const { limits, progress } = order;
  const total = totalOf(response);
  if ((total ?? 0) > limits.download) throw tooBig(limits.download);
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  let done = 0;
  try {
    progress.step(`Downloading ${shown}`, 0, total);
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      done += bytes.byteLength;
      if (done > limits.download) throw tooBig(limits.download);
      hash.update(bytes);
      await writeAll(handle, bytes);
      progress.step(`Downloading ${shown}`, done, total);
    }
  } finally {
    response.destroy();
    await handle.close();
  }
  if (total !== null && done !== total) throw cut(`after ${done} of ${total} bytes`);
  return hash.digest('hex');
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, from);
    from += bytesWritten;
  }
}

function totalOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^[0-9]{1,15}$/.test(length) ? Number(length) : null;
}

const tooBig = (most: number): PluginProblem =>
  new PluginProblem('too-big', `the file is larger than ${inWords(most)}`);
const cut = (where: string): PluginProblem =>
  new PluginProblem('unreachable', `the connection broke ${where}`);

/** `null`: not of the network. */
function networkProblem(error: unknown): PluginProblem | null {
  if (error instanceof PluginProblem || !(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return cut('before the end');
  const ofTheDisk = 'syscall' in error && ['open', 'write', 'close'].includes(String(error.syscall));
  return ofTheDisk
    ? null
    : new PluginProblem('unreachable', `the server cannot be reached: ${shorten(error.message)}`, {
        cause: error,
      });
}
