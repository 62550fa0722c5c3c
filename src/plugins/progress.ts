// Shows how far long work is: a bar on a terminal, plain lines everywhere else.
import { shown } from '../text/index.js';
import type { Progress } from './source.js';

export interface ShownProgress extends Progress {
  /** Takes the bar away; afterwards the line is free for something else. */
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

/** A bar is drawn at most so often, and a line about the same work written at most so often. */
const BAR_MS = 80;
const LINE_MS = 10_000;
const BAR_WIDTH = 24;

export function showProgress(
  stream: ProgressStream,
  env: Readonly<Record<string, string | undefined>>,
  now: () => number = () => performance.now(),
): ShownProgress {
  return stream.isTTY && env['TERM'] !== 'dumb' ? new Bar(stream, now) : new Lines(stream, now);
}

/** For work that nobody watches. */
export const SILENT: Progress = { step: () => undefined };

class Bar implements ShownProgress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #what = '';
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(stream: ProgressStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  step(what: string, done: number, total: number | null): void {
    const at = this.#now();
    if (what === this.#what && done !== total && at - this.#drawnAt < BAR_MS) return;
    this.#what = what;
    this.#drawnAt = at;
    this.#drawn = true;
    const width = Math.max(20, this.#stream.columns - 1);
    const bar = total === null ? '' : `${bars(shareOf(done, total))} ${percent(done, total)}`;
    const text = total === null ? `${shown(what)} …` : shown(what);
    const room = bar === '' ? width : width - bar.length - 1;
    this.#stream.over([cut(text, room), bar].join(' ').trimEnd().slice(0, width));
  }

  end(): void {
    if (this.#drawn) this.#stream.over('');
    this.#drawn = false;
    this.#what = '';
  }
}

class Lines implements ShownProgress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #what = '';
  #writtenAt = 0;

  constructor(stream: ProgressStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  step(what: string, done: number, total: number | null): void {
    const at = this.#now();
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
