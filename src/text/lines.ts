// Offsets in a text as line and column.

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Tells line and column (1-based, in UTF-16 units) of an offset. The line table is made at the first question. */
export function linesOf(text: string): (offset: number) => Position {
  let starts: number[] | null = null;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
