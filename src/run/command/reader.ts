// Reads one output stream of a hook for as long as somebody writes to it.
import { closeSync, readSync } from 'node:fs';
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import type { Readable } from 'node:stream';
import type { Capture } from './capture.js';

/** One for all streams: whoever gets bytes in it takes a copy before the next read. */
const SHARED = Buffer.allocUnsafeSlow(65_536);

/** More than any pipe holds: what a hook printed before its end fits. */
const DRAIN_LIMIT = 2 * 1024 * 1024;

export abstract class Reader {
  ended = false;
  #capture: Capture | null;
  #allowance = Number.POSITIVE_INFINITY;
  readonly #onEnd: () => void;

  constructor(capture: Capture, onEnd: () => void) {
    this.#capture = capture;
    this.#onEnd = onEnd;
  }

  /** Begins to read as bytes arrive. */
  abstract attach(): void;
  /** Takes what is there now; `false`: that needs another turn of the event loop. */
  abstract drain(): boolean;
  abstract destroy(): void;
  protected abstract unref(): void;

  /** Keeps no more of it, but goes on reading `allowance` bytes, so that a writer is neither blocked nor killed. */
  discard(allowance: number): void {
    this.#capture = null;
    this.#allowance = allowance;
    if (this.ended) return;
    this.attach();
    this.unref();
  }

  protected take(bytes: Uint8Array): void {
    if (this.#capture !== null) {
      this.#capture.add(bytes);
      return;
    }
    this.#allowance -= bytes.length;
    if (this.#allowance < 0) this.destroy();
  }

  protected readonly end = (): void => {
    if (this.ended) return;
    this.ended = true;
    this.#onEnd();
  };
}

/** Reads a non-blocking descriptor of our own, and closes it at the end. */
export class DescriptorReader extends Reader {
  readonly #fd: number;
  #socket: Socket | null = null;

  constructor(fd: number, capture: Capture, onEnd: () => void) {
    super(capture, onEnd);
    this.#fd = fd;
  }

  attach(): void {
    if (this.ended || this.#socket !== null) return;
    const onread: OnReadOpts = {
      buffer: SHARED,
      callback: (count, buffer) => {
        this.take(buffer.subarray(0, count));
        return true;
      },
    };
    const options: SocketConstructorOpts & { onread: OnReadOpts } = { fd: this.#fd, writable: false, onread };
    this.#socket = new Socket(options);
    // `end` comes before the descriptor is closed: while `ended` is false its number is still ours.
    this.#socket.once('end', this.end);
    this.#socket.once('close', this.end);
    this.#socket.on('error', this.end);
  }

  drain(): boolean {
    for (let taken = 0; taken < DRAIN_LIMIT && !this.ended && this.#socket?.destroyed !== true; ) {
      const count = readAvailable(this.#fd);
      if (count === null) break;
      if (count === 0) this.#close();
      else this.take(SHARED.subarray(0, count));
      taken += count;
    }
    return true;
  }

  destroy(): void {
    if (!this.ended) this.#close();
  }

  protected unref(): void {
    this.#socket?.unref();
  }

  #close(): void {
    if (this.#socket === null) closeSync(this.#fd);
    else this.#socket.destroy();
    this.end();
  }
}

/** Reads a stream of `spawn`, where nothing better could be had. */
export class StreamReader extends Reader {
  readonly #stream: Readable;

  constructor(stream: Readable, capture: Capture, onEnd: () => void) {
    super(capture, onEnd);
    this.#stream = stream;
    stream.on('data', (bytes: Uint8Array) => this.take(bytes));
    stream.once('end', this.end);
    stream.once('close', this.end);
    stream.on('error', this.end);
  }

  attach(): void {
    // A stream with a listener reads from the start.
  }

  drain(): boolean {
    return this.ended;
  }

  destroy(): void {
    this.#stream.destroy();
  }

  protected unref(): void {
    if (this.#stream instanceof Socket) this.#stream.unref();
  }
}

/** `null`: nothing there yet, but somebody could still write; 0: nobody can. */
function readAvailable(fd: number): number | null {
  try {
    return readSync(fd, SHARED, 0, SHARED.length, null);
  } catch {
    return null;
  }
}
