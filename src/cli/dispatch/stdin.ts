// The event on stdin, in bounds: of one that is too large only the ends are held.
import { fstatSync, readSync } from 'node:fs';
import { hasCode } from '../../text/index.js';
import type { Io } from '../io.js';

export interface EventText {
  readonly text: string;
  /** `false`: it is too large, and only its beginning and end are here. */
  readonly whole: boolean;
}

/** Bytes that are read as one text. An event has fewer characters, but JSON may spell each with six. */
const MOST_BYTES = 200 * 1024 * 1024;
const END_BYTES = 64 * 1024;

/** All of stdin; `null` where it is a terminal and nobody would know what to type. A pipe or file is read directly, which saves making a stream of it. */
export async function eventOnStdin(io: Io): Promise<EventText | null> {
  const held = new Held();
  try {
    if (fstatSync(0).isCharacterDevice()) return await fromStream(io, held);
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536);
      const count = readSync(0, chunk);
      if (count === 0) return held.text();
      held.push(chunk.subarray(0, count));
    }
  } catch (error) {
    // A pipe that does not wait (EAGAIN): the stream knows how to.
    if (!hasCode(error, 'EAGAIN')) throw error;
    return fromStream(io, held);
  }
}

/** The same from the stream of a command. */
export async function fromStream(io: Io, held: Held = new Held()): Promise<EventText | null> {
  if (io.stdin.isTTY === true) return null;
  for await (const chunk of io.stdin) held.push(Buffer.from(chunk));
  return held.text();
}

class Held {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #end: Buffer | null = null;

  push(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#end !== null) {
      this.#end = Buffer.concat([this.#end, chunk]).subarray(-END_BYTES);
      return;
    }
    this.#chunks.push(chunk);
    if (this.#bytes <= MOST_BYTES) return;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [Buffer.from(all.subarray(0, END_BYTES))];
    this.#end = Buffer.from(all.subarray(-END_BYTES));
  }

  text(): EventText {
    const whole = this.#end === null;
    return {
      text: Buffer.concat([...this.#chunks, ...(this.#end === null ? [] : [this.#end])]).toString('utf8'),
      whole,
    };
  }
}
