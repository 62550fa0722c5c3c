// Texts that a process reads by the number of a descriptor: a file that nobody can remove, because it has no name any more.
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { TempFolder } from '../temp-folder.js';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;

/** One descriptor for each text, open until `close`. */
export class Nameless {
  readonly #folder: TempFolder;
  readonly #open = new Map<string, number>();

  constructor(folder: TempFolder) {
    this.#folder = folder;
  }

  /** A descriptor to hand on; throws where no file can be made. Bytes are told apart by `name`. */
  descriptor(name: string, bytes: () => string | Uint8Array): number {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const path = this.#folder.newName();
    const writer = openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o400);
    try {
      const reader = openSync(path, O_RDONLY);
      this.#open.set(name, reader);
      const content = Buffer.from(bytes());
      for (let at = 0; at < content.length; ) at += writeSync(writer, content, at);
      return reader;
    } finally {
      closeSync(writer);
      unlinkSync(path);
    }
  }

  close(): void {
    for (const fd of this.#open.values()) closeSync(fd);
    this.#open.clear();
  }
}
