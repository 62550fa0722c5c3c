// A throw-away folder with real files.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasCode } from '../text/index.js';

export class Folder {
  readonly root: string;

  constructor(prefix = 'amplifier-hooks-test-') {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  }

  path(...parts: readonly string[]): string {
    return join(this.root, ...parts);
  }

  /** Its path. */
  makeFolder(...parts: readonly string[]): string {
    const path = this.path(...parts);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Writes a file, anything but text and bytes as JSON; its path. */
  write(path: string, content: unknown, mode = 0o644): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    const raw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(file, raw ? content : JSON.stringify(content));
    chmodSync(file, mode);
    return file;
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  remove(): void | Promise<void> {
    removeWhole(this.root);
  }
}

/** Hooks that go on in the background may still write there; Node's own way of trying again does not see what is new. */
function removeWhole(folder: string, tries = 200): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (tries === 0 || !hasCode(error, 'ENOTEMPTY')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    removeWhole(folder, tries - 1);
  }
}
