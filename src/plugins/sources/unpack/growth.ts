// Counts what comes out of a compressed file, and stops where a little becomes far too much.
import { Transform } from 'node:stream';
import { PluginProblem } from '../../problem.js';
import { inWords, type Limits } from '../limits.js';

export class Growth {
  readonly #packed: number;
  readonly #limits: Limits;
  /** Headers and padding of an archive count too. */
  readonly #most: number;
  #bytes = 0;

  constructor(packed: number, limits: Limits) {
    this.#packed = packed;
    this.#limits = limits;
    this.#most = limits.bytes + 4096 * limits.files;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    const { ratio, ratioFrom } = this.#limits;
    if (this.#bytes > this.#most) {
      throw new PluginProblem('too-big', `it unpacks to more than ${inWords(this.#limits.bytes)}`);
    }
    if (this.#bytes > ratioFrom && this.#bytes > ratio * this.#packed) {
      throw new PluginProblem(
        'too-big',
        `its ${inWords(this.#packed)} unpack to more than ${ratio} times as much, which only a bomb does`,
      );
    }
  }
}

/** Lets everything through and remembers whether the last block is empty, as at the end of every tar. */
export class CountedTar extends Transform {
  readonly #growth: Growth;
  #tail: Buffer = Buffer.alloc(0);

  constructor(growth: Growth) {
    super();
    this.#growth = growth;
  }

  get complete(): boolean {
    return this.#tail.byteLength === 512 && this.#tail.every((byte) => byte === 0);
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, data?: Buffer) => void,
  ) {
    try {
      this.#growth.add(chunk.byteLength);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#tail = Buffer.from(
      chunk.byteLength >= 512 ? chunk.subarray(-512) : Buffer.concat([this.#tail, chunk]).subarray(-512),
    );
    done(null, chunk);
  }
}
