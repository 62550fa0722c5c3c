// What differs between two texts, line by line.

/**
 * ` `, `-` or `+` before each line that differs or is near one that does, and a line `@@ -3 +4 @@` before each such stretch, with
 * the numbers of its first line. `[]`: nothing differs.
 */
export function diffLines(before: string, after: string): readonly string[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = changes(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const marked = [
    ...old.slice(0, head).map((line) => ` ${line}`),
    ...middle,
    ...old.slice(old.length - tail).map((line) => ` ${line}`),
  ];
  return withoutTheRest(marked);
}

/** The last line of a text that ends without a newline is another line than the same with one. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.replace(/^\uFEFF/, '<BOM>').split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last}${NO_NEWLINE}`];
}

export const NO_NEWLINE = ' <no newline at the end>';

/** More than this is shown as everything removed and everything added: finding what stays takes the product of both. */
const LARGEST = 4_000_000;

/** The longest common lines stay. */
function changes(old: readonly string[], now: readonly string[]): string[] {
  const plain = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  if (old.length * now.length > LARGEST || old.length === 0 || now.length === 0) return plain;
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const result: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      result.push(` ${old[row]}`);
      row++;
      column++;
    } else if (column >= now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1)))
      result.push(`-${old[row++]}`);
    else result.push(`+${now[column++]}`);
  }
  return result;
}

const AROUND = 2;

function withoutTheRest(lines: readonly string[]): readonly string[] {
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (line.startsWith(' ')) return;
    for (let other = index - AROUND; other <= index + AROUND; other++) near.add(other);
  });
  const shown: string[] = [];
  let [left, right] = [1, 1];
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) {
      if (!near.has(index - 1) || index === 0) shown.push(`@@ -${left} +${right} @@`);
      shown.push(line);
    }
    if (!line.startsWith('+')) left++;
    if (!line.startsWith('-')) right++;
  }
  return shown;
}
