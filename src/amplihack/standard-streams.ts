// Standard input and output without streams: making a stream takes longer than answering an event.
import { readSync, writeSync } from 'node:fs';
import { hasCode, shownBlock } from '../text/index.js';

/** All of standard input; what cannot be read counts as its end. */
export function readStdin(): Buffer | Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    try {
      const length = readSync(0, chunk, 0, chunk.length, null);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
    } catch (error) {
      if (hasCode(error, 'EAGAIN')) return rest(chunks);
      if (!hasCode(error, 'EINTR')) return Buffer.concat(chunks);
    }
  }
}

/** Somebody made the pipe non-blocking: only a stream can wait for it. */
async function rest(chunks: Buffer[]): Promise<Buffer> {
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
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
