// One line of the table of `npm run soak`.

export interface SoakRow {
  readonly what: string;
  /** Megabytes; `null`: not measured. */
  readonly memory: { readonly begin: number; readonly end: number } | null;
  /** Events that were not answered as they must be, or not recorded, of how many. */
  readonly lost: number;
  readonly events: number;
  /** Processes that were still there when all should have ended; `null`: they cannot be seen here. */
  readonly left: number | null;
  /** `null`: it could not be tried here, and `note` says why. */
  readonly passed: boolean | null;
  readonly note: string;
}

/** Passes when nothing was lost, nobody was left and memory grew by no more than this. */
export function judged(row: Omit<SoakRow, 'passed' | 'note'>, growthMB = Number.POSITIVE_INFINITY): SoakRow {
  const grown = row.memory === null ? 0 : row.memory.end - row.memory.begin;
  const problems = [
    ...(row.lost > 0 ? [`${row.lost} lost`] : []),
    ...((row.left ?? 0) > 0 ? [`${row.left} left behind`] : []),
    ...(grown > growthMB ? [`grew by ${grown.toFixed(0)} MB, ${growthMB} are allowed`] : []),
  ];
  return { ...row, passed: problems.length === 0, note: problems.join('; ') };
}

export const skipped = (what: string, note: string): SoakRow => ({
  what,
  memory: null,
  lost: 0,
  events: 0,
  left: null,
  passed: null,
  note,
});

export function table(rows: readonly SoakRow[]): string {
  const head = ['what', 'events', 'lost', 'memory at begin', 'at end', 'processes left', 'result', ''];
  const cells = rows.map(({ what, memory, lost, events, left, passed, note }) => [
    what,
    events.toLocaleString('en'),
    String(lost),
    memory === null ? '–' : `${memory.begin.toFixed(1)} MB`,
    memory === null ? '–' : `${memory.end.toFixed(1)} MB`,
    left === null ? '–' : String(left),
    passed === null ? 'skipped' : passed ? 'pass' : 'FAIL',
    note,
  ]);
  const widths = head.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  return [head, ...cells]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
