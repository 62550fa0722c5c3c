// What a replay found, for a person and for annotations.
import type { Change, Counts, Difference, HookThere, NotReplayed, ReplayReport } from '../../replay/index.js';
import { DIFFERENCES } from '../../replay/index.js';
import { momentOf, plural } from '../../text/index.js';
import type { Annotation } from './annotations.js';
import { type Screen, wrap } from './screen.js';

/** How many of a kind are told with everything about them. */
const MOST_SHOWN = 50;

/** And of what was not copied, which may be very much. */
const MOST_NOT_COPIED = 5;

const INDENT = 2;

/** What differs, as one says it of a number of events. */
function countInWords(kind: Difference, count: number): string {
  switch (kind) {
    case 'newly-allowed':
      return `${count} newly allowed`;
    case 'newly-denied':
      return `${count} newly denied`;
    case 'newly-asked':
      return `${count} newly asked about`;
    case 'other-verdict':
      return `${count} otherwise decided`;
    case 'reason':
      return `${plural(count, 'reason')} changed`;
    case 'context':
      return `${plural(count, 'context')} changed`;
    case 'message':
      return `${plural(count, 'message')} changed`;
    case 'rewrite':
      return `${plural(count, 'rewrite')} changed`;
    case 'failure':
      return `${plural(count, 'failure')} changed`;
  }
}

/** `3 newly denied, 1 newly allowed, 2 contexts changed`. */
export function differencesInWords(counts: Counts): string {
  const found = DIFFERENCES.filter((kind) => counts[kind] > 0);
  return found.length === 0
    ? 'nothing changed'
    : found.map((kind) => countInWords(kind, counts[kind])).join(', ');
}

export function summary(report: ReplayReport): string {
  const { unchanged, notReplayed, onlyCounted } = report;
  const counted = onlyCounted.reduce((sum, { count }) => sum + count, 0);
  const not = notReplayed.length + counted;
  return [
    differencesInWords(report.counts),
    `${unchanged} unchanged`,
    ...(not === 0 ? [] : [`${not} not replayed`]),
  ].join('; ');
}

/** Everything, the important first: what is allowed that was not. */
export function showReplay(report: ReplayReport, screen: Screen): string[] {
  const { hooks, events, before, offline } = report;
  const whose = {
    project: 'the hooks of this project as they are',
    folder: `the hooks of ${hooks.where}`,
    commit: `the hooks of commit ${hooks.where.slice(0, 12)}`,
  }[hooks.from];
  return [
    ...wrap(screen, `${plural(events, 'recorded event')}, replayed with ${whose}`, 0, INDENT),
    ...(before === 0
      ? []
      : wrap(screen, `${plural(before, 'event')} before these, for what their sessions remember`, INDENT)),
    ...(offline ? [] : wrap(screen, 'The network was not off: hooks could reach anything.', INDENT)),
    '',
    ...DIFFERENCES.flatMap((kind) => changesOf(kind, report.changes, screen)),
    ...notReplayedLines(report, screen),
    ...notCopiedLines(report, screen),
    screen.bold(summary(report)),
  ];
}

function changesOf(kind: Difference, all: readonly Change[], screen: Screen): string[] {
  const own = all.filter(({ differences }) => differences.some((one) => one.kind === kind));
  if (own.length === 0) return [];
  const paint = kind === 'newly-allowed' ? screen.red : kind === 'newly-denied' ? screen.yellow : screen.bold;
  return [
    paint(countInWords(kind, own.length)),
    ...own.slice(0, MOST_SHOWN).flatMap((change) => {
      const [head = '', ...rest] = changeInWords(change, kind);
      return [
        ...wrap(screen, head, INDENT, INDENT + 2),
        ...rest.flatMap((line) => wrap(screen, screen.short(line), INDENT + 4, INDENT + 6)),
      ];
    }),
    ...(own.length > MOST_SHOWN ? [`  and ${own.length - MOST_SHOWN} more; --json has them all`] : []),
    '',
  ];
}

const eventInWords = ({ event, target, about, at, id }: Change | NotReplayed): string =>
  [momentOf(at), event, target, about === null ? null : JSON.stringify(about), `(${id})`]
    .filter((part) => part !== null && part !== '')
    .join(' ');

const hookInWords = ({ name, id, file, line }: HookThere): string =>
  file === null ? `${name} (${id})` : `${name} (${id}, ${file}:${line})`;

const hooksInWords = (hooks: readonly HookThere[]): string =>
  hooks.length === 0 ? 'no hook' : hooks.map(hookInWords).join(', ');

/** What changed of one event: which it is, and then what differs. `kind`: only that. */
export function changeInWords(change: Change, kind: Difference | null = null): readonly string[] {
  const own = change.differences.filter((one) => kind === null || one.kind === kind);
  return [
    eventInWords(change),
    ...own.flatMap((one) => [
      ...valuesInWords(one, change),
      ...(one.by.length === 0 ? [] : [`then by ${hooksInWords(one.by)}`]),
      ...(one.nowBy.length === 0 ? [] : [`now by ${hooksInWords(one.nowBy)}`]),
    ]),
    ...(change.ranOnlyThen.length === 0 ? [] : [`ran only then: ${hooksInWords(change.ranOnlyThen)}`]),
    ...(change.ranOnlyNow.length === 0 ? [] : [`runs only now: ${hooksInWords(change.ranOnlyNow)}`]),
  ];
}

