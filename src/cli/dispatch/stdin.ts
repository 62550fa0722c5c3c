// The event on stdin, in bounds: what comes after them is not read.
import { fstatSync, readSync } from 'node:fs';
import { hasCode } from '../../text/index.js';
import type { Io } from '../io.js';

export interface EventText {
  readonly text: string;
  /** `false`: it is too large, and only the beginning and the end of what was read are here. */
  readonly whole: boolean;
}

/** As long as a line of the sidecar may be. */
export const MOST_MEBIBYTES = 64;
const MOST_BYTES = MOST_MEBIBYTES * 1024 * 1024;
const END_BYTES = 64 * 1024;

/** All of stdin; `null` where it is a terminal and nobody would know what to type. A pipe or file is read directly, which saves making a stream of it. */
export async function eventOnStdin(io: Io): Promise<EventText | null> {
  const held = new Held();
  try {
    if (fstatSync(0).isCharacterDevice()) return await fromStream(io, held);
    while (!held.isFull) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk);
      if (count === 0) break;
      held.push(chunk.subarray(0, count));
    }
    return held.text();
  } catch (error) {
    // A pipe that does not wait (EAGAIN): the stream knows how to.
    if (!hasCode(error, 'EAGAIN')) throw error;
    return fromStream(io, held);
  }
}

/** The same from the stream of a command. */
export async function fromStream(io: Io, held: Held = new Held()): Promise<EventText | null> {
  if (io.stdin.isTTY === true) return null;
  for await (const chunk of io.stdin) {
    held.push(Buffer.from(chunk));
    if (held.isFull) break;
  }
  return held.text();
}

class Held {
  #chunks: Buffer[] = [];
  #bytes = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** It is larger than an event may be. */
  get isFull(): boolean {
    return this.#bytes > MOST_BYTES;
  }

  text(): EventText {
    const [first, ...more] = this.#chunks;
    const all = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    if (!this.isFull) return { text: all.toString('utf8'), whole: true };
    const ends = [all.subarray(0, END_BYTES), all.subarray(-END_BYTES)];
    return { text: Buffer.concat(ends).toString('utf8'), whole: false };
  }
}
