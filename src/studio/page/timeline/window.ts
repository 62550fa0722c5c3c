// The part of time that is looked at, and the data for it: asks when something is missing, one question at a time.
import type { Appended, Lane, Source, TimelineQuery } from '../../contract.js';
import { isInside, lengthOf, type Span, widened } from './geometry.js';
import { type Model, modelOf, withMore } from './model.js';

export type Filter = Omit<TimelineQuery, 'from' | 'to'>;

export interface WindowEvents {
  /** Something else is to be seen. */
  changed(): void;
  failed(error: unknown): void;
}

const RECENT_MS = 10 * 60_000;

export class TimeWindow {
  readonly #source: Source;
  readonly #filter: Filter;
  readonly #events: WindowEvents;
  #span: Span | null;
  #model: Model | null = null;
  #isAsking = false;
  #isStale = true;
  /** The end of the window is where the last event is. */
  follows: boolean;

  constructor(source: Source, filter: Filter, span: Span | null, events: WindowEvents) {
    this.#source = source;
    this.#filter = filter;
    this.#span = span;
    this.#events = events;
    this.follows = span === null;
  }

  get model(): Model | null {
    return this.#model;
  }

  get span(): Span {
    return this.#span ?? this.#model?.span ?? { from: 0, to: 1 };
  }

  get all(): Span | null {
    return this.#model?.all ?? null;
  }

  look(span: Span): void {
    this.#span = span;
    this.#events.changed();
    this.refresh();
  }

  /** Everything has to be asked for again. */
  again(): void {
    this.#isStale = true;
    this.refresh();
  }

  /** What was recorded since, at once where it can be put in. */
  append(more: Appended): void {
    const model = this.#model;
    const isPlain = [this.#filter.event, this.#filter.verdict, this.#filter.hook, this.#filter.failed].every(
      (part) => part === undefined || part === false,
    );
    const grown =
      model === null || !isPlain || more.ended.length > 0 ? null : withMore(model, more, this.#isWanted);
    if (grown === null) {
      this.again();
      return;
    }
    this.#model = grown;
    if (this.follows) this.#follow(grown);
    this.#events.changed();
  }

  readonly #isWanted = ({ project, session }: Lane): boolean =>
    (this.#filter.project ?? project) === project && (this.#filter.session ?? session) === session;

  #follow({ all }: Model): void {
    if (all === null) return;
    // What was in sight a moment ago stays in sight, as long as all of it is not long.
    const recent = Math.min(lengthOf(all) * 1.04, RECENT_MS);
    const length = Math.max(lengthOf(this.span), recent, 1000);
    const to = all.to + length * 0.02;
    this.#span = { from: to - length, to };
  }

  refresh(): void {
    if (this.#isAsking || !this.#isNeeded()) return;
    this.#isAsking = true;
    this.#isStale = false;
    const wanted = this.#span === null ? {} : widened(this.#span, 0.5);
    this.#source
      .timeline({ ...this.#filter, ...wanted })
      .then((found) => {
        this.#model = modelOf(found);
        this.#span ??= withAir(this.#model.span);
        if (this.follows) this.#follow(this.#model);
        this.#events.changed();
      })
      .catch((error: unknown) => this.#events.failed(error))
      .finally(() => {
        this.#isAsking = false;
        // It may have moved on meanwhile.
        this.refresh();
      });
  }

  /** Whether what is known does not cover what is looked at, or only in coarse heaps. */
  #isNeeded(): boolean {
    if (this.#isStale || this.#model === null) return true;
    if (this.#span === null) return false;
    const { span, heaps, all } = this.#model;
    const within = all === null ? this.#span : overlap(this.#span, all);
    if (within !== null && !isInside(within, span)) return true;
    return heaps.length > 0 && lengthOf(this.#span) < lengthOf(span) / 4;
  }
}

const withAir = (span: Span): Span =>
  widened({ from: span.from, to: Math.max(span.to, span.from + 1000) }, 0.02);

function overlap(one: Span, other: Span): Span | null {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : null;
}
