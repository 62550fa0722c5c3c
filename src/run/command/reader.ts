// Reads one output stream of a hook for as long as somebody writes to it.
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Readable } from 'node:stream';
import type { Capture } from './capture.js';

/** One for all streams: a callback takes what it needs before the next read. */
const SHARED = Buffer.allocUnsafeSlow(65_536);

export class Reader {
  ended = false;
  readonly #stream: Socket | Readable;
  #capture: Capture | null;
  #allowance = Number.POSITIVE_INFINITY;

  /** `source`: a non-blocking descriptor of our own, which is closed at the end, or a stream of `spawn`. */
  constructor(source: number | Readable, capture: Capture, onEnd: () => void) {
    this.#capture = capture;
    if (typeof source === 'number') {
      const onread: OnReadOpts = {
        buffer: SHARED,
        callback: (count, buffer) => {
          this.#take(buffer.subarray(0, count));
          return true;
        },
      };
      const options: SocketConstructorOpts & { onread: OnReadOpts } = { fd: source, writable: false, onread };
      this.#stream = new Socket(options);
    } else {
      this.#stream = source;
      source.on('data', (bytes: Uint8Array) => this.#take(bytes));
    }
    const end = () => {
      if (this.ended) return;
      this.ended = true;
      onEnd();
    };
    this.#stream.once('end', end);
    this.#stream.once('close', end);
    this.#stream.on('error', end);
  }

  /** Keeps no more of it, but goes on reading `allowance` bytes, so that a writer is neither blocked nor killed. */
  discard(allowance: number): void {
    this.#capture = null;
    this.#allowance = allowance;
    if (this.#stream instanceof Socket) this.#stream.unref();
  }

  destroy(): void {
    this.#stream.destroy();
  }

  #take(bytes: Uint8Array): void {
    if (this.#capture !== null) {
      this.#capture.add(bytes);
      return;
    }
    this.#allowance -= bytes.length;
    if (this.#allowance < 0) this.destroy();
  }
}
