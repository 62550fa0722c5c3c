// Copies of foreign values that are fit for a file: redacted, and bounded in every direction.
import { isSecretName, isSecretOption, isSecretUnder, REDACTED, redactText } from '../text/index.js';

/** Longest text, in UTF-16 units, that is stored whole. */
export const TEXT_LIMIT = 4096;
/** Texts of one event together; what comes after that is left out. */
const BUDGET = 64 * 1024;
const DEEPEST = 12;
const MOST_ITEMS = 100;
/** Longer names are data, and treated like it. */
const LONGEST_PLAIN_NAME = 40;
/** A secret that begins before the cut is recognised by what comes behind it. */
const LOOK_AHEAD = 1024;

/** Whether something of a value was left out of its copy. */
export const hasCuts = (text: string): boolean => /…\[cut: \d+ characters\]|\[left out: /.test(text);

/** Makes the copies that belong to one entry. */
export class Copier {
  readonly #redact: boolean;
  #left = BUDGET;

  constructor(redact: boolean) {
    this.#redact = redact;
  }

  /** A text, redacted and cut; the true length is noted. */
  text(text: string, limit: number = TEXT_LIMIT): string {
    const room = Math.min(limit, Math.max(0, this.#left));
    const seen = text.length > room ? text.slice(0, room + LOOK_AHEAD) : text;
    const shown = this.#redact ? redactText(seen) : seen;
    this.#left -= Math.min(shown.length, room);
    return text.length > room ? `${shown.slice(0, room)}…[cut: ${text.length} characters]` : shown;
  }

  textOrNull(text: string | null, limit?: number): string | null {
    return text === null ? null : this.text(text, limit);
  }

  /** Any value as JSON can hold it. */
  value(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object') return undefined;
    if (depth >= DEEPEST) return '[left out: nested too deep]';
    return Array.isArray(value) ? this.#list(value, depth) : this.record(value, depth);
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const copied = list
      .slice(0, MOST_ITEMS)
      .map((item, at) =>
        this.#redact && isGiven(list[at - 1], item) ? REDACTED : this.value(item, depth + 1),
      );
    if (list.length > MOST_ITEMS) copied.push(`[left out: ${list.length - MOST_ITEMS} more]`);
    return copied;
  }

  /** The fields of an object; what stands under the name of a secret is replaced. */
  record(object: object, depth = 0): Record<string, unknown> {
    const entries = Object.entries(object);
    const named = 'name' in object ? object.name : 'key' in object ? object.key : null;
    const copied = entries
      .slice(0, MOST_ITEMS)
      .map(([name, value]): [string, unknown] => [
        name.length > LONGEST_PLAIN_NAME ? this.text(name, 200) : name,
        this.#redact && isHidden(name === 'value' ? named : name, value)
          ? hidden(value, depth)
          : this.value(value, depth + 1),
      ]);
    if (entries.length > MOST_ITEMS) copied.push(['…', `[left out: ${entries.length - MOST_ITEMS} more]`]);
    return Object.fromEntries(copied);
  }
}

/** A list of arguments holds a secret behind the option that it belongs to. */
const isGiven = (option: unknown, value: unknown): boolean =>
  typeof value === 'string' && typeof option === 'string' && !value.startsWith('-') && isSecretOption(option);

/** `name` is what the value stands under, or beside where that is called `value`. */
const isHidden = (name: unknown, value: unknown): boolean =>
  typeof name === 'string' && (typeof value === 'string' ? isSecretUnder(name, value) : isSecretName(name));

/** Numbers and truth values under such a name are counts and switches; only texts are secrets. */
function hidden(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value === '' ? '' : REDACTED;
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? REDACTED : value;
  if (depth >= DEEPEST) return REDACTED;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => hidden(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS)
      .map(([name, item]) => [name, hidden(item, depth + 1)]),
  );
}
