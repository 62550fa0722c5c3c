// Results of hook tests as JUnit XML, which systems for continuous integration read.
import { xmlAttributes as attributes, xmlText as escaped } from '../../text/index.js';
import type { Problem } from '../result.js';
import { type TestOutcome, type TestResult, tallyTests } from './run.js';

export interface JunitOptions {
  /** How a file is called in it. */
  readonly nameOf: (file: string) => string;
  /** How long the whole run took. */
  readonly durationMs: number;
}

/** One suite a file, one case a test. A malformed test is an error, a failed one a failure. */
export function junitOf(results: readonly TestResult[], { nameOf, durationMs }: JunitOptions): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.flatMap((file) => {
    const own = results.filter((result) => result.file === file);
    const name = nameOf(file);
    const ms = own.reduce((sum, result) => sum + result.durationMs, 0);
    return [
      `  <testsuite ${attributes({ name, ...counts(own), time: seconds(ms) })}>`,
      ...own.flatMap((result) => testCase(result, name)),
      '  </testsuite>',
    ];
  });
  const whole = attributes({ name: 'amplifier-hooks test', ...counts(results), time: seconds(durationMs) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${whole}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(results: readonly TestResult[]): Readonly<Record<string, number>> {
  const { total, failed, skipped } = tallyTests(results);
  const errors = results.filter(({ outcome }) => outcome.kind === 'malformed').length;
  return { tests: total, failures: failed - errors, errors, skipped };
}

function testCase({ title, agent, place, outcome, durationMs }: TestResult, file: string): readonly string[] {
  const named = attributes({
    name: agent === undefined ? title : `${title} (${agent})`,
    classname: agent === undefined ? file : `${agent}.${file}`,
    file,
    line: place.line,
    time: seconds(durationMs),
  });
  const inside = outcomeOf(outcome, file);
  return inside === null
    ? [`    <testcase ${named}/>`]
    : [`    <testcase ${named}>`, `      ${inside}`, '    </testcase>'];
}

/** `null`: it passed. */
function outcomeOf(outcome: TestOutcome, file: string): string | null {
  switch (outcome.kind) {
    case 'passed':
      return null;
    case 'skipped':
      return `<skipped ${attributes({ message: outcome.reason })}/>`;
    case 'malformed':
      return element(
        'error',
        'malformed',
        outcome.problems.map(({ message, place }) => `${file}:${place.line}:${place.column}: ${message}`),
      );
    case 'failed':
      return element('failure', 'failed', [...outcome.problems.map(problemInWords), ...outcome.trace.flat()]);
  }
}

const element = (name: string, type: string, lines: readonly string[]): string =>
  `<${name} ${attributes({ type, message: lines[0] ?? '' })}>${escaped(lines.join('\n'))}</${name}>`;

function problemInWords(problem: Problem): string {
  const where = problem.step === null ? '' : `step ${problem.step}: `;
  return problem.kind === 'broke'
    ? `${where}${problem.message}`
    : `${where}${problem.key}: expected ${JSON.stringify(problem.expected)}, got ${JSON.stringify(problem.got)}${problem.why === undefined ? '' : ` (${problem.why})`}`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
