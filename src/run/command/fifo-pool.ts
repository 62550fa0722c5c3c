// Named pipes for stdout and stderr, made in batches ahead of need: Node's own pipes are sockets, which
// `> /dev/stderr` cannot open. Each is used once: a left-over writer must never reach another hook's output.
import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { findOwnProgram } from '../../machine/index.js';
import type { TempFolder } from './temp-folder.js';

const FIRST_BATCH = 32;
const LARGEST_BATCH = 256;
const PATIENCE_MS = 1000;

export interface FifoPair {
  readonly stdout: string;
  readonly stderr: string;
}

/** A supply of named pipes; `off` where this machine gives none. */
export class FifoPool {
  readonly #folder: TempFolder;
  #names: string[] = [];
  #batch = FIRST_BATCH;
  #making: Promise<void> | null = null;
  #maker: ChildProcess | null = null;
  #failures = 0;

  constructor(folder: TempFolder) {
    this.#folder = folder;
    this.#refill();
  }

  get off(): boolean {
    return this.#failures >= 2;
  }

  /** Two names, or `null`: none is ready (wait for `ready`) or the pool is off. */
  take(): FifoPair | null {
    const stdout = this.#names.pop();
    const stderr = this.#names.pop();
    if (this.#names.length < this.#batch / 4) this.#refill();
    return stdout === undefined || stderr === undefined ? null : { stdout, stderr };
  }

  /** Settles when more names are there or it is known that there will be none. */
  ready(): Promise<void> {
    this.#refill();
    // From here on somebody waits: the host must not end before the answer.
    this.#maker?.ref();
    return this.#making ?? Promise.resolve();
  }

  /** After a name was found missing: all of them are suspect. */
  discard(): void {
    this.#names = [];
    this.#folder.remove();
  }

  /** Makes no more; the folder is the caller's to remove. */
  async close(): Promise<void> {
    this.stop();
    this.#maker?.ref();
    await this.#making;
  }

  /** The same without waiting. */
  stop(): void {
    this.#failures = 2;
    this.#names = [];
    this.#maker?.kill('SIGKILL');
  }

  #refill(): void {
    if (this.#making !== null || this.off) return;
    const size = this.#batch;
    this.#batch = Math.min(LARGEST_BATCH, size * 2);
    this.#making = this.#make(size).then((names) => {
      this.#making = null;
      this.#maker = null;
      if (names === null) {
        this.#failures += 1;
        this.discard();
        this.#refill();
      } else if (!this.off) {
        this.#failures = 0;
        this.#names.push(...names);
      }
    });
  }

  #make(count: number): Promise<readonly string[] | null> {
    return new Promise((resolve) => {
      try {
        const names = Array.from({ length: count }, () => this.#folder.newName());
        const program = findOwnProgram('mkfifo');
        if (program === null) return resolve(null);
        const maker = spawn(program, ['-m', '600', ...names], { env: {}, cwd: '/', stdio: 'ignore' });
        const timer = setTimeout(() => maker.kill('SIGKILL'), PATIENCE_MS);
        const done = (made: boolean) => {
          clearTimeout(timer);
          resolve(made ? names : null);
        };
        maker.once('error', () => done(false));
        maker.once('exit', (code) => done(code === 0 && isFifo(names[0])));
        maker.unref();
        timer.unref();
        this.#maker = maker;
      } catch {
        resolve(null);
      }
    });
  }
}

/** Some file systems and emulations take the order and make a plain file. */
function isFifo(path: string | undefined): boolean {
  return path !== undefined && lstatSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}
