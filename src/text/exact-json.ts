// JSON with numbers that JavaScript cannot hold exactly: ids of more than fifteen digits, 1.0, 1e400. What was read is written as it was.
import { isRecord } from './values.js';

/** Such numbers as they were written: by the object or list that holds them, and their name there. */
const written = new WeakMap<object, Map<string, string>>();
/** Until the first one comes, nobody looks for any. */
let isAny = false;

/** Reads JSON as `JSON.parse` does; `writeExactly` knows what it read. */
export function readExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const twin = MAY_BE_INEXACT.test(text) ? withNumbersAsTexts(text) : null;
  // Read from the same text, so that of a name that stands twice both have the last.
  if (twin !== null) remember(value, JSON.parse(twin));
  return value;
}

/** As `JSON.stringify`, with such numbers as they were read. `undefined`: JSON has nothing for it. */
export const writeExactly = (value: unknown): string | undefined =>
  isAny && holdsSome(value) ? write(value) : JSON.stringify(value);

/** Another object that holds some of the same numbers, under the same or other names. */
export function keepNumbers<T extends object>(
  from: object,
  to: T,
  nameOf: (name: string) => string = (name) => name,
): T {
  if (isAny) for (const name of written.get(from)?.keys() ?? []) keepNumber(from, name, to, nameOf(name));
  return to;
}

/** The same for a number of one member. */
export function keepNumber(from: object, name: string, to: object, as: string): void {
  const text = isAny ? written.get(from)?.get(name) : undefined;
  if (text !== undefined) note(to, as, text);
}

/** Whatever has none of these has no such number. Most texts have none: numbers stand behind one of few signs, versions and dates in quotes. */
const MAY_BE_INEXACT = /(?:^|[:,[])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The text with every such number as a string; `null`: there is none. */
function withNumbersAsTexts(text: string): string | null {
  const pieces: string[] = [];
  let isFound = false;
  const quoted = (number: string): string => {
    if (JSON.stringify(Number(number)) === number) return number;
    isFound = true;
    return `"${number}"`;
  };
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf('"', at);
    const between = text.slice(at, opening === -1 ? text.length : opening);
    pieces.push(/\d/.test(between) ? between.replace(NUMBER, quoted) : between);
    if (opening === -1) break;
    at = endOfString(text, opening);
    pieces.push(text.slice(opening, at));
  }
  return isFound ? pieces.join('') : null;
}

/** Where the string that opens at a quote is over. */
export function endOfString(text: string, opening: number): number {
  for (let at = opening + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Where one has a number and its twin a string, the string is how the number was written. Does not recurse: nothing is checked yet. */
function remember(value: unknown, twin: unknown): void {
  const waiting: (readonly [unknown, unknown])[] = [[value, twin]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair;
    for (const [name, item] of membersOf(one)) {
      const alike = memberOf(other, name);
      if (typeof item === 'number' && typeof alike === 'string' && isHolder(one)) note(one, name, alike);
      else if (isHolder(item)) waiting.push([item, alike]);
    }
  }
}

function note(holder: object, name: string, text: string): void {
  const known = written.get(holder);
  if (known === undefined) written.set(holder, new Map([[name, text]]));
  else known.set(name, text);
  isAny = true;
}

function holdsSome(value: unknown): boolean {
  // A set goes on with what is added meanwhile, and looks at nothing twice: values of this process may contain themselves.
  const found = new Set(isHolder(value) ? [value] : []);
  for (const one of found) {
    if (written.has(one)) return true;
    for (const [, item] of membersOf(one)) if (isHolder(item)) found.add(item);
  }
  return false;
}

function write(value: unknown): string | undefined {
  if (!isHolder(value)) return JSON.stringify(value);
  const texts = written.get(value);
  const members = membersOf(value).map(([name, item]) => {
    const text = texts?.get(name);
    // What somebody changed since it was read is what it is now.
    return [name, text !== undefined && Object.is(Number(text), item) ? text : write(item)] as const;
  });
  if (Array.isArray(value)) return `[${members.map(([, text]) => text ?? 'null').join(',')}]`;
  const present = members.filter(([, text]) => text !== undefined);
  return `{${present.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [String(index), item]);
  return isRecord(value) ? Object.entries(value) : [];
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isRecord(value) ? value[name] : undefined;
}
