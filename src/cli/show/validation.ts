// What the validator found, for a person: by file, each with its place, why, and what to do.

import { plural } from '../../text/index.js';
import {
  type Applied,
  type Evidence,
  type Finding,
  type Fix,
  type HookVerdicts,
  isFixable,
  type Judged,
  type Report,
} from '../../validate/index.js';
import { fromHere } from './annotations.js';
import { reviewed, reviewedBeside, reviewedDiff } from './review.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, shortPaths, wrap } from './screen.js';

const WORDS: Readonly<Record<Finding['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};
const PAINT: Readonly<Record<Finding['severity'], 'red' | 'yellow' | 'dim'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
};

/** The findings, a line each, with what to do below it, and a line that counts them. */
export function showFindings(report: Report, screen: Screen, places: Places, cwd: string): string[] {
  const { findings } = report;
  const shown = findings.flatMap((finding) => showFinding(finding, screen, places, cwd));
  return [...shown, ...(findings.length === 0 ? [] : ['']), countLine(report)];
}

/** `file:line:column: severity: message [code]`, as compilers say it, so that editors and terminals find the place. */
function showFinding(finding: Finding, screen: Screen, places: Places, cwd: string): string[] {
  const { severity, code, file, line, column, message, hint } = finding;
  const place = [...(file === null ? ['options'] : [fromHere(file, cwd)]), line, column].filter(
    (part) => part !== null,
  );
  const said = `${place.join(':')}: ${WORDS[severity]}: ${shortPaths(message, places)} [${code}]`;
  const [first = '', ...rest] = wholeUnlessShown(screen, said, 0, 4);
  const word = `: ${WORDS[severity]}: `;
  return [
    first.replace(word, () => `: ${screen[PAINT[severity]](WORDS[severity])}: `),
    ...rest,
    ...(hint === null
      ? []
      : wholeUnlessShown(
          screen,
          `→ ${shortPaths(hint, places)}${isFixable(code) ? ' (--fix)' : ''}`,
          4,
          6,
        ).map(screen.dim)),
  ];
}

/** Wrapped where a person looks at it; a program gets whole lines. */
const wholeUnlessShown = (screen: Screen, text: string, indent: number, further: number): string[] =>
  screen.isTerminal ? wrap(screen, text, indent, further) : [`${' '.repeat(indent)}${screen.line(text)}`];

function countLine({ findings, subjects, files }: Report): string {
  const count = (severity: Finding['severity']): number =>
    findings.filter((one) => one.severity === severity).length;
  const looked = `${plural(subjects.length, 'hook')} in ${plural(files.length, 'file')}`;
  if (findings.length === 0) return `${looked}: nothing to say`;
  const found = [
    plural(count('error'), 'error'),
    plural(count('warning'), 'warning'),
    plural(count('info'), 'note'),
  ];
  return `${found.join(', ')}; ${looked} looked at`;
}

const MARKS: Readonly<Record<Judged['result'], string>> = {
  met: '✓',
  'not-met': '✗',
  unseen: '?',
  'not-applicable': '·',
};
const RESULTS: Readonly<Record<Judged['result'], string>> = {
  met: 'met',
  'not-met': 'not met',
  unseen: 'cannot be seen',
  'not-applicable': 'do not apply',
};

/** Each hook against the contract: what is not met and what cannot be seen; with `all` also the rest. */
export function showContract(
  verdicts: readonly HookVerdicts[],
  screen: Screen,
  places: Places,
  all: boolean,
): string[] {
  return verdicts.flatMap(({ event, file, line, runs, rows }) => {
    const counts = (['met', 'not-met', 'unseen', 'not-applicable'] as const).map(
      (result) => `${rows.filter((row) => row.result === result).length} ${RESULTS[result]}`,
    );
    const shown = rows.filter(({ result }) => all || result === 'not-met' || result === 'unseen');
    return [
      ...reviewedBeside(screen, `${screen.bold(event)} `, event.length + 1, shortPaths(runs, places)),
      `  ${screen.dim(`${shortPath(file, places)}:${line}`)}`,
      `  ${counts.join(', ')}`,
      ...alike(shown).flatMap((group) => showRows(group, screen, places)),
      '',
    ];
  });
}

/** Rows with the same result for the same reason are shown together. */
function alike(rows: readonly Judged[]): readonly (readonly Judged[])[] {
  const groups = new Map<string, Judged[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.result, row.reason ?? row.evidence]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

function showRows(rows: readonly Judged[], screen: Screen, places: Places): string[] {
  const [row] = rows;
  if (row === undefined) return [];
  const { result, reason } = row;
  const paint = {
    met: screen.green,
    'not-met': screen.red,
    unseen: screen.yellow,
    'not-applicable': screen.dim,
  }[result];
  const heads =
    rows.length > 3 && result !== 'not-met'
      ? [
          `  ${paint(MARKS[result])} ${RESULTS[result]}:`,
          ...wrap(screen, rows.map(({ section }) => section).join(' '), 11),
        ]
      : rows.flatMap(({ section, requirement }) => {
          const [first = '', ...rest] = wrap(screen, requirement, 11);
          return [`  ${paint(MARKS[result])} ${section.padEnd(6)} ${first.trim()}`, ...rest];
        });
  const evidence = new Set(rows.flatMap((one) => one.evidence.map((each) => showEvidence(each, places))));
  return [
    ...heads,
    ...(reason === null ? [] : wrap(screen, shortPaths(reason, places), 11)),
    ...[...evidence].flatMap((line) => reviewed(screen, line, { indent: 11, paint: screen.dim })),
  ];
}

function showEvidence({ file, line, column, text }: Evidence, places: Places): string {
  const place = [
    shortPath(file, places),
    ...(line === null ? [] : [line]),
    ...(column === null ? [] : [column]),
  ];
  return `${place.join(':')}  ${text}`;
}

/** What would be changed. */
export function showPlan(fixes: readonly Fix[], screen: Screen, places: Places): string[] {
  if (fixes.length === 0) return ['Nothing that can safely be put right by itself.'];
  return fixes.flatMap((fix) => {
    const name = shortPath(fix.file, places);
    if (fix.kind === 'executable') return [`chmod +x ${name}`];
    return [screen.bold(`${name} (${fix.codes.join(', ')})`), ...reviewedDiff(screen, fix.before, fix.after)];
  });
}

/** What was changed. */
export function showApplied(applied: readonly Applied[], screen: Screen, places: Places): string[] {
  if (applied.length === 0) return ['Nothing that can safely be put right by itself.'];
  return applied.flatMap((one) => {
    const name = shortPath(one.file, places);
    if (!one.done) return wrap(screen, `${name} was left as it is: ${one.why}`, 0, 2);
    const kept = one.backup === null ? '' : `; what it was is in ${shortPath(one.backup, places)}`;
    return wrap(screen, `${name} was put right${kept}`, 0, 2);
  });
}
