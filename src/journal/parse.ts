// Lines back into entries. What is not understood is not guessed at.
import { readExactly } from '../text/index.js';
import { number, oneOf, open } from '../text/shapes/index.js';
import {
  detailed,
  type Entry,
  type EventEntry,
  type EventHead,
  eventEntry,
  type Header,
  otherLine,
} from './entries.js';
import { timeOfId } from './ids.js';

/** What a line may be; `damaged`: a torn line, or one of a kind that this version does not know. */
export type Line = Entry | Header | { readonly kind: 'damaged' };

const DAMAGED: Line = { kind: 'damaged' };
/** A quote inside a text is escaped, so the first of these in a line is the key itself. */
const DETAIL = ',"detail":';
const END = ']}}';

/** A line without its bulky part, which is not even decoded. */
export function parseHead(line: Buffer): Line {
  const cut = line.indexOf(DETAIL);
  if (cut < 0) return entryOf(parseJson(line.toString('utf8')));
  // Details end with a list, in all kinds that have them; a torn line hardly ever ends like that.
  if (line.toString('latin1', line.length - END.length) !== END) return DAMAGED;
  const value = parseJson(`${line.toString('utf8', 0, cut)},"detail":null}`);
  return detailed.is(value) ? value : DAMAGED;
}

/** A line with everything in it. */
export function parseWhole(line: Buffer): Line {
  const value = exactJson(line.toString('utf8'));
  return eventEntry.is(value) ? value : entryOf(value);
}

const OBSERVED = Buffer.from('{"kind":"observed",');
const PASSED: Line = { kind: 'journal', version: 0, at: 0, project: '', session: null };

/** The same for what hooks only observed; other lines are passed over unread, as first lines are. */
export const observedOnly =
  (parse: (line: Buffer) => Line) =>
  (line: Buffer): Line =>
    line.subarray(0, OBSERVED.length).equals(OBSERVED) ? parse(line) : PASSED;

/** Whether an event was read with everything in it. */
export const isWhole = (entry: EventHead): entry is EventEntry => eventEntry.is(entry);

const entryOf = (value: unknown): Line => (otherLine.is(value) ? value : DAMAGED);

const stated = open({ kind: oneOf('journal'), version: number });

/** The version that a first line states; `null`: it is no first line. */
export function versionOf(line: Buffer): number | null {
  const value = parseJson(line.toString('utf8'));
  return stated.is(value) ? value.version : null;
}

/** The same with numbers as they were written, for hooks that are given them once more. */
function exactJson(text: string): unknown {
  try {
    return readExactly(text);
  } catch {
    // A torn line; its readers skip and count it.
    return undefined;
  }
}

/** A value from JSON; `undefined` where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A torn line; its readers skip and count it.
    return undefined;
  }
}

/** When an entry was written, as far as order goes. */
export const recordedAt = (entry: Entry): number => ('id' in entry ? timeOfId(entry.id) : entry.at);
