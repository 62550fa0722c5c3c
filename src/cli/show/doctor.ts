// What the doctor found, for a person.
import {
  CANNOT_CONTAIN,
  type Finding,
  hookInWords,
  type Probed,
  type ProbeReport,
  type State,
} from '../../doctor/index.js';
import { plural } from '../../text/index.js';
import type { Screen } from './screen.js';
import { beside, type Places, shortPath, shortPaths, wrap } from './screen.js';

/** The findings, area by area. */
export function showExamination(findings: readonly Finding[], screen: Screen, places: Places): string[] {
  const areas = [...new Set(findings.map(({ area }) => area))];
  return areas.flatMap((area) => [
    screen.bold(area),
    ...findings
      .filter((finding) => finding.area === area)
      .flatMap((finding) => showFinding(finding, screen, places)),
    '',
  ]);
}

/** `N passed, N warnings, N failed`. */
export function closing(states: readonly State[], screen: Screen): string {
  const count = (state: State): number => states.filter((one) => one === state).length;
  const [warned, failed] = [count('warn'), count('fail')];
  const line = `${count('pass')} passed, ${plural(warned, 'warning')}, ${failed} failed`;
  return failed > 0 ? screen.red(line) : warned > 0 ? screen.yellow(line) : screen.green(line);
}

function showFinding(finding: Finding, screen: Screen, places: Places): string[] {
  const { state, message, fix, file, line, column } = finding;
  const at = file === null || line === null ? null : `at ${shortPath(file, places)}:${line}:${column ?? 1}`;
  return [
    ...marked(state, shortPaths(message, places), screen),
    ...(state === 'pass' || at === null ? [] : wrap(screen, at, 9).map(screen.dim)),
    ...(fix === null ? [] : wrap(screen, `fix: ${shortPaths(fix, places)}`, 9, 14)),
  ];
}

const WORDS: Readonly<Record<State, string>> = { pass: '[pass]', warn: '[warn]', fail: '[fail]' };

function marked(state: State, message: string, screen: Screen): string[] {
  const paint = { pass: screen.green, warn: screen.yellow, fail: screen.red }[state];
  return beside(screen, `  ${paint(WORDS[state])} `, 9, message);
}

/** Where a sign of life stands in the counts. */
export const stateOf = ({ sign }: Probed): State =>
  sign.state === 'alive' ? 'pass' : sign.state === 'failed' ? 'fail' : 'warn';

/** What is said before anything is started. */
export function showLimits(screen: Screen): string[] {
  return [
    'Each hook is started once, on copies of project and home, with a made-up event.',
    'What such a run cannot contain:',
    ...CANNOT_CONTAIN.flatMap((what) => wrap(screen, `- ${what}`, 2, 4)),
  ];
}

/** How the hooks fared. */
export function showProbe({ probed, leftOut }: ProbeReport, screen: Screen, places: Places): string[] {
  return [
    screen.bold('probe'),
    ...probed.flatMap((one) => [
      ...marked(stateOf(one), hookInWords(one.hook), screen),
      ...wrap(screen, shortPaths(signInWords(one), places), 9),
      ...(one.outside.length === 0
        ? []
        : wrap(screen, `not a copy: ${one.outside.join(', ')}`, 9).map(screen.dim)),
    ]),
    ...(probed.length === 0 ? ['  there is no hook to start'] : []),
    ...leftOutLines(leftOut, screen, places),
    '',
  ];
}

function signInWords({ sign }: Probed): string {
  switch (sign.state) {
    case 'alive':
      return `alive in ${Math.max(1, Math.round(sign.durationMs))} ms: ${sign.said}`;
    case 'failed':
      return `failed (${sign.kind}): ${sign.why}`;
    case 'not probed':
      return `not probed: ${sign.why}`;
  }
}

const MOST_LEFT_OUT = 12;

function leftOutLines(leftOut: ProbeReport['leftOut'], screen: Screen, places: Places): string[] {
  // The last one is about the home directory as a whole.
  const shown =
    leftOut.length > MOST_LEFT_OUT ? [...leftOut.slice(0, MOST_LEFT_OUT - 1), ...leftOut.slice(-1)] : leftOut;
  const more = leftOut.length - shown.length;
  return [
    '  left out of the copies:',
    ...shown.flatMap(({ path, why }) =>
      wrap(screen, `- ${path === places.home ? '~' : shortPath(path, places)}: ${why}`, 4, 6),
    ),
    ...(more > 0 ? [`    - and ${more} more (--json lists them)`] : []),
  ].map(screen.dim);
}
