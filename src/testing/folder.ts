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
    // Hooks that go on in the background may still write there.
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
