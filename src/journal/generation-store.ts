// Hook definitions and plans, each stored once: one file a generation, which all sessions and processes share.
import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { textIfThere, Unfit } from '../files/index.js';
import type { Generation, Plan } from '../nouns.js';
import { Appender } from './append.js';
import type { ConditionReason } from './entries.js';
import { isMissing, sessionName } from './layout.js';
import { generationEntry, planRecord } from './record-generation.js';

/** A generation file does not grow beyond this; plans that come later are known by their digest only. */
const LARGEST = 16 * 1024 * 1024;
/** Generations whose events may still come in: that in force, and some that it replaced. */
const MOST_REMEMBERED = 8;
/** A file in use is touched this often, so that what is no longer used can be told by its age. */
const TOUCH_MS = 60 * 60 * 1000;

/** How lines begin. */
const [GENERATION, PLAN] = ['{"kind":"generation",', '{"kind":"plan","digest":"'];
const digestIn = (line: string): string => line.slice(PLAN.length, line.indexOf('"', PLAN.length));

export const generationFile = (folder: string, id: string): string =>
  join(folder, `${sessionName(id)}.jsonl`);

export interface KnownPlan {
  readonly digest: string;
  readonly conditions: readonly ConditionReason[];
}

interface Book {
  readonly file: string;
  readonly appender: Appender;
  readonly digests: Set<string>;
  full: boolean;
  touched: number;
}

export interface StoreOptions {
  readonly folder: string;
  readonly header: () => string;
  readonly clock: () => number;
  readonly redact: boolean;
}

export class GenerationStore {
  readonly #options: StoreOptions;
  readonly #generations = new Map<string, Generation>();
  readonly #books = new Map<string, Book>();
  readonly #known = new WeakMap<Plan, KnownPlan>();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  inForce(generation: Generation): void {
    this.#generations.set(generation.id, generation);
    const [oldest] = this.#generations.keys();
    if (this.#generations.size > MOST_REMEMBERED && oldest !== undefined) {
      this.#generations.delete(oldest);
      this.#books.get(oldest)?.appender.close();
      this.#books.delete(oldest);
    }
  }

  /** Stores the plan unless it is stored already. Throws what the system says. */
  plan(plan: Plan): KnownPlan {
    const known = this.#known.get(plan);
    if (known !== undefined) {
      this.#book(plan.generation);
      return known;
    }
    const { record, conditions } = planRecord(plan, this.#options.redact);
    const book = this.#book(plan.generation);
    if (!book.digests.has(record.digest) && !book.full) {
      book.appender.append(`${JSON.stringify(record)}\n`);
      book.digests.add(record.digest);
    }
    const found = { digest: record.digest, conditions };
    this.#known.set(plan, found);
    return found;
  }

  close(): void {
    for (const { appender } of this.#books.values()) appender.close();
    this.#books.clear();
  }

  #book(id: string): Book {
    const now = this.#options.clock();
    const known = this.#books.get(id);
    if (known !== undefined && now - known.touched < TOUCH_MS) return known;
    if (known !== undefined && statSync(known.file, { throwIfNoEntry: false }) !== undefined) {
      touch(known, now);
      return known;
    }
    known?.appender.close();
    const book = this.#open(id, now);
    this.#books.set(id, book);
    return book;
  }

  #open(id: string, now: number): Book {
    const { folder, header, redact } = this.#options;
    const file = generationFile(folder, id);
    const appender = new Appender({ path: file, header, rotation: null });
    const text = read(file);
    const lines = (text ?? '').split('\n');
    const digests = new Set(lines.flatMap((line) => (line.startsWith(PLAN) ? [digestIn(line)] : [])));
    const book: Book = {
      file,
      appender,
      digests,
      full: text === null || text.length > LARGEST,
      touched: now,
    };
    const generation = this.#generations.get(id);
    const isThere = lines.some((line) => line.startsWith(GENERATION));
    if (generation !== undefined && text !== null && !isThere) {
      appender.append(`${JSON.stringify(generationEntry(generation, now, redact))}\n`);
    } else if (now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now) >= TOUCH_MS)
      touch(book, now);
    return book;
  }
}

function touch(book: Book, now: number): void {
  book.touched = now;
  try {
    utimesSync(book.file, now / 1000, now / 1000);
  } catch (error) {
    // Nothing was stored in it yet.
    if (!isMissing(error)) throw error;
  }
}

/** `null`: it is far too large, which no generation makes it. */
function read(file: string): string | null {
  try {
    return textIfThere(file, 4 * LARGEST) ?? '';
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}
