// Standard input and output without streams: making a stream takes longer than answering an event.
import { readSync, writeSync } from 'node:fs';
import { hasCode, shownBlock } from '../text/index.js';

/** As much as `amplifier-hooks dispatch` takes: more is no event. */
const MOST_BYTES = 64 * 1024 * 1024;

/** All of standard input; what cannot be read counts as its end. `null`: there is more than an event may have, and it is not read. */
export function readStdin(): Buffer | null | Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= MOST_BYTES) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    try {
      const length = readSync(0, chunk, 0, chunk.length, null);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      bytes += length;
    } catch (error) {
      if (hasCode(error, 'EAGAIN')) return rest(chunks, bytes);
      if (!hasCode(error, 'EINTR')) return Buffer.concat(chunks);
    }
  }
  return null;
}

/** Somebody made the pipe non-blocking: only a stream can wait for it. */
async function rest(chunks: Buffer[], already: number): Promise<Buffer | null> {
  let bytes = already;
  for await (const chunk of process.stdin) {
    const more = Buffer.from(chunk);
    bytes += more.length;
    if (bytes > MOST_BYTES) return null;
    chunks.push(more);
  }
  return Buffer.concat(chunks);
}

/** How writing ended; `started`: a part of the text is out already. */
export type Written =
  | { readonly kind: 'done' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly started: boolean };

/** For programs: exactly this. */
export function write(descriptor: 1 | 2, text: string): Written {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (hasCode(error, 'EPIPE')) return { kind: 'closed' };
      if (!hasCode(error, 'EAGAIN') && !hasCode(error, 'EINTR')) return { kind: 'failed', started: at > 0 };
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return { kind: 'done' };
}

/** For people. */
export const tell = (descriptor: 1 | 2, text: string): Written => write(descriptor, shownBlock(text));