function valuesInWords(one: Change['differences'][number], { before, after }: Change): string[] {
  switch (one.kind) {
    case 'newly-allowed':
    case 'newly-denied':
    case 'newly-asked':
    case 'other-verdict':
      return [
        `${before.verdict} → ${after.verdict}`,
        ...(before.reason === null ? [] : [`then: ${before.reason.trim()}`]),
        ...(after.reason === null ? [] : [`now: ${after.reason.trim()}`]),
      ];
    default:
      return [`then: ${valueInWords(one.before)}`, `now: ${valueInWords(one.after)}`];
  }
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueInWords).join(' | ');
  return JSON.stringify(value) === '{}' ? 'nothing' : JSON.stringify(value);
}

/** Events that were not replayed, together where the reason is the same. */
function notReplayedLines({ notReplayed, onlyCounted }: ReplayReport, screen: Screen): string[] {
  const reasons = new Map<string, NotReplayed[]>();
  for (const one of notReplayed) {
    const why = one.hook === null ? one.why : `${one.hook.name} (${one.hook.id}): ${one.why}`;
    reasons.set(why, [...(reasons.get(why) ?? []), one]);
  }
  const lines = [
    ...[...reasons].flatMap(([why, events]) => [
      ...wrap(screen, `${events.length}: ${why}`, INDENT, INDENT + 3),
      ...events
        .slice(0, 3)
        .flatMap((one) => wrap(screen, eventInWords(one), INDENT + 3, INDENT + 5).map(screen.dim)),
      ...(events.length > 3 ? [screen.dim(`     and ${events.length - 3} more`)] : []),
    ]),
    ...onlyCounted.flatMap(({ event, target, count, hook }) =>
      wrap(
        screen,
        `${count}: ${event}${target === null ? '' : ` ${target}`}: no hook ran, so only the number is recorded; ${hook === null ? 'a hook' : hookInWords(hook)} may concern them`,
        INDENT,
        INDENT + 3,
      ),
    ),
  ];
  return lines.length === 0 ? [] : [screen.bold('not replayed'), ...lines, ''];
}

/** Hooks may have missed it. */
function notCopiedLines({ notCopied }: ReplayReport, screen: Screen): string[] {
  if (notCopied.length === 0) return [];
  return [
    screen.bold('not in the copy that hooks worked on'),
    ...notCopied
      .slice(0, MOST_NOT_COPIED)
      .flatMap(({ path, why }) => wrap(screen, screen.short(`${path}: ${why}`), INDENT, INDENT + 2)),
    ...(notCopied.length > MOST_NOT_COPIED ? [`  and ${notCopied.length - MOST_NOT_COPIED} more`] : []),
    '',
  ];
}

/** For programs that show changes beside the code: at the hook that says so now, or said so then. */
export function replayAnnotations(
  { changes, notApproved }: ReplayReport,
  fails: (change: Change) => boolean,
): readonly Annotation[] {
  const ofChanges = changes.map((change): Annotation => {
    const [first] = change.differences;
    const [head = '', ...rest] = changeInWords(change);
    // Where the hook that said so is gone, those that run instead are the next best place.
    const hook = [...(first?.nowBy ?? []), ...(first?.by ?? []), ...change.ranOnlyNow].find(
      ({ file }) => file !== null,
    );
    return {
      code: first === undefined ? 'changed' : TITLES[first.kind],
      severity: fails(change) ? 'error' : first !== undefined && isVerdict(first.kind) ? 'warning' : 'info',
      message: `${first === undefined ? '' : `${TITLES[first.kind]}: `}${head}`,
      file: hook?.file ?? null,
      line: hook?.line ?? null,
      column: null,
      hint: rest.join('\n'),
    };
  });
  const waiting = notApproved.map(
    (hook): Annotation => ({
      code: 'not approved',
      severity: 'warning',
      message: `${hook.name} is not approved, so it was not replayed`,
      file: hook.file,
      line: hook.line,
      column: null,
      hint: null,
    }),
  );
  return [...ofChanges, ...waiting];
}

const TITLES: Readonly<Record<Difference, string>> = {
  'newly-allowed': 'newly allowed',
  'newly-denied': 'newly denied',
  'newly-asked': 'newly asked about',
  'other-verdict': 'otherwise decided',
  reason: 'reason changed',
  context: 'context changed',
  message: 'message changed',
  rewrite: 'rewrite changed',
  failure: 'failure changed',
};

const isVerdict = (kind: Difference): boolean =>
  DIFFERENCES.indexOf(kind) <= DIFFERENCES.indexOf('other-verdict');
