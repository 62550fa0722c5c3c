// Copies of foreign values that are fit for a file: redacted, and bounded in every direction. What is not as it was is marked.
import {
  isSecretName,
  isSecretOption,
  isSecretUnder,
  keepNumber,
  REDACTED,
  redactText,
} from '../text/index.js';
import type { Mark } from './entries.js';

/** How much is kept. Texts are counted in UTF-16 units. */
export interface Bounds {
  /** Longest text that is stored whole. */
  readonly text: number;
  /** Texts of one event together; what comes after that is left out. */
  readonly all: number;
  readonly depth: number;
  /** Items of one list or object. */
  readonly items: number;
}

/** Longest text, in UTF-16 units, that is stored whole. */
export const TEXT_LIMIT = 4096;
export const USUAL: Bounds = { text: TEXT_LIMIT, all: 64 * 1024, depth: 12, items: 100 };
/** What `journal: full` keeps of inputs and outputs. An event may be nested 200 deep. */
export const WHOLE: Bounds = { text: 1024 * 1024, all: 2 * 1024 * 1024, depth: 200, items: 10_000 };

/** Longer names are data, and treated like it. */
const LONGEST_PLAIN_NAME = 40;
/** A secret that begins before the cut is recognised by what comes behind it. */
const LOOK_AHEAD = 1024;
/** More places than these are marked as one: all of it. */
const MOST_MARKS = 50;

/** Makes the copies that belong to one entry. `at` is where a copy stands in its entry, as a JSON pointer; `null`: nobody asks. */
export class Copier {
  readonly #redact: boolean;
  readonly #bounds: Bounds;
  readonly #marks: Mark[] = [];
  #left: number;

  constructor(redact: boolean, bounds: Bounds = USUAL) {
    this.#redact = redact;
    this.#bounds = bounds;
    this.#left = bounds.all;
  }

  /** What is not as it was, of all copies whose place is known. */
  get marks(): readonly Mark[] {
    return this.#marks.length > MOST_MARKS ? [{ at: '', why: 'left-out' }] : this.#marks;
  }

  /** Something that is not as it was, for a reason of somebody else's. */
  mark(at: string | null, why: Mark['why']): void {
    if (at !== null && this.#marks.length <= MOST_MARKS) this.#marks.push({ at, why });
  }

  /** A text, redacted and cut; the true length is noted. */
  text(text: string, limit: number = this.#bounds.text, at: string | null = null): string {
    const room = Math.min(limit, Math.max(0, this.#left));
    const seen = text.length > room ? text.slice(0, room + LOOK_AHEAD) : text;
    const shown = this.#redact ? redactText(seen) : seen;
    this.#left -= Math.min(shown.length, room);
    if (shown !== seen) this.mark(at, 'redacted');
    if (text.length <= room) return shown;
    this.mark(at, 'cut');
    return `${shown.slice(0, room)}…[cut: ${text.length} characters]`;
  }

  textOrNull(text: string | null, limit?: number): string | null {
    return text === null ? null : this.text(text, limit);
  }

  /** Any value as JSON can hold it. */
  value(value: unknown, depth = 0, at: string | null = null): unknown {
    if (typeof value === 'string') return this.text(value, this.#bounds.text, at);
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object') return undefined;
    if (depth >= this.#bounds.depth) {
      this.mark(at, 'left-out');
      return '[left out: nested too deep]';
    }
    return Array.isArray(value) ? this.#list(value, depth, at) : this.record(value, depth, at);
  }

  #list(list: readonly unknown[], depth: number, at: string | null): unknown[] {
    const { items } = this.#bounds;
    const copied = list.slice(0, items).map((item, index) => {
      const place = below(at, String(index));
      if (!this.#redact || !isGiven(list[index - 1], item)) return this.value(item, depth + 1, place);
      this.mark(place, 'redacted');
      return REDACTED;
    });
    for (const index of copied.keys()) keepNumber(list, String(index), copied, String(index));
    if (list.length > items) {
      this.mark(at, 'left-out');
      copied.push(`[left out: ${list.length - items} more]`);
    }
    return copied;
  }

  /** The fields of an object; what stands under the name of a secret is replaced. */
  record(object: object, depth = 0, at: string | null = null): Record<string, unknown> {
    const { items } = this.#bounds;
    const entries = Object.entries(object);
    const named = 'name' in object ? object.name : 'key' in object ? object.key : null;
    const copied: [string, unknown][] = entries
      .slice(0, items)
      .map(([name, value]): [string, unknown] => [
        name.length > LONGEST_PLAIN_NAME ? this.text(name, 200, at) : name,
        this.#redact && isHidden(name === 'value' ? named : name, value)
          ? this.#hidden(value, depth, below(at, name))
          : this.value(value, depth + 1, below(at, name)),
      ]);
    if (entries.length > items) {
      this.mark(at, 'left-out');
      copied.push(['…', `[left out: ${entries.length - items} more]`]);
    }
    const record = Object.fromEntries(copied);
    for (const [name] of entries) keepNumber(object, name, record, name);
    return record;
  }

  /** Numbers and truth values under such a name are counts and switches; only texts are secrets. */
  #hidden(value: unknown, depth: number, at: string | null): unknown {
    const redacted = (): string => {
      this.mark(at, 'redacted');
      return REDACTED;
    };
    if (typeof value === 'string') return value === '' ? '' : redacted();
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? redacted() : value;
    if (depth >= this.#bounds.depth) return redacted();
    const { items } = this.#bounds;
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
    if (entries.length > items) this.mark(at, 'left-out');
    const copied = entries
      .slice(0, items)
      .map(([name, item]) => [name, this.#hidden(item, depth + 1, below(at, name))] as const);
    return Array.isArray(value) ? copied.map(([, item]) => item) : Object.fromEntries(copied);
  }
}

/** The place of a member, as a JSON pointer says it. */
const below = (at: string | null, name: string): string | null =>
  at === null ? null : `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A list of arguments holds a secret behind the option that it belongs to. */
const isGiven = (option: unknown, value: unknown): boolean =>
  typeof value === 'string' && typeof option === 'string' && !value.startsWith('-') && isSecretOption(option);

/** `name` is what the value stands under, or beside where that is called `value`. */
const isHidden = (name: unknown, value: unknown): boolean =>
  typeof name === 'string' && (typeof value === 'string' ? isSecretUnder(name, value) : isSecretName(name));
