// What a replay found as JUnit XML, which systems for continuous integration read.
import { xmlAttributes, xmlText } from '../text/index.js';
import type { Change, NotReplayed, ReplayReport } from './report.js';

export interface JunitOptions {
  /** Whether a difference is one that fails. */
  readonly fails: (change: Change) => boolean;
  /** A change in words, the first line being the shortest. */
  readonly inWords: (change: Change) => readonly string[];
}

/** One suite a session. An event that differs is a case that fails, one that was not replayed is skipped; all others are one case. */
export function junitOfReplay(report: ReplayReport, { fails, inWords }: JunitOptions): string {
  const { changes, notReplayed, unchanged, durationMs } = report;
  const cases = [
    ...changes.map((change) => ({
      session: change.session,
      failed: fails(change),
      skipped: false,
      lines: changedCase(change, fails(change), inWords),
    })),
    ...notReplayed.map((one) => ({
      session: one.session,
      failed: false,
      skipped: true,
      lines: skippedCase(one),
    })),
  ];
  const whole = {
    session: 'all sessions',
    failed: false,
    skipped: false,
    lines: [`    <testcase ${xmlAttributes({ name: `unchanged: ${unchanged}`, classname: 'replay' })}/>`],
  };
  const sessions = [...new Set(cases.map(({ session }) => session))];
  const suite = (name: string, own: readonly (typeof whole)[]): string[] => [
    `  <testsuite ${xmlAttributes({ name, ...counts(own) })}>`,
    ...own.flatMap(({ lines }) => lines),
    '  </testsuite>',
  ];
  const time = (durationMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${xmlAttributes({ name: 'amplifier-hooks replay', ...counts([whole, ...cases]), time })}>`,
    ...suite(whole.session, [whole]),
    ...sessions.flatMap((session) =>
      suite(
        session,
        cases.filter((one) => one.session === session),
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

const counts = (cases: readonly { readonly failed: boolean; readonly skipped: boolean }[]) => ({
  tests: cases.length,
  failures: cases.filter(({ failed }) => failed).length,
  errors: 0,
  skipped: cases.filter(({ skipped }) => skipped).length,
});

const named = ({ id, event, target, about, session }: Change | NotReplayed) =>
  xmlAttributes({
    name: [event, target, about, id].filter((part) => part !== null && part !== '').join(' '),
    classname: `replay.${session}`,
  });

function changedCase(change: Change, isFailure: boolean, inWords: JunitOptions['inWords']): string[] {
  const lines = inWords(change);
  const [kind] = change.differences;
  const open = `    <testcase ${named(change)}>`;
  const said = xmlText(lines.join('\n'));
  const inside = isFailure
    ? `      <failure ${xmlAttributes({ type: kind?.kind ?? '', message: lines[0] ?? '' })}>${said}</failure>`
    : `      <system-out>${said}</system-out>`;
  return [open, inside, '    </testcase>'];
}

const skippedCase = (one: NotReplayed): string[] => [
  `    <testcase ${named(one)}>`,
  `      <skipped ${xmlAttributes({ message: one.hook === null ? one.why : `${one.hook.name}: ${one.why}` })}/>`,
  '    </testcase>',
];
