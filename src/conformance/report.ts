// Reports of a run: for people, and as one JSON object.
import type { Problem, Result } from './result.js';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Part of `passed`: differences that are documented. */
  readonly diverged: number;
  readonly total: number;
}

/** Counts results. A documented divergence counts as passed. */
export function tally(results: readonly Result[]): Tally {
  const count = (kind: Result['outcome']['kind']) =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  const diverged = count('diverged');
  return {
    passed: count('passed') + diverged,
    failed: count('failed'),
    skipped: count('skipped'),
    diverged,
    total: results.length,
  };
}

/** The report for people; the closing line stands alone at its end. */
export function textReport(results: readonly Result[]): string {
  const sections = [groupLines(results), failureLines(results), divergenceLines(results), skipLines(results)];
  const written = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return [...written, closingLine(tally(results))].join('\n\n');
}

/** The report for programs. */
export function jsonReport(results: readonly Result[]): string {
  const groups = [...byGroup(results)].map(([group, members]) => [group, tally(members)]);
  const vectors = results.map(({ subject, outcome, durationMs }) => {
    const { kind: result, ...rest } = outcome;
    return { ...subject, result, ...rest, durationMs };
  });
  return JSON.stringify(
    { version: 1, ...tally(results), groups: Object.fromEntries(groups), vectors },
    null,
    2,
  );
}

/** `N passed, M failed`, and how many were skipped where there are such. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** One problem in one line. */
export function problemLine(problem: Problem): string {
  const where = problem.step === null ? '' : `step ${problem.step}: `;
  if (problem.kind === 'broke') return `${where}${problem.message}`;
  return `${where}${problem.key}: expected ${brief(problem.expected)}, got ${brief(problem.got)}`;
}

function groupLines(results: readonly Result[]): readonly string[] {
  const groups = [...byGroup(results)];
  const width = Math.max(...groups.map(([group]) => group.length));
  return groups.map(([group, members]) => {
    const { passed, total, skipped } = tally(members);
    const note = skipped > 0 ? `  (${skipped} skipped)` : '';
    return `${group.padEnd(width)}  ${passed}/${total}${note}`;
  });
}

const failureLines = (results: readonly Result[]): readonly string[] =>
  results.flatMap(({ subject, outcome }) =>
    outcome.kind === 'failed'
      ? [
          `FAILED ${subject.name}: ${subject.title}`,
          `  in ${subject.file}`,
          ...outcome.problems.map((problem) => `  ${problemLine(problem)}`),
        ]
      : [],
  );

const divergenceLines = (results: readonly Result[]): readonly string[] =>
  results.flatMap(({ subject, outcome }) =>
    outcome.kind === 'diverged'
      ? [
          `DOCUMENTED DIVERGENCE ${subject.name}: ${outcome.reason}`,
          ...outcome.problems.map((problem) => `  ${problemLine(problem)}`),
        ]
      : [],
  );

function skipLines(results: readonly Result[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { subject, outcome } of results) {
    if (outcome.kind !== 'skipped') continue;
    const line = `${subject.group}: ${outcome.reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `SKIPPED ${count} of ${line}`);
}

function byGroup(results: readonly Result[]): ReadonlyMap<string, readonly Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const members = groups.get(result.subject.group) ?? [];
    members.push(result);
    groups.set(result.subject.group, members);
  }
  return groups;
}

const LONGEST = 400;

function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
