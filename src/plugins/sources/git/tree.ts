// The files of one commit, read out of the repository: nothing is checked out, so nothing in it has a say.
import type { Readable } from 'node:stream';
import { PluginProblem } from '../../problem.js';
import type { FetchOrder } from '../order.js';
import { collect } from '../run-program.js';
import type { Lookup } from '../unpack/links.js';
import { gitProblem } from './failure.js';
import { git, gitReading } from './program.js';

export interface GitEntry {
  readonly kind: 'file' | 'folder' | 'link' | 'submodule';
  readonly path: string;
  readonly id: string;
  readonly size: number;
  readonly executable: boolean;
}

export interface Repository {
  /** The bare repository on disk. */
  readonly folder: string;
  readonly order: FetchOrder;
  readonly url: string;
}

/** Every path of a commit, from the top; a path that is not text is kept, so that it is noticed. */
export async function listTree(
  { folder, order, url }: Repository,
  commit: string,
): Promise<readonly GitEntry[]> {
  const args = ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree', '--end-of-options', commit];
  const { exit, value, stderr } = await git({ repository: folder, order, args });
  if (exit !== 0) throw gitProblem(stderr, url);
  return value.toString('utf8').split('\u0000').flatMap(entryOf);
}

function entryOf(line: string): readonly GitEntry[] {
  const [, mode = '', type = '', id = '', size = '', path] =
    /^([0-7]+) ([a-z]+) ([0-9a-f]+) +([0-9]+|-)\t([\s\S]*)$/.exec(line) ?? [];
  if (path === undefined) return [];
  const kind =
    type === 'tree' ? 'folder' : type === 'commit' ? 'submodule' : mode === '120000' ? 'link' : 'file';
  return [{ kind, path, id, size: size === '-' ? 0 : Number(size), executable: mode === '100755' }];
}

/** Reads blobs in the order in which they are asked for; `take` must read each to its end. */
export async function readBlobs(
  { folder, order, url }: Repository,
  entries: readonly GitEntry[],
  take: (entry: GitEntry, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  if (entries.length === 0) return;
  const stdin = entries.map(({ id }) => `${id}\n`).join('');
  const read = async (stdout: Readable): Promise<void> => {
    const bytes = new Bytes(stdout);
    for (const entry of entries) {
      const [, type, size] = (await bytes.line()).split(' ');
      if (type !== 'blob' || Number(size) !== entry.size) {
        throw new PluginProblem('fetch-failed', `git did not bring ${JSON.stringify(entry.path)}`);
      }
      await take(entry, bytes.take(entry.size));
      await bytes.skipNewline();
    }
  };
  const { exit, stderr } = await gitReading(
    { repository: folder, order, args: ['cat-file', '--batch'], stdin },
    read,
  );
  if (exit !== 0) throw gitProblem(stderr, url);
}

/** One blob, whole. */
export async function* readBlob(
  { folder, order, url }: Repository,
  entry: GitEntry | undefined,
): AsyncGenerator<Buffer> {
  if (entry === undefined) return;
  const args = ['cat-file', 'blob', entry.id];
  const { exit, value, stderr } = await gitReading(
    { repository: folder, order, args },
    collect(order.limits.bytes),
  );
  if (exit !== 0) throw gitProblem(stderr, url);
  yield value;
}

/** A stream read piece by piece. */
class Bytes {
  readonly #source: AsyncIterator<unknown>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#source = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (let end = this.#held.indexOf(10); ; end = this.#held.indexOf(10)) {
      if (end !== -1) {
        const text = this.#held.toString('utf8', 0, end);
        this.#held = this.#held.subarray(end + 1);
        return text;
      }
      await this.#more();
    }
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#held.byteLength === 0) await this.#more();
      const chunk = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(chunk.byteLength);
      left -= chunk.byteLength;
      yield chunk;
    }
  }

  async skipNewline(): Promise<void> {
    if (this.#held.byteLength === 0) await this.#more();
    this.#held = this.#held.subarray(1);
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true || !(value instanceof Uint8Array)) {
      throw new PluginProblem('fetch-failed', 'git ended in the middle of a file');
    }
    this.#held = this.#held.byteLength === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
  }
}

export function lookupIn(
  entries: ReadonlyMap<string, GitEntry>,
  targets: ReadonlyMap<string, string>,
): Lookup {
  return (path) => {
    const entry = entries.get(path);
    if (entry === undefined || entry.kind === 'submodule') return null;
    return entry.kind === 'link' ? { target: targets.get(path) ?? '' } : entry.kind;
  };
}
