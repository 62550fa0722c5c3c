// A migration as a person reads it: one entry a hook, what changes indented below.
import type { Fate, HookReport, Left, Report } from '../../plugins/migrate/index.js';
import { plural } from '../../text/index.js';
import { reviewed, reviewedBeside } from './review.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, shortPaths, wrap } from './screen.js';

const VERDICTS = ['same', 'changed', 'there', 'cannot'] as const satisfies readonly Fate[];

const PAINT = { same: 'green', changed: 'yellow', there: 'dim', cannot: 'red' } as const;

const INDENT = 9;

/** Everything but what is written in the end. */
export function showMigration(report: Report, screen: Screen, places: Places): string[] {
  const { hooks, left, notes, target } = report;
  const files = report.looked.map(
    ({ file, there }) => `${shortPath(file, places)}${there ? '' : ' (not there)'}`,
  );
  return [
    screen.bold(`From ${report.titles.from} to ${report.titles.to}, ${report.scope}`),
    ...files.flatMap((file) => reviewedBeside(screen, 'read'.padEnd(INDENT), INDENT, file)),
    ...reviewedBeside(screen, 'target'.padEnd(INDENT), INDENT, shortPath(target, places)),
    '',
    ...hooks.flatMap((hook) => [...showHook(hook, screen, places), '']),
    ...section(
      'Not moved',
      left.flatMap((one) => showLeft(one, screen, places)),
      screen,
    ),
    ...section(
      'For all of these hooks',
      notes.flatMap((note) => wrap(screen, `- ${note}`, 2, 4)),
      screen,
    ),
    countsInWords(hooks),
  ];
}

function section(title: string, lines: readonly string[], screen: Screen): string[] {
  return lines.length === 0 ? [] : [screen.bold(title), ...lines, ''];
}

function showHook(report: HookReport, screen: Screen, places: Places): string[] {
  const { verdict, found, to, why, hint } = report;
  const matcher = (fields: Readonly<Record<string, unknown>>): string =>
    typeof fields['matcher'] === 'string' && fields['matcher'] !== '' ? ` ${fields['matcher']}` : '';
  const name =
    to === null
      ? `${found.event}${matcher(found.hook)}${matcher(found.group)}`
      : `${to.event}${matcher(to.group)}${matcher(to.hook)}`;
  const place = `${shortPath(found.file, places)}:${found.line}:${found.column}`;
  const below = (text: string): string[] => wrap(screen, shortPaths(text, places), INDENT, INDENT + 2);
  return [
    ...headed(screen[PAINT[verdict]](verdict.padEnd(INDENT)), reviewed(screen, name, { indent: INDENT })),
    ...reviewed(screen, place, { indent: INDENT, paint: screen.dim }),
    ...reviewed(screen, runsIn(report), { indent: INDENT }),
    ...report.differences.flatMap(({ what, from, to: now }) =>
      below(`${what}: ${from} → ${now ?? 'left out'}`),
    ),
    ...report.warnings.flatMap((warning) => below(`warning: ${warning}`)),
    ...(why === null ? [] : below(`${verdict === 'cannot' ? 'why: ' : ''}${why}`)),
    ...(hint === null ? [] : below(`fix: ${hint}`)),
  ];
}

/** Lines with a word in the space before the first. */
const headed = (word: string, [first = '', ...rest]: readonly string[]): string[] => [
  `${word}${first.slice(INDENT)}`,
  ...rest,
];

/** What the hook runs, as it was found. */
export function runsIn({ found: { hook } }: HookReport): string {
  const parts = ['command', 'bash', 'powershell', 'exec', 'url', 'prompt', 'server', 'tool']
    .map((name) => hook[name])
    .filter((part) => typeof part === 'string');
  const args = Array.isArray(hook['args']) ? hook['args'] : [];
  return [...parts.slice(0, 1), ...args].join(' ') || JSON.stringify(hook);
}

function showLeft({ what, why, commands }: Left, screen: Screen, places: Places): string[] {
  return [
    ...wrap(screen, shortPaths(`${what}: ${why}`, places), 2, 4),
    // Whole, however long: it is there to be copied.
    ...commands.map((command) => `    ${screen.line(shortPaths(command, places))}`),
  ];
}

/** How many hooks of each verdict. */
export function countVerdicts(hooks: readonly HookReport[]): Readonly<Record<Fate, number>> {
  const count = (verdict: Fate): number => hooks.filter((hook) => hook.verdict === verdict).length;
  return { same: count('same'), changed: count('changed'), there: count('there'), cannot: count('cannot') };
}

function countsInWords(hooks: readonly HookReport[]): string {
  if (hooks.length === 0) return 'No hooks were found.';
  const counts = countVerdicts(hooks);
  const parts = VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) =>
    verdict === 'there' ? `${counts[verdict]} already there` : `${counts[verdict]} ${verdict}`,
  );
  return `${plural(hooks.length, 'hook')}: ${parts.join(', ')}`;
}
