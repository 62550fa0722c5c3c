// Shows what long work is at and for how long: one line on a terminal that is drawn again and taken away in the end. Elsewhere
// plain lines, or nothing.
import type { Progress } from '../../plugins/index.js';
import { shown } from '../../text/index.js';
import { duration } from './duration.js';

export interface ShownProgress extends Progress {
  /** Takes the line away, so that something else can be written; the next step draws it again. */
  end(): void;
}

/** Where it is shown. */
export interface ProgressStream {
  readonly isTTY: boolean;
  readonly columns: number;
  lines(lines: readonly string[]): unknown;
  /** Puts a text in the place of the line that stands there. */
  over(line: string): unknown;
}

export interface ProgressOptions {
  /** What somebody gets who does not sit at a terminal; default: plain lines. */
  readonly elsewhere?: 'lines' | 'nothing';
  /** Work that takes less is not worth a line; default: none is. */
  readonly afterMs?: number;
}

export interface Clock {
  now(): number;
  /** Calls again and again; gives what ends it. It keeps no process alive. */
  every(ms: number, call: () => void): () => void;
}

/** A line on a terminal is drawn at most so often, and a plain one about the same work written at most so often. */
const BAR_MS = 80;
const LINE_MS = 10_000;
/** The time that passes is drawn even where nobody reports anything. */
const TICK_MS = 200;
const BAR_WIDTH = 24;

export function showProgress(
  stream: ProgressStream,
  env: Readonly<Record<string, string | undefined>>,
  { elsewhere = 'lines', afterMs = 0 }: ProgressOptions = {},
  clock: Clock = REAL,
): ShownProgress {
  if (stream.isTTY && env['TERM'] !== 'dumb') return new Bar(stream, afterMs, clock);
  return elsewhere === 'lines' ? new Lines(stream, clock) : NOTHING;
}

const REAL: Clock = {
  now: () => performance.now(),
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref();
    return () => clearInterval(timer);
  },
};

const NOTHING: ShownProgress = { step: () => undefined, end: () => undefined };

interface Step {
  readonly what: string;
  readonly done: number;
  readonly total: number | null;
}

class Bar implements ShownProgress {
  readonly #stream: ProgressStream;
  readonly #afterMs: number;
  readonly #clock: Clock;
  readonly #begun: number;
  #step: Step | null = null;
  #stepBegan = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;
  /** What stands there now. */
  #line = '';
  #stopTicking: (() => void) | null = null;
  /** A signal may end the process while the line stands there. */
  readonly #atExit = (): void => this.end();

  constructor(stream: ProgressStream, afterMs: number, clock: Clock) {
    this.#stream = stream;
    this.#afterMs = afterMs;
    this.#clock = clock;
    this.#begun = clock.now();
  }

  step(what: string, done: number, total: number | null): void {
    const isNew = what !== this.#step?.what;
    if (isNew) this.#stepBegan = this.#clock.now();
    this.#step = { what, done, total };
    if (this.#stopTicking === null) {
      this.#stopTicking = this.#clock.every(TICK_MS, () => this.#draw());
      process.once('exit', this.#atExit);
    }
    if (isNew || done === total || this.#clock.now() - this.#drawnAt >= BAR_MS) this.#draw();
  }

  #draw(): void {
    const now = this.#clock.now();
    if (this.#step === null || now - this.#begun < this.#afterMs) return;
    this.#drawnAt = now;
    this.#put(lineFor(this.#step, now - this.#stepBegan, Math.max(20, this.#stream.columns - 1)));
  }

  #put(line: string): void {
    if (line !== this.#line) this.#stream.over(line);
    this.#line = line;
  }

  end(): void {
    this.#stopTicking?.();
    this.#stopTicking = null;
    process.off('exit', this.#atExit);
    this.#put('');
    this.#step = null;
  }
}

function lineFor({ what, done, total }: Step, elapsedMs: number, width: number): string {
  const parts = [
    ...(total === null ? ['…'] : [bars(shareOf(done, total)), percent(done, total)]),
    // What is over in a moment needs no clock.
    ...(elapsedMs < 1000 ? [] : [duration(elapsedMs)]),
  ];
  const end = parts.join(' ');
  return `${cut(shown(what), width - end.length - 1)} ${end}`.slice(0, width);
}

class Lines implements ShownProgress {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  #what = '';
  #writtenAt = 0;

  constructor(stream: ProgressStream, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
  }

  step(what: string, done: number, total: number | null): void {
    const at = this.#clock.now();
    const begins = what !== this.#what;
    if (!begins && at - this.#writtenAt < LINE_MS) return;
    this.#what = what;
    this.#writtenAt = at;
    const far = begins || total === null ? '' : `: ${percent(done, total).trim()}`;
    this.#stream.lines([`${what}${far}`]);
  }

  end(): void {
    this.#what = '';
  }
}

const shareOf = (done: number, total: number): number =>
  total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));

const percent = (done: number, total: number): string =>
  `${String(Math.floor(shareOf(done, total) * 100)).padStart(3)} %`;

function bars(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}]`;
}

const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
