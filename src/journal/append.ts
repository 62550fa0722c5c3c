// One file that several processes append to: whole lines, never lost by a rotation, never glued to a torn one.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { inFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../files/index.js';
import { isMissing, rotatedName } from './layout.js';

const NEW_LINE = 0x0a;
const HOW = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

export interface AppendOptions {
  readonly path: string;
  /** The line that begins every file. */
  readonly header: () => string;
  /** A file that would become larger is put aside under another name; `null`: it grows. */
  readonly rotation: { readonly maxBytes: number; readonly id: () => string } | null;
}

/**
 * Invariants: what is written begins at the beginning of a line; the first line of a file is a header, because whoever
 * finds it empty writes one. Two who find it so at once write two, which readers allow. The open file is kept, so that
 * its inode cannot become that of another file; a file that was renamed meanwhile is left, and lines that still reach
 * it are in it under its new name.
 */
export class Appender {
  readonly #options: AppendOptions;
  #fd: number | null = null;

  constructor(options: AppendOptions) {
    this.#options = options;
  }

  /** Appends lines, each ended. Throws what the system says. Tells whether a new file was begun. */
  append(lines: string): { readonly began: boolean } {
    const { header, rotation } = this.#options;
    let { fd, size } = this.#current();
    const bytes = Buffer.from(lines);
    if (rotation !== null && size > 0 && size + bytes.length > rotation.maxBytes) {
      this.#putAside(rotation.id());
      ({ fd, size } = this.#current());
    }
    if (size === 0) writeWhole(fd, Buffer.from(`${header()}${lines}`));
    // The torn line may have been the header, so the new beginning gets one.
    else if (lastByte(fd, size) !== NEW_LINE) writeWhole(fd, Buffer.from(`\n${header()}${lines}`));
    else writeWhole(fd, bytes);
    return { began: size === 0 };
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #current(): { fd: number; size: number } {
    const { path } = this.#options;
    if (this.#fd !== null) {
      const now = statSync(path, { throwIfNoEntry: false });
      if (now !== undefined && same(now, fstatSync(this.#fd))) return { fd: this.#fd, size: now.size };
      this.close();
    }
    this.#fd = open(path);
    return { fd: this.#fd, size: fstatSync(this.#fd).size };
  }

  #putAside(id: string): void {
    const { path } = this.#options;
    try {
      renameSync(path, rotatedName(path, id));
    } catch (error) {
      // Another process was first.
      if (!isMissing(error)) throw error;
    }
    this.close();
  }
}

const open = (path: string): number =>
  inFolder(path, () => openSync(path, HOW, PRIVATE_FILE), PRIVATE_FOLDER);

const same = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

function lastByte(fd: number, size: number): number | undefined {
  const byte = Buffer.allocUnsafe(1);
  return readSync(fd, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}

/** One write call, so that no other process writes between; a short write begins again with the line it tore. */
function writeWhole(fd: number, data: Buffer): void {
  const written = writeSync(fd, data);
  if (written === data.length) return;
  const whole = data.lastIndexOf(NEW_LINE, written - 1) + 1;
  const rest = Buffer.concat([Buffer.from('\n'), data.subarray(whole)]);
  if (writeSync(fd, rest) !== rest.length)
    throw new Error('the file system takes only a part of what is written');
}
