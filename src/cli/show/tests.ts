// Results of hook tests for a person, each as soon as it is known.
import { relative } from 'node:path';
import {
  type TestListener,
  type TestName,
  type TestResult,
  tallyTests,
} from '../../conformance/hook-tests/index.js';
import { liesIn } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { tenths } from './duration.js';
import type { ShownProgress } from './progress.js';
import { reviewed } from './review.js';
import type { Screen } from './screen.js';
import { wrap } from './screen.js';

/** What a run of tests came to. */
export interface TestRun {
  readonly results: readonly TestResult[];
  readonly durationMs: number;
  /** Tests that were to be run and were not. */
  readonly notRun: number;
  /** Tests that the filter left out. */
  readonly notChosen: number;
  readonly interrupted: boolean;
}

/** Shows a run while it goes on: a heading for each file, a line for each test, and meanwhile what is running. */
export class TestStream implements TestListener {
  readonly #progress: ShownProgress;
  /** `null`: only how far it is, for somebody who gets the results in another form. */
  readonly #print: ((lines: readonly string[]) => void) | null;
  readonly #screen: Screen;
  readonly #cwd: string;
  /** Begun, and not shown yet; the first of them holds up the others. */
  readonly #running: TestName[] = [];
  #file: string | null = null;
  #all = 0;
  #chosen = 0;
  #ended = 0;

  constructor(
    progress: ShownProgress,
    print: ((lines: readonly string[]) => void) | null,
    screen: Screen,
    cwd: string,
  ) {
    this.#progress = progress;
    this.#print = print;
    this.#screen = screen;
    this.#cwd = cwd;
  }

  get counts(): { readonly all: number; readonly chosen: number } {
    return { all: this.#all, chosen: this.#chosen };
  }

  found(all: number, chosen: number): void {
    this.#all = all;
    this.#chosen = chosen;
  }

  began(test: TestName): void {
    this.#running.push(test);
    this.#draw();
  }

  ended(result: TestResult): void {
    this.#ended += 1;
    const at = this.#running.findIndex(
      ({ file, title, agent }) => file === result.file && title === result.title && agent === result.agent,
    );
    this.#running.splice(at, 1);
    this.#progress.end();
    const count = `${String(this.#ended).padStart(String(this.#chosen).length)}/${this.#chosen}`;
    this.#print?.([...this.#heading(result), ...showTest(result, count, this.#screen, this.#cwd)]);
    this.#draw();
  }

  #heading({ file }: TestResult): readonly string[] {
    if (file === this.#file) return [];
    const gap = this.#file === null ? [] : [''];
    this.#file = file;
    return [...gap, this.#screen.bold(pathOf(file, this.#cwd))];
  }

  #draw(): void {
    const [first] = this.#running;
    if (first !== undefined) this.#progress.step(nameOf(first), this.#ended, this.#chosen);
  }
}

const nameOf = ({ title, agent }: TestName): string => (agent === undefined ? title : `${agent}: ${title}`);

export const pathOf = (file: string, cwd: string): string => (liesIn(cwd, file) ? relative(cwd, file) : file);

/** How many passed and failed, what was left, and how long it took. */
export function closingLine(run: TestRun, screen: Screen): string {
  const { passed, failed, skipped } = tallyTests(run.results);
  const because = run.interrupted ? 'interrupted' : 'after the first failure';
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(run.notRun > 0 ? [`${run.notRun} not run (${because})`] : []),
    ...(run.notChosen > 0 ? [`${run.notChosen} not chosen`] : []),
  ];
  const line = `${parts.join(', ')} in ${tenths(run.durationMs)}`;
  return failed > 0 ? screen.red(line) : run.notRun > 0 ? screen.yellow(line) : screen.green(line);
}

function showTest(result: TestResult, count: string, screen: Screen, cwd: string): string[] {
  const { outcome, durationMs, file, place } = result;
  const indent = count.length + 5;
  // On the right there is room for the time; a long title goes on below.
  const [first = '', ...more] = wrap({ ...screen, width: screen.width - 11 }, nameOf(result), indent);
  const name = first.slice(indent);
  const time = screen.dim(`${durationMs} ms`.padStart(screen.width - first.length - 2));
  const head = (sign: string, end: readonly string[]): string[] => [
    [`  ${screen.dim(count)} ${sign} ${name}`, ...end].join(' '),
    ...more,
  ];
  switch (outcome.kind) {
    case 'passed':
      return [
        ...head(screen.green('✓'), [time]),
        ...(outcome.notes ?? []).flatMap((note) => wrap(screen, note, 6, 8).map(screen.yellow)),
      ];
    case 'skipped':
      return [...head(screen.yellow('○'), []), ...wrap(screen, `skipped: ${outcome.reason}`, 6, 8)];
    case 'malformed':
      return [
        ...head(screen.red('✗'), []),
        ...outcome.problems.flatMap(({ message, place: at }) => [
          `      ${pathOf(file, cwd)}:${at.line}:${at.column}`,
          ...wrap(screen, message, 8),
        ]),
      ];
    case 'failed':
      return [
        ...head(screen.red('✗'), [time]),
        `      ${screen.dim(`${pathOf(file, cwd)}:${place.line}:${place.column}`)}`,
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
    ...(problem.why === undefined ? [] : wrap(screen, problem.why, 8)),
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
