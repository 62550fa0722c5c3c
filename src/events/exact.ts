// Numbers that JavaScript cannot hold exactly: ids of more than fifteen digits, 1.0, 1e3. Hooks get them as the host wrote them.
import { isRecord } from '../text/index.js';
import { beyondBounds } from './bounds.js';

/** Fields of an event with such numbers: the whole field as JSON, on one line. */
export type ExactTexts = ReadonlyMap<string, string>;

export const ALL_EXACT: ExactTexts = new Map();

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The fields of the object that a JSON text holds, whose value is known already. They are made anew from what the text means, not cut out of it, so that
 * hooks never read more than was judged: of a name that stands twice, the last one.
 */
export function exactTexts(text: string, value: unknown): ExactTexts {
  if (!MAY_BE_INEXACT.test(text) || withMarks(text, '') === null || beyondBounds(value) !== null)
    return ALL_EXACT;
  const mark = absentIn(JSON.stringify(value));
  const marked = withMarks(text, mark) ?? text;
  const twin: unknown = JSON.parse(marked.replace(/^\uFEFF/, ''));
  if (!isRecord(twin)) return ALL_EXACT;
  const unmarked = new RegExp(`"${mark}([^"]*)"`, 'g');
  return new Map(
    Object.entries(twin).flatMap(([name, value]): [string, string][] => {
      const whole = JSON.stringify(value);
      return whole.includes(mark) ? [[name, whole.replace(unmarked, '$1')]] : [];
    }),
  );
}

/** Whatever has none of these has no such number; most events have none of these. */
const MAY_BE_INEXACT = /\d{16}|\d[.eE]|-0/;

/** A word that stands nowhere in a text. */
function absentIn(text: string): string {
  let word = 'number ';
  while (text.includes(word)) word = `a ${word}`;
  return word;
}

/** The text with every such number as a string that carries the mark; `null`: there is none. */
function withMarks(text: string, mark: string): string | null {
  const pieces: string[] = [];
  let found = false;
  const mend = (number: string): string => {
    if (JSON.stringify(Number(number)) === number) return number;
    found = true;
    return `"${mark}${number}"`;
  };
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf('"', at);
    const between = text.slice(at, opening === -1 ? text.length : opening);
    pieces.push(/\d/.test(between) ? between.replace(NUMBER, mend) : between);
    if (opening === -1) break;
    at = endOfString(text, opening);
    pieces.push(text.slice(opening, at));
  }
  return found ? pieces.join('') : null;
}

/** Where the string that opens at a quote is over. */
function endOfString(text: string, opening: number): number {
  for (let at = opening + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
