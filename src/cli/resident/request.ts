// What a caller sends, read piece by piece in bounds. Nothing is believed before the key was right.
import { timingSafeEqual } from 'node:crypto';
import { BLOCK_BYTES, MOST_BLOCKS, MOST_ENV_BYTES, MOST_OTHER_BYTES } from './protocol.js';

/** One event to answer for another process. */
export interface Request {
  /** It lives as long as its call. */
  readonly pid: number;
  readonly cwd: string;
  /** As its shell says them; empty where /proc knows them. */
  readonly limits: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly event: string;
}

export type Progress =
  /** There is more to come. */
  | { readonly kind: 'more' }
  /** A block of the event is here, and the next is awaited. */
  | { readonly kind: 'block' }
  | { readonly kind: 'whole'; readonly request: Request }
  /** Nobody who may ask, or nothing that a client says. */
  | { readonly kind: 'refused' };

interface Head {
  readonly pid: number;
  readonly words: number;
  readonly variables: number;
  readonly blocks: number;
  readonly bytes: number;
}

const MORE: Progress = { kind: 'more' };
const REFUSED: Progress = { kind: 'refused' };
const NUL = 0;
/** The key and five numbers. */
const MOST_HEAD_BYTES = 200;
const MOST_STRINGS = 10_000;

export class RequestReader {
  readonly #key: Buffer;
  #head: Head | null = null;
  #rest: Buffer[] = [];
  #restBytes = 0;
  readonly #strings: Buffer[] = [];
  #stringBytes = 0;
  #isOver = false;

  constructor(key: string) {
    this.#key = Buffer.from(key);
  }

  /** The key was right. */
  get isKnown(): boolean {
    return this.#head !== null;
  }

  push(chunk: Buffer): Progress {
    if (this.#isOver) return MORE;
    let progress = MORE;
    for (let from = 0; from < chunk.length && progress.kind !== 'refused'; ) {
      const end = chunk.indexOf(NUL, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      from += piece.length + 1;
      const next = this.#take(piece, end !== -1);
      if (next.kind !== 'more') progress = next;
    }
    this.#isOver = progress.kind === 'refused' || progress.kind === 'whole';
    return progress;
  }

  #take(piece: Buffer, isEnd: boolean): Progress {
    this.#rest.push(piece);
    this.#restBytes += piece.length;
    if (this.#restBytes + this.#stringBytes > this.#most()) return REFUSED;
    if (!isEnd) return MORE;
    const string = this.#rest.length === 1 ? piece : Buffer.concat(this.#rest);
    this.#rest = [];
    this.#restBytes = 0;
    if (this.#head === null) {
      this.#head = headIn(string, this.#key);
      return this.#head === null ? REFUSED : MORE;
    }
    this.#strings.push(string);
    this.#stringBytes += string.length;
    const { words, variables, blocks } = this.#head;
    const left = 2 + words + variables + blocks - this.#strings.length;
    if (left === 0) return this.#whole(this.#head);
    return left < blocks ? { kind: 'block' } : MORE;
  }

  #most(): number {
    if (this.#head === null) return MOST_HEAD_BYTES;
    return MOST_OTHER_BYTES + MOST_ENV_BYTES + this.#head.blocks * BLOCK_BYTES;
  }

  #whole({ pid, words, variables, bytes }: Head): Progress {
    const [cwd, limits, ...rest] = this.#strings;
    const event = Buffer.concat(rest.slice(words + variables));
    if (cwd === undefined || limits === undefined || event.length !== bytes) return REFUSED;
    return {
      kind: 'whole',
      request: {
        pid,
        cwd: cwd.toString(),
        limits: limits.toString(),
        words: rest.slice(0, words).map(String),
        env: environmentOf(rest.slice(words, words + variables).map(String)),
        event: event.toString(),
      },
    };
  }
}

function headIn(string: Buffer, key: Buffer): Head | null {
  const given = string.subarray(0, key.length);
  if (given.length !== key.length || !timingSafeEqual(given, key)) return null;
  const found = /^ (\d{1,10}) (\d{1,5}) (\d{1,5}) (\d{1,3}) (\d{1,8})$/.exec(
    string.subarray(key.length).toString('latin1'),
  );
  if (found === null) return null;
  const [pid = 0, words = 0, variables = 0, blocks = 0, bytes = 0] = found.slice(1).map(Number);
  const fits = words + variables <= MOST_STRINGS && blocks > 0 && blocks <= MOST_BLOCKS;
  return fits ? { pid, words, variables, blocks, bytes } : null;
}

/** As Node reads its own: the first of a name counts, and what has no name is none. */
function environmentOf(entries: readonly string[]): Readonly<Record<string, string>> {
  const env = new Map<string, string>();
  for (const entry of entries) {
    const at = entry.indexOf('=');
    const name = entry.slice(0, at);
    if (at > 0 && !env.has(name)) env.set(name, entry.slice(at + 1));
  }
  return Object.fromEntries(env);
}
