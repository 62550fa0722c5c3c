// Results of hook tests for a person.
import { relative } from 'node:path';
import { type TestResult, tallyTests } from '../../conformance/hook-tests/index.js';
import { liesIn } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { reviewed } from './review.js';
import type { Screen } from './screen.js';
import { wrap } from './screen.js';

/** The lines about a run: a block for each file, and the closing line. */
export function showTests(results: readonly TestResult[], screen: Screen, cwd: string): string[] {
  const files = [...new Set(results.map(({ file }) => file))];
  const blocks = files.flatMap((file) => [
    screen.bold(shown(file, cwd)),
    ...results.filter((result) => result.file === file).flatMap((result) => showTest(result, screen, cwd)),
    '',
  ]);
  return [...blocks, closingLine(results, screen)];
}

const shown = (file: string, cwd: string): string => (liesIn(cwd, file) ? relative(cwd, file) : file);

function closingLine(results: readonly TestResult[], screen: Screen): string {
  const { passed, failed, skipped } = tallyTests(results);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return failed > 0 ? screen.red(line) : screen.green(line);
}

/** The whole title behind its mark, and the time at the right of its last line, where it has room. */
function titled(mark: string, title: string, time: string, screen: Screen): string[] {
  const lines = wrap(screen, title, 4);
  const room = screen.width - 1 - (lines.at(-1)?.length ?? 0);
  if (time.length + 1 > room) lines.push(' '.repeat(screen.width - 1 - time.length) + screen.dim(time));
  else if (time !== '') lines.push(`${lines.pop()}${' '.repeat(room - time.length)}${screen.dim(time)}`);
  return [`  ${mark} ${lines[0]?.slice(4) ?? ''}`, ...lines.slice(1)];
}

function showTest(result: TestResult, screen: Screen, cwd: string): string[] {
  const { outcome, title, durationMs, file, place } = result;
  const named = (mark: string, took = ''): string[] => titled(mark, title, took, screen);
  const time = `${durationMs} ms`;
  switch (outcome.kind) {
    case 'passed':
      return named(screen.green('✓'), time);
    case 'skipped':
      return [...named(screen.yellow('○')), ...wrap(screen, `skipped: ${outcome.reason}`, 6, 8)];
    case 'malformed':
      return [
        ...named(screen.red('✗')),
        ...outcome.problems.flatMap(({ message, place: at }) => [
          `      ${shown(file, cwd)}:${at.line}:${at.column}`,
          ...wrap(screen, message, 8),
        ]),
      ];
    case 'failed':
      return [
        ...named(screen.red('✗'), time),
        `      ${screen.dim(`${shown(file, cwd)}:${place.line}:${place.column}`)}`,
        ...outcome.problems.flatMap((problem) => showProblem(problem, screen)),
        ...outcome.trace.flatMap((hooks, index) =>
          hooks.flatMap((line) =>
            wrap(screen, outcome.trace.length > 1 ? `step ${index + 1}: ${line}` : line, 6).map(screen.dim),
          ),
        ),
      ];
  }
}

type FailedProblem = Extract<TestResult['outcome'], { kind: 'failed' }>['problems'][number];

function showProblem(problem: FailedProblem, screen: Screen): string[] {
  const where = problem.step === null ? '' : `step ${problem.step}: `;
  if (problem.kind === 'broke') return wrap(screen, `${where}${problem.message}`, 6);
  return [
    `      ${where}${problem.key}`,
    ...reviewed(screen, `expected ${expectedInWords(problem.expected)}`, { indent: 8, paint: screen.green }),
    ...reviewed(screen, `got      ${inWords(problem.got)}`, { indent: 8, paint: screen.red }),
  ];
}

/** What is expected, where it is more than a value. */
function expectedInWords(value: unknown): string {
  if (!isRecord(value)) return inWords(value);
  const { inAnyOrder, anyOf } = value;
  if (Array.isArray(inAnyOrder))
    return inAnyOrder.length > 1 ? `${inWords(inAnyOrder)}, in any order` : inWords(inAnyOrder);
  return Array.isArray(anyOf) ? anyOf.map(inWords).join(' or ') : inWords(value);
}

function inWords(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'nothing';
  return JSON.stringify(value) ?? 'nothing';
}
