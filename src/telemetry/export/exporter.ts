// From what happened to what a collector gets.
import { randomUUID } from 'node:crypto';
import type { Happened } from '../../journal/index.js';
import { plural } from '../../text/index.js';
import { Meter } from '../encode/metrics.js';
import { type LogRecord, recordsOf, type Span } from '../encode/records.js';
import { bodyOf, resourceOf } from '../encode/request.js';
import { addressOf, type Destination, type TelemetrySettings, type TraceParent } from '../settings/index.js';
import { SIGNALS, type Signal } from '../wanted.js';
import { type Batch, Pipe } from './pipe.js';
import { MOST_AT_ONCE, Queue } from './queue.js';

export interface ExporterOptions {
  readonly settings: TelemetrySettings;
  /** Called once for each kind of problem, with a sentence. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: () => number;
  /** How long spans and logs are gathered. */
  readonly delayMs?: number;
  /** How long one batch is tried. */
  readonly giveUpMs?: number;
  readonly firstPauseMs?: number;
}

export class Exporter {
  readonly #options: ExporterOptions;
  readonly #resource: object;
  readonly #spans = new Queue<Span>();
  readonly #logs = new Queue<LogRecord>();
  readonly #meter: Meter;
  readonly #pipes: Readonly<Partial<Record<Signal, Pipe>>>;
  readonly #told = new Set<string>();
  readonly #dropped = new Map<Signal, number>();

  constructor(options: ExporterOptions) {
    const { settings, clock = Date.now } = options;
    this.#options = options;
    this.#resource = resourceOf(settings, randomUUID());
    this.#meter = new Meter(settings.temporality, clock);
    const pipes: Partial<Record<Signal, Pipe>> = {};
    for (const signal of SIGNALS) {
      const destination = settings.destinations[signal];
      if (destination !== undefined) pipes[signal] = this.#pipe(signal, destination);
    }
    this.#pipes = pipes;
  }

  /** Never waits, never throws. */
  record(happened: Happened, parent: TraceParent | null = this.#options.settings.parent): void {
    const { spans, logs } = recordsOf(happened, parent);
    this.#meter.hear(happened);
    this.#offer('traces', this.#spans, spans);
    this.#offer('logs', this.#logs, logs);
    this.#pipes.metrics?.notice(false);
  }

  /** Everything heard so far is sent or dropped when this resolves. */
  async flush(): Promise<void> {
    await Promise.all(Object.values(this.#pipes).map((pipe) => pipe.flush()));
  }

  /** The same, within so many milliseconds. */
  async close(limitMs: number): Promise<void> {
    await Promise.all(Object.values(this.#pipes).map((pipe) => pipe.close(limitMs)));
    const lost = [...this.#dropped].map(([signal, count]) => plural(count, WORDS[signal]));
    if (lost.length > 0) this.#tell('sum', `${NOT_SENT}${lost.join(', ')}`);
  }

  /** How many records were not sent, by signal. */
  get dropped(): ReadonlyMap<Signal, number> {
    return this.#dropped;
  }

  #offer<Record extends object>(signal: Signal, queue: Queue<Record>, records: readonly Record[]): void {
    const pipe = this.#pipes[signal];
    if (pipe === undefined || records.length === 0) return;
    const left = queue.add(records);
    if (left > 0)
      this.#drop(
        signal,
        left,
        `full ${signal}`,
        `more happens than can be sent: ${WORDS[signal]}s are left out`,
      );
    pipe.notice(queue.length >= MOST_AT_ONCE);
  }

  #pipe(signal: Signal, destination: Destination): Pipe {
    const { settings, delayMs = 1000, giveUpMs = 60_000, firstPauseMs = 1000 } = this.#options;
    const where = addressOf(destination);
    const at = destination.url.origin;
    return new Pipe({
      destination,
      source: { take: () => this.#batch(signal) },
      delayMs: signal === 'metrics' ? settings.metricsEveryMs : delayMs,
      giveUpMs,
      firstPauseMs,
      onDropped: (records, why) =>
        this.#drop(
          signal,
          records,
          `away ${at}`,
          `${where} does not take what is sent: ${why}. It is dropped; hooks run as before`,
        ),
      onRejected: (records, why) =>
        this.#drop(
          signal,
          records,
          `rejected ${signal}`,
          `${where} left out ${plural(records, WORDS[signal])}${why === '' ? '' : `: ${why}`}`,
        ),
    });
  }

  #batch(signal: Signal): Batch | null {
    if (signal === 'metrics') {
      if (!this.#meter.isChanged) return null;
      const { metrics, points } = this.#meter.take();
      return { records: points, body: bodyOf(signal, this.#resource, metrics) };
    }
    const records = signal === 'traces' ? this.#spans.take() : this.#logs.take();
    return records.length === 0
      ? null
      : { records: records.length, body: bodyOf(signal, this.#resource, records) };
  }

  #drop(signal: Signal, records: number, kind: string, problem: string): void {
    this.#dropped.set(signal, (this.#dropped.get(signal) ?? 0) + records);
    // That metrics were dropped would be counted without end where they cannot be sent.
    if (signal !== 'metrics') this.#meter.dropped(signal, records);
    this.#tell(kind, problem);
  }

  #tell(kind: string, problem: string): void {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    try {
      this.#options.onProblem(`telemetry: ${problem}`);
    } catch {
      // A listener's fault is not ours, and must not reach the host.
    }
  }
}

/** How the sum of what was dropped begins. */
export const NOT_SENT = 'not sent: ';

const WORDS: Readonly<Record<Signal, string>> = { traces: 'span', metrics: 'point', logs: 'log record' };
