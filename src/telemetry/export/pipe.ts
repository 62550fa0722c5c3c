// Sends what one signal has to say, one request at a time. Where the collector is away, it is asked again ever more seldom; nobody
// waits for that, and what cannot be kept is dropped and counted.
import type { Destination } from '../settings/index.js';
import { post, type Reply } from './post.js';

export interface Batch {
  readonly records: number;
  readonly body: string;
}

/** What is there to send. */
export interface Source {
  /** `null`: nothing. */
  take(): Batch | null;
}

export interface PipeOptions {
  readonly destination: Destination;
  readonly source: Source;
  /** How long records are gathered. */
  readonly delayMs: number;
  /** How long one batch is tried. */
  readonly giveUpMs: number;
  readonly firstPauseMs: number;
  onDropped(records: number, why: string): void;
  onRejected(records: number, why: string): void;
}

const LONGEST_PAUSE_MS = 30_000;
/** A collector that wants more peace than this is not believed. */
const LONGEST_PEACE_MS = 5 * 60_000;

export class Pipe {
  readonly #options: PipeOptions;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isClosing = false;
  #pauseMs: number;
  #wake: () => void = () => undefined;

  constructor(options: PipeOptions) {
    this.#options = options;
    this.#pauseMs = options.firstPauseMs;
  }

  /** There is something to send: soon, or at once where much has gathered. */
  notice(isMuch: boolean): void {
    if (this.#running !== null || this.#isClosing) return;
    if (isMuch) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), this.#options.delayMs).unref();
  }

  /** Resolves when everything is sent or dropped. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** The same, but each batch gets one more chance only, and all of them together so many milliseconds. */
  async close(limitMs: number): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    // Kept alive by this timer alone.
    const limit = setTimeout(() => this.#end.abort(), limitMs);
    await this.flush();
    // What came in while the last batch was under way.
    await this.flush();
    clearTimeout(limit);
  }

  async #sendAll(): Promise<void> {
    const { source } = this.#options;
    for (let batch = source.take(); batch !== null; batch = source.take()) await this.#deliver(batch);
  }

  async #deliver({ records, body }: Batch): Promise<void> {
    const { destination, giveUpMs, firstPauseMs, onDropped, onRejected } = this.#options;
    const begun = performance.now();
    for (;;) {
      const reply: Reply = await post(destination, body, this.#end.signal);
      if (reply.kind === 'taken') {
        this.#pauseMs = firstPauseMs;
        if (reply.rejected > 0) onRejected(reply.rejected, reply.why);
        return;
      }
      const pauseMs = reply.kind === 'later' ? this.#nextPause(reply.afterMs) : 0;
      const isLate = performance.now() - begun + pauseMs > giveUpMs;
      if (reply.kind === 'refused' || this.#isClosing || isLate) {
        onDropped(records, reply.why);
        // The next batch is not thrown after this one at once.
        if (reply.kind === 'later' && !this.#isClosing) await this.#pause(pauseMs);
        return;
      }
      await this.#pause(pauseMs);
    }
  }

  /** Twice as long each time, and never for all senders at the same moment. */
  #nextPause(askedMs: number | null): number {
    const own = this.#pauseMs * (0.75 + Math.random() / 2);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return Math.max(own, Math.min(askedMs ?? 0, LONGEST_PEACE_MS));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
