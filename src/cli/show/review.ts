// What a person is asked to agree to. Nothing of it is ever cut: whoever cannot see all of a line has not seen it.
import { diffLines, shown } from '../../text/index.js';
import type { Screen } from './screen.js';

/** Begins a line that belongs to the one above it. */
const GOES_ON = '↪ ';
/** Below this width nothing is wrapped: a column of single letters hides as well as a cut. */
const NARROWEST = 20;

export interface ReviewOptions {
  readonly indent?: number;
  readonly paint?: (text: string) => string;
}

/**
 * A text from elsewhere with all of its lines, each whole and with its blanks. On a terminal a line that is longer than the screen is
 * continued on the next, with a mark; elsewhere a line stays one line.
 */
export function reviewed(screen: Screen, text: string, options: ReviewOptions = {}): string[] {
  const { indent = 0, paint = (same) => same } = options;
  const pad = ' '.repeat(indent);
  return text.split('\n').flatMap((line) => {
    const [first = '', ...rest] = pieces(screen, shown(line.replace(/^[-+ ]?\t+/, tabsAsBlanks)), indent);
    return [`${pad}${paint(first)}`, ...rest.map((piece) => `${pad}${screen.dim(GOES_ON)}${paint(piece)}`)];
  });
}

/** The same behind what stands before it, which takes `width` columns. */
export function reviewedBeside(screen: Screen, lead: string, width: number, text: string): string[] {
  const [first = '', ...rest] = reviewed(screen, text, { indent: width });
  return [`${lead}${first.slice(width)}`, ...rest];
}

/** What differs between two texts, every line that does. */
export const reviewedDiff = (screen: Screen, before: string, after: string, indent = 0): string[] =>
  diffLines(before, after).flatMap((line) => {
    const paint = line.startsWith('+') ? screen.green : line.startsWith('-') ? screen.red : screen.dim;
    return reviewed(screen, line, { indent, paint });
  });

const tabsAsBlanks = (lead: string): string => lead.replaceAll('\t', '  ');

function pieces(screen: Screen, line: string, indent: number): readonly string[] {
  const width = screen.width - indent;
  if (!screen.isTerminal || line.length <= width || width < NARROWEST) return [line];
  const found = [line.slice(0, cutAt(line, 0, width))];
  for (let at = found[0]?.length ?? 0; at < line.length; ) {
    const end = cutAt(line, at, width - GOES_ON.length);
    found.push(line.slice(at, end));
    at = end;
  }
  return found;
}

/** Where a piece ends; half a character is none. */
function cutAt(line: string, from: number, width: number): number {
  const end = from + width;
  return /[\ud800-\udbff]/.test(line[end - 1] ?? '') && end < line.length ? end - 1 : end;
}
