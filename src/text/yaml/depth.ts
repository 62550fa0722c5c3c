// Whether YAML nests deeper than anybody writes it, asked before it is parsed.
//
// The YAML library recurses. When a stack runs out inside it, the engine's regular expression compiler may be what
// fails, and that ends the process instead of throwing: such a text must never reach it.

/** Levels of each kind; the library bears several thousand. */
const MOST = 1_000;

/** `true`: brackets or indentation could nest more than `MOST` levels. An upper bound: quoted brackets count too. */
export function nestsTooDeep(text: string): boolean {
  return count(text, /(?:^|[\s[{,:?!-])(?=[[{])/g) > MOST || text.split('\n').some(isTooDeep);
}

/** A block collection begins at a deeper column, or with a further indicator on the same line. */
function isTooDeep(line: string): boolean {
  if (line.length <= MOST) return false;
  return line.search(/[^ \t]/) > MOST || count(line, /[-?:](?=[ \t])/g) > MOST;
}

function count(text: string, what: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(what)) {
    found += 1;
    if (found > MOST) break;
  }
  return found;
}
