// The one place that writes what came from elsewhere: checked names, caps, nothing twice, and no links until the end.
import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PluginProblem } from '../../problem.js';
import { quoted } from '../clean-text.js';
import { inWords, type Limits } from '../limits.js';
import { clashKey, isGitFolder, safePath, shown } from './names.js';

/** Each piece is written before the next one is asked for. */
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Many small files are written far faster without a thread for each step; signals are still heard, so often. */
const TURN_MS = 50;

/** `null`: nothing there. A link's target is as written. */
export type Entry = { readonly kind: 'file' | 'folder' } | { readonly kind: 'link'; readonly target: string };

export class TreeWriter {
  readonly #root: string;
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #entries = new Map<string, Entry>();
  /** How a path was first spelled, by what some file systems would make of it. */
  readonly #spellings = new Map<string, string>();
  #files = 0;
  #bytes = 0;
  #turnedAt = performance.now();

  /** `root` does not exist yet. */
  constructor(root: string, limits: Limits, signal: AbortSignal) {
    this.#root = root;
    this.#limits = limits;
    this.#signal = signal;
    mkdirSync(root, { mode: 0o755 });
    this.#entries.set('', { kind: 'folder' });
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.#entries;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `false`: it belongs to git and is left out. */
  wants(path: string): boolean {
    return !isGitFolder(safePath(path, this.#limits));
  }

  folder(name: string): void {
    const path = safePath(name, this.#limits);
    if (this.#entries.get(path)?.kind === 'folder') return;
    this.#parents(path);
    this.#add(path, { kind: 'folder' });
    mkdirSync(join(this.#root, path), { mode: 0o755 });
  }

  /** Writes a new file; the content is counted while it comes. */
  async file(name: string, executable: boolean, content: Content): Promise<void> {
    const path = this.#claim(name, { kind: 'file' });
    // `wx`: what is written is new, and no link is followed. Set-user-id and the like never come along.
    const handle = openSync(join(this.#root, path), 'wx', executable ? 0o755 : 0o644);
    try {
      for await (const chunk of content) {
        this.#write(handle, path, chunk);
        if (performance.now() - this.#turnedAt > TURN_MS) await this.#turn();
      }
    } finally {
      closeSync(handle);
    }
  }

  async #turn(): Promise<void> {
    await nextTurn();
    this.#turnedAt = performance.now();
  }

  /** Remembers a link; nothing is on disk before `placeLink`, so nothing can be written through it. */
  link(name: string, target: string): void {
    if (target === '' || target.length > this.#limits.path || target.includes('\u0000')) {
      throw new PluginProblem('unsafe', `the link ${quoted(shown(name))} has no usable target`);
    }
    this.#claim(name, { kind: 'link', target });
  }

  /** Puts a remembered link on disk, leading to a path in the tree. */
  placeLink(path: string, to: string): void {
    const text = relative(dirname(`/${path}`), `/${to}`);
    symlinkSync(text === '' ? '.' : text, join(this.#root, path));
  }

  /** Makes room for something else in place of a remembered link. */
  dropLink(path: string): void {
    if (this.#entries.get(path)?.kind !== 'link') return;
    this.#entries.delete(path);
    this.#spellings.delete(clashKey(path));
    this.#files--;
  }

  #claim(name: string, entry: Entry): string {
    const path = safePath(name, this.#limits);
    this.#parents(path);
    this.#add(path, entry);
    this.#files++;
    if (this.#files > this.#limits.files) {
      throw new PluginProblem('too-big', `it holds more than ${this.#limits.files} files`);
    }
    return path;
  }

  #parents(path: string): void {
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const there = this.#entries.get(parent);
    if (there === undefined) this.folder(parent);
    else if (there.kind !== 'folder') {
      const what = there.kind === 'link' ? 'a link' : 'a file';
      throw new PluginProblem(
        'unsafe',
        `the entry ${quoted(shown(path))} lies in ${what}, ${quoted(shown(parent))}`,
      );
    }
  }

  #add(path: string, entry: Entry): void {
    this.#signal.throwIfAborted();
    const key = clashKey(path);
    const other = this.#spellings.get(key);
    if (other === path || path === '') {
      throw new PluginProblem('unsafe', `the entry ${quoted(shown(path))} is there twice`);
    }
    if (other !== undefined) {
      throw new PluginProblem(
        'unsafe',
        `the entries ${quoted(shown(other))} and ${quoted(shown(path))} are the same file on some systems`,
      );
    }
    this.#spellings.set(key, path);
    this.#entries.set(path, entry);
    if (this.#entries.size > 2 * this.#limits.files + 1) {
      throw new PluginProblem('too-big', `it holds more than ${this.#limits.files} folders`);
    }
  }

  #write(handle: number, path: string, chunk: Uint8Array): void {
    this.#signal.throwIfAborted();
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#limits.bytes) {
      throw new PluginProblem(
        'too-big',
        `with ${quoted(shown(path))} it is larger than ${inWords(this.#limits.bytes)}`,
      );
    }
    for (let from = 0; from < chunk.byteLength; ) from += writeSync(handle, chunk, from);
  }
}
