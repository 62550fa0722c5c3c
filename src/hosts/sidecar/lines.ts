// Bytes to lines, however they come in pieces; a line beyond the limit is never held in memory.

export interface LineReceiver {
  line(text: string): void;
  /** A line was longer than the limit; its bytes are gone, except for its beginning. */
  tooLong(beginning: string): void;
}

const NEWLINE = 0x0a;
/** So much of a line that is too long is looked at, to tell who asked. */
const BEGINNING = 4096;

export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: LineReceiver;
  #pieces: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(limit: number, receiver: LineReceiver) {
    this.#limit = limit;
    this.#receiver = receiver;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The stream ended: what stands there without a newline is a line too. */
  end(): void {
    this.#finish();
  }

  #keep(piece: Buffer): void {
    if (this.#skipping || piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length <= this.#limit) {
      this.#pieces.push(piece);
      return;
    }
    const beginning = Buffer.concat([...this.#pieces, piece].map((one) => one.subarray(0, BEGINNING)));
    this.#skipping = true;
    this.#pieces = [];
    // Told at once: whoever sends without end would otherwise never hear of it.
    this.#receiver.tooLong(beginning.toString('utf8', 0, BEGINNING));
  }

  #finish(): void {
    const { 0: only, length } = this.#pieces;
    const whole = length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    const skipped = this.#skipping;
    this.#pieces = [];
    this.#length = 0;
    this.#skipping = false;
    if (skipped) return;
    const text = whole.toString('utf8');
    if (text.trim() !== '') this.#receiver.line(text);
  }
}
