// Makes long texts short, with a note where something is left out.

export interface Shortened {
  readonly text: string;
  /** Length before; `null`: nothing is left out. */
  readonly whole: number | null;
}

/** A string of this length is worth more than a note about it. */
const SHORT = 100;

/** Beginning and end of a text; a pair of surrogates is never torn. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = beforePair(text, Math.floor(limit * 0.75));
  const tail = beforePair(text, text.length - (limit - head));
  return `${text.slice(0, head)}${leftOut(tail - head)}${text.slice(tail)}`;
}

/**
 * The same for compact JSON: its longest strings give way first, so that short fields behind a long one are still
 * seen. Only where that is not enough, the text itself is cut.
 */
export function shortenJson(json: string, limit: number): Shortened {
  if (json.length <= limit) return { text: json, whole: null };
  // One long string keeps nearly all of the room; many share it.
  for (const share of [1.05, 2, 5, 50, 500]) {
    const text = shortenStrings(json, Math.max(SHORT, Math.floor(limit / share)));
    if (text.length <= limit) return { text, whole: json.length };
  }
  return { text: shorten(shortenStrings(json, SHORT), limit), whole: json.length };
}

function shortenStrings(json: string, limit: number): string {
  const parts: string[] = [];
  let copied = 0;
  let at = json.indexOf('"');
  while (at >= 0) {
    const { end, head, tail } = scanString(json, at + 1, limit);
    if (end - at > limit) {
      parts.push(json.slice(copied, head), leftOut(tail - head));
      copied = tail;
    }
    at = json.indexOf('"', end + 1);
  }
  return [...parts, json.slice(copied)].join('');
}

/** Where a string that begins at `start` ends, and where it can be cut without tearing an escape or a pair. */
function scanString(json: string, start: number, limit: number): { end: number; head: number; tail: number } {
  let end = start;
  while (end < json.length && json[end] !== '"') end += tokenLength(json, end);
  const head = tokenBefore(json, start, start + Math.floor(limit * 0.75));
  return { end, head, tail: tokenBefore(json, head, end - Math.floor(limit * 0.25)) };
}

/** The beginning of the last token that does not begin beyond a limit. */
function tokenBefore(json: string, start: number, limit: number): number {
  let at = start;
  for (let next = start; next <= limit; next += tokenLength(json, next)) at = next;
  return at;
}

function tokenLength(json: string, at: number): number {
  if (json[at] !== '\\') return isHigh(json.charCodeAt(at)) ? 2 : 1;
  return json[at + 1] === 'u' ? 6 : 2;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const beforePair = (text: string, at: number): number => (isHigh(text.charCodeAt(at - 1)) ? at - 1 : at);

const leftOut = (count: number): string => `… [${count} characters left out] …`;
