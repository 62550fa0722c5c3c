// What one stream of a hook printed: up to a cap, decoded once at the end.
import { StringDecoder } from 'node:string_decoder';

/** A hook that says it goes to the background says so early. */
const FIRST_LINE_LIMIT = 65_536;
const SMALLEST = 1024;
const BRACE = 0x7b;
const NEWLINE = 0x0a;

export class Capture {
  /** Something did not fit. */
  truncated = false;
  readonly #cap: number;
  #bytes: Buffer | null = null;
  #size = 0;
  #onFirstLine: ((line: string) => void) | null;

  constructor(cap: number, onFirstLine: ((line: string) => void) | null) {
    this.#cap = cap;
    this.#onFirstLine = onFirstLine;
  }

  /** Takes a copy; the caller may reuse `bytes`. */
  add(bytes: Uint8Array): void {
    const room = this.#cap - this.#size;
    if (bytes.length > room) this.truncated = true;
    if (room <= 0) return;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    const from = this.#size;
    const buffer = this.#withRoomFor(from + kept.length);
    buffer.set(kept, from);
    this.#size += kept.length;
    if (this.#onFirstLine !== null) this.#lookForLine(buffer, from);
  }

  /** Everything so far. A character that the cap cut in two is left out. */
  text(): string {
    if (this.#bytes === null) return '';
    const all = this.#bytes.subarray(0, this.#size);
    return this.truncated ? new StringDecoder('utf8').write(all) : all.toString('utf8');
  }

  /** One growing buffer: a list of chunks would cost a hundred bytes for each byte printed alone. */
  #withRoomFor(size: number): Buffer {
    if (this.#bytes !== null && this.#bytes.length >= size) return this.#bytes;
    const grown = Buffer.allocUnsafe(Math.max(size, SMALLEST, Math.min(this.#cap, this.#size * 2)));
    if (this.#bytes !== null) grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
    return grown;
  }

  #lookForLine(buffer: Buffer, from: number): void {
    const report = this.#onFirstLine;
    const end = buffer.subarray(0, this.#size).indexOf(NEWLINE, from);
    const hopeless = buffer[0] !== BRACE || (end === -1 ? this.#size : end) > FIRST_LINE_LIMIT;
    if (end !== -1 || hopeless) this.#onFirstLine = null;
    if (end !== -1 && !hopeless) report?.(buffer.toString('utf8', 0, end));
  }
}
