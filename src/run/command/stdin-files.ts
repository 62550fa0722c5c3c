// The input of an event as a file: hooks can open `/dev/stdin`, and one that never reads it blocks nobody.
// Written once for all hooks of the event that wait; each hook gets its own open file, so that no two share an offset.
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { TempFolder } from './temp-folder.js';

interface EmptyFile {
  readonly path: string;
  readonly fd: number;
}

interface Entry {
  waiting: number;
  path: string | null;
}

export class StdinFiles {
  readonly #folder: TempFolder;
  readonly #entries = new WeakMap<Uint8Array, Entry>();
  #spare: EmptyFile | null = null;

  constructor(folder: TempFolder) {
    this.#folder = folder;
  }

  /** Makes the next file while nobody waits for it; throws where no file can be made. */
  prepare(): void {
    this.#spare ??= this.#create();
  }

  /** A hook will want these bytes. Exactly one `open` or `release` follows. */
  expect(bytes: Uint8Array): void {
    const entry = this.#entries.get(bytes);
    if (entry === undefined) this.#entries.set(bytes, { waiting: 1, path: null });
    else entry.waiting += 1;
  }

  /** A descriptor at the start of the bytes; throws where no file can be made. */
  open(bytes: Uint8Array): number {
    const entry = this.#entries.get(bytes) ?? { waiting: 1, path: null };
    try {
      return entry.path === null ? this.#write(entry, bytes) : openSync(entry.path, constants.O_RDONLY);
    } finally {
      this.release(bytes);
    }
  }

  /** A hook no longer waits for these bytes; the last one takes the file's name away. */
  release(bytes: Uint8Array): void {
    const entry = this.#entries.get(bytes);
    if (entry === undefined) return;
    entry.waiting -= 1;
    if (entry.waiting > 0) return;
    this.#entries.delete(bytes);
    if (entry.path !== null) unlinkQuietly(entry.path);
  }

  close(): void {
    if (this.#spare !== null) closeSync(this.#spare.fd);
    this.#spare = null;
  }

  #create(): EmptyFile {
    const path = this.#folder.newName();
    return { path, fd: openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600) };
  }

  #write(entry: Entry, bytes: Uint8Array): number {
    const { path, fd } = this.#spare ?? this.#create();
    this.#spare = null;
    try {
      // Written at explicit positions: the offset stays at the start.
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
      if (entry.waiting === 1) {
        unlinkQuietly(path);
        return fd;
      }
      // Others share this file: nobody gets a descriptor that can write to it.
      const reader = openSync(path, constants.O_RDONLY);
      closeSync(fd);
      entry.path = path;
      return reader;
    } catch (error) {
      closeSync(fd);
      unlinkQuietly(path);
      throw error;
    }
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody cleaned up before us.
  }
}
