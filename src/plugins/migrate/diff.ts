// What differs between two texts, line by line.

/** ` `, `-` or `+` before each line; stretches without a difference are cut to three lines. `[]`: nothing differs. */
export function diffLines(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map(linesOf);
  if (old === undefined || now === undefined || before === after) return [];
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

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** More than this is shown as everything removed and everything added: it would not be read anyway. */
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

const AROUND = 3;

function withoutTheRest(lines: readonly string[]): readonly string[] {
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (line.startsWith(' ')) return;
    for (let other = index - AROUND; other <= index + AROUND; other++) near.add(other);
  });
  return lines.flatMap((line, index) => {
    if (near.has(index)) return [line];
    return index === 0 || near.has(index - 1) ? ['…'] : [];
  });
}
