// The input of an event as a file: hooks can open `/dev/stdin`, and one that never reads it blocks nobody.
// Every hook has a file of its own, nameless and open for reading only: what one does to its input reaches no other.
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { TempFolder } from './temp-folder.js';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/** Opened by its name again it cannot be written either. */
const READ_ONLY = 0o400;

/** A file without a name: nothing of it is left when both are closed. */
export interface EmptyFile {
  readonly writer: number;
  readonly reader: number;
}

export interface NamedFile {
  readonly name: string;
  readonly writer: number;
}

export class StdinFiles {
  readonly #folder: TempFolder;
  #spare: EmptyFile | null = null;

  constructor(folder: TempFolder) {
    this.#folder = folder;
  }

  /** Makes the next file while nobody waits for it; throws where no file can be made. */
  prepare(): void {
    this.#spare ??= this.#create();
  }

  /** A descriptor at the start of the bytes; throws where no file can be made. */
  open(bytes: Uint8Array): number {
    const { writer, reader } = this.#spare ?? this.#create();
    this.#spare = null;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(writer, bytes, at);
      return reader;
    } catch (error) {
      closeSync(reader);
      throw error;
    } finally {
      closeSync(writer);
    }
  }

  /** For an input that comes later; throws where no file can be made. */
  empty(): EmptyFile {
    return this.#create();
  }

  /** For somebody who opens it by its name, and takes the name away; throws where no file can be made. */
  named(): NamedFile {
    const name = this.#folder.newName();
    return { name, writer: openSync(name, O_CREAT | O_EXCL | O_WRONLY, READ_ONLY) };
  }

  close(): void {
    if (this.#spare === null) return;
    closeSync(this.#spare.writer);
    closeSync(this.#spare.reader);
    this.#spare = null;
  }

  #create(): EmptyFile {
    const path = this.#folder.newName();
    const writer = openSync(path, O_CREAT | O_EXCL | O_WRONLY, READ_ONLY);
    try {
      return { writer, reader: openSync(path, O_RDONLY) };
    } catch (error) {
      closeSync(writer);
      throw error;
    } finally {
      unlinkQuietly(path);
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
