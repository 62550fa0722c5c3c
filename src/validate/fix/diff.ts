// The difference of two texts, line by line.

const CONTEXT = 2;

/** Lines of a unified diff, without the head. */
export function diffLines(before: string, after: string): readonly string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const marked = mark(a, b);
  const near = (index: number): boolean =>
    marked.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(([sign]) => sign !== ' ');
  const lines: string[] = [];
  let [left, right, open] = [1, 1, false];
  for (const [index, [sign, text]] of marked.entries()) {
    const shown = near(index);
    if (shown && !open) lines.push(`@@ -${left} +${right} @@`);
    if (shown) lines.push(sign + text.replace(/^\uFEFF/, '<BOM>'));
    open = shown;
    if (sign !== '+') left++;
    if (sign !== '-') right++;
  }
  return lines;
}

type Marked = readonly [sign: ' ' | '-' | '+', text: string];

/** The longest common lines stay. */
function mark(a: readonly string[], b: readonly string[]): readonly Marked[] {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const length = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = longest[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  }
  const marked: Marked[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      marked.push([' ', a[i] ?? '']);
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || length(i + 1, j) >= length(i, j + 1)))
      marked.push(['-', a[i++] ?? '']);
    else marked.push(['+', b[j++] ?? '']);
  }
  return marked;
}
