// Named pipes for stdout and stderr, made in batches ahead of need: Node's own pipes are sockets, which
// `> /dev/stderr` cannot open. Each is used once: a left-over writer must never reach another hook's output.
import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findOwnProgram } from '../../machine/index.js';
import type { FifoStock } from './fifo-stock.js';
import { isPassing } from './room.js';
import type { TempFolder } from './temp-folder.js';

const FIRST_BATCH = 32;
const LARGEST_BATCH = 256;
/** Of the next batch, which is twice the last one: when a quarter of that is used, because a busy machine is slow to make more. */
const REFILLED_AT = 3 / 8;
/** A busy machine is slow to start a program; one that takes this long hangs. */
const PATIENCE_MS = 5000;
/** After two failures in a row hooks get Node's own pipes for a while; each further failure makes it longer. */
const SHORTEST_REST_MS = 1000;
const LONGEST_REST_MS = 60_000;
/** Where the system has nothing to start a program with at the moment. */
const SOON_MS = 50;

export interface FifoPair {
  readonly stdout: string;
  readonly stderr: string;
}

type Made = readonly string[] | 'failed' | 'not-now';

/** A supply of named pipes; `off` while this machine gives none. */
export class FifoPool {
  readonly #folder: TempFolder;
  readonly #stock: FifoStock | null;
  readonly #program: string;
  #names: string[] = [];
  #batch = FIRST_BATCH;
  #making: Promise<void> | null = null;
  #maker: ChildProcess | null = null;
  #pause: NodeJS.Timeout | null = null;
  #failures = 0;
  #restUntil = 0;
  #closed = false;
  /** What the system said when it last had nothing to start a program with. */
  refusal: unknown = null;

  /** @param stock of a process that ends soon: it makes none where some are left, and leaves what it does not use */
  constructor(folder: TempFolder, stock: FifoStock | null, program = 'mkfifo') {
    this.#folder = folder;
    this.#stock = stock;
    this.#program = program;
    if (stock === null) this.#refill();
  }

  get off(): boolean {
    return this.#closed || performance.now() < this.#restUntil;
  }

  /** Two names, or `null`: none is ready (wait for `ready`) or the pool is off. */
  take(): FifoPair | null {
    const missing = 2 - this.#names.length;
    if (missing > 0 && !this.#closed)
      this.#names.push(...(this.#stock?.take(missing, () => this.#folder.newName()) ?? []));
    const pair = this.#names.splice(-2);
    const [stderr, stdout] = pair;
    const isPair = stdout !== undefined && stderr !== undefined;
    if (!isPair) this.#names.push(...pair);
    if (this.#stock === null ? this.#names.length < this.#batch * REFILLED_AT : !isPair) this.#refill();
    return isPair ? { stdout, stderr } : null;
  }

  /** They were not used. */
  giveBack({ stdout, stderr }: FifoPair): void {
    if (!this.#closed) this.#names.push(stderr, stdout);
  }

  /** Settles when more names are there or it is known that there will be none. */
  ready(): Promise<void> {
    this.#refill();
    // From here on somebody waits: the host must not end before the answer.
    this.#maker?.ref();
    this.#pause?.ref();
    return this.#making ?? Promise.resolve();
  }

  /** After a name was found missing: all of them are suspect. */
  discard(): void {
    this.#names = [];
    this.#folder.remove();
  }

  /** Makes no more; the folder is the caller's to remove. */
  async close(): Promise<void> {
    this.#stock?.leave(this.#names);
    this.stop();
    this.#maker?.ref();
    this.#pause?.ref();
    await this.#making;
  }

  /** The same without waiting. */
  stop(): void {
    this.#closed = true;
    this.#names = [];
    this.#maker?.kill('SIGKILL');
  }

  #refill(): void {
    if (this.#making !== null || this.off) return;
    const size = this.#batch;
    this.#making = this.#make(size).then(async (made) => {
      this.#maker = null;
      if (made === 'not-now') await this.#waitABit();
      this.#making = null;
      if (made === 'failed') this.#failed();
      else if (made !== 'not-now' && !this.#closed) {
        this.#failures = 0;
        this.#batch = Math.min(LARGEST_BATCH, size * 2);
        this.#names.push(...made);
      }
    });
  }

  #failed(): void {
    this.#failures += 1;
    this.discard();
    if (this.#failures < 2) {
      this.#refill();
      return;
    }
    const rest = Math.min(LONGEST_REST_MS, SHORTEST_REST_MS * 2 ** (this.#failures - 2));
    this.#restUntil = performance.now() + rest;
  }

  #waitABit(): Promise<void> {
    return new Promise((resolve) => {
      this.#pause = setTimeout(() => {
        this.#pause = null;
        resolve();
      }, SOON_MS);
    });
  }

  #make(count: number): Promise<Made> {
    return new Promise((resolve) => {
      const refused = (error: unknown): void => {
        this.refusal = error;
        resolve(isPassing(error) ? 'not-now' : 'failed');
      };
      try {
        const names = Array.from({ length: count }, () => this.#folder.newName());
        const program = isAbsolute(this.#program) ? this.#program : findOwnProgram(this.#program);
        if (program === null) return refused(new Error(`there is no ${this.#program}`));
        const maker = spawn(program, ['-m', '600', ...names], { env: {}, cwd: '/', stdio: 'ignore' });
        const timer = setTimeout(() => maker.kill('SIGKILL'), PATIENCE_MS);
        maker.once('error', (error) => {
          clearTimeout(timer);
          refused(error);
        });
        maker.once('exit', (code) => {
          clearTimeout(timer);
          resolve(code === 0 && isFifo(names[0]) ? names : 'failed');
        });
        maker.unref();
        timer.unref();
        this.#maker = maker;
      } catch (error) {
        refused(error);
      }
    });
  }
}

/** Some file systems and emulations take the order and make a plain file. */
function isFifo(path: string | undefined): boolean {
  return path !== undefined && lstatSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}
