// What would be installed or changed, for a person who has to decide.
import { join } from 'node:path';
import { textIn } from '../../files/index.js';
import type { Severity } from '../../nouns.js';
import type {
  Candidate,
  FileChange,
  LeftOut,
  Pinned,
  Plan,
  Sight,
  Standing,
  Step,
  WillRun,
} from '../../plugins/index.js';
import { plural } from '../../text/index.js';
import { reviewed, reviewedDiff } from './review.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, wrap } from './screen.js';

export const showSteps = ({ steps }: Plan, screen: Screen, places: Places): string[] =>
  steps.flatMap((step) => [...showStep(step, screen, places), '']);

function showStep({ candidate, target, before }: Step, screen: Screen, places: Places): string[] {
  const { name, locked, bytes, left, notes, inspection } = candidate;
  const version = locked.version === null ? '' : ` ${locked.version}`;
  const was =
    before === null || before.version === locked.version ? '' : ` (was ${before.version ?? 'unknown'})`;
  const origin = [locked.source, pinInWords(locked.pinned)].filter((text) => text !== '').join(', ');
  return [
    ...wrap(screen, `${name}${version}${was}`, 0, 2).map(screen.bold),
    ...wrap(screen, `from ${origin}`, 2, 4),
    ...wrap(
      screen,
      `to ${shortPath(target, places)}: ${plural(locked.files.size, 'file')}, ${sizeInWords(bytes)}`,
      2,
      4,
    ),
    ...(before === null ? showHooks(inspection.hooks, screen) : showChanges(candidate, before, screen)),
    ...section('Needs', needLines(candidate, screen), screen),
    ...section(
      'Seen in its texts (a look, no proof of what is not seen)',
      sightLines(inspection.seen, screen),
      screen,
    ),
    ...section(
      'Left out, because hooks do not need it',
      left.length === 0 ? [] : wrap(screen, left.map(leftInWords).join(', '), 4),
      screen,
    ),
    ...section(
      'Good to know',
      notes.flatMap((note) => wrap(screen, note, 4, 6)),
      screen,
    ),
    ...section(
      'Would not run, or not as it says',
      findingLines(inspection.findings, screen, ['error']),
      screen,
    ),
    ...section('Wrong with it', findingLines(inspection.findings, screen, ['warning']), screen),
  ];
}

const section = (title: string, lines: readonly string[], screen: Screen): string[] =>
  lines.length === 0 ? [] : [`  ${screen.bold(title)}`, ...lines];

function showHooks(hooks: readonly WillRun[], screen: Screen): string[] {
  if (hooks.length === 0)
    return [`  ${screen.yellow('It has no hooks, so nothing of it will ever run here.')}`];
  return section('Will run', hookLines(hooks, screen), screen);
}

/** Hooks that run the same are shown together. */
function hookLines(hooks: readonly WillRun[], screen: Screen): string[] {
  return [...grouped(hooks).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { runs, scripts, details } = first;
    return [
      ...group.flatMap((hook) => reviewed(screen, whenInWords(hook), { indent: 4 })),
      ...reviewed(screen, runs, { indent: 6 }),
      ...details.flatMap((line) => reviewed(screen, line, { indent: 6 })),
      ...(scripts.length === 0
        ? []
        : reviewed(screen, `script ${scripts.join(', ')}`, { indent: 6, paint: screen.dim })),
    ];
  });
}

const whenInWords = ({ event, matcher, condition, skill }: WillRun): string =>
  [
    event,
    matcher ?? '*',
    ...(condition === null ? [] : [`if ${condition}`]),
    ...(skill === null ? [] : [`once the skill ${skill} is in use`]),
  ].join(' ');

function grouped(hooks: readonly WillRun[]): ReadonlyMap<string, readonly WillRun[]> {
  const groups = new Map<string, WillRun[]>();
  for (const hook of hooks) {
    const key = JSON.stringify([hook.runs, hook.details]);
    groups.set(key, [...(groups.get(key) ?? []), hook]);
  }
  return groups;
}

function showChanges({ folder }: Candidate, before: Standing, screen: Screen): string[] {
  const { added, removed, changed, files } = before.comparison;
  const others = files
    .filter(({ runs }) => !runs)
    .flatMap(({ path, change }) => reviewed(screen, `${change} ${path}`, { indent: 4 }));
  return [
    ...section('Will newly run', hookLines(added, screen), screen),
    ...section('Will no longer run', hookLines(removed, screen), screen),
    ...section(
      'Will call something else, or be given something else',
      changed.flatMap((change) => changeLines(change, screen)),
      screen,
    ),
    ...section(
      'Scripts that change',
      files.filter(({ runs }) => runs).flatMap((file) => fileLines(file, before.folder, folder, screen)),
      screen,
    ),
    ...section('Other files', others, screen),
    ...section(
      'Your edits make room, and are kept as a backup',
      before.edits.flatMap((path) => reviewed(screen, path, { indent: 4 })),
      screen,
    ),
  ];
}

function changeLines({ before, after }: Changed, screen: Screen): string[] {
  return [
    ...reviewed(screen, whenInWords(after), { indent: 4 }),
    ...reviewed(screen, after.runs, { indent: 6 }),
    ...reviewedDiff(screen, before.details.join('\n'), after.details.join('\n'), 6),
  ];
}

type Changed = Standing['comparison']['changed'][number];

function fileLines({ path, change }: FileChange, old: string, fresh: string, screen: Screen): string[] {
  const head = (note: string): string[] => reviewed(screen, `${change} ${path}${note}`, { indent: 4 });
  if (change === 'removed') return head('');
  const after = textOf(join(fresh, path));
  const before = change === 'added' ? '' : textOf(join(old, path));
  if (after === null) return head(' (not a text, so it cannot be looked at here)');
  if (before === after) return head(' (who may run it)');
  return [
    ...head(before === null ? ' (was not a text)' : ''),
    ...reviewedDiff(screen, before ?? '', after, 6),
  ];
}

/** Shells look no further to tell a program from a script; a byte behind it must not keep a script from being seen. */
const BINARY = /^[^\n]{0,80}\0/;

/** `null`: it is no text. */
function textOf(file: string): string | null {
  const text = textIn(file);
  return text === null || BINARY.test(text) ? null : text;
}

function needLines({ inspection: { needs } }: Candidate, screen: Screen): string[] {
  const [here, missing] = [needs.filter((need) => need.here), needs.filter((need) => !need.here)];
  return [
    ...(here.length === 0 ? [] : wrap(screen, `${here.map(({ name }) => name).join(', ')}: here`, 4, 6)),
    ...missing.flatMap(({ name, as }) => {
      const effect = as === 'interpreter' ? 'a hook cannot start without it' : 'a hook may fail without it';
      return wrap(screen, `${name}: not here; ${effect}`, 4, 6).map(screen.yellow);
    }),
  ];
}

const SIGHTS: Readonly<Record<Sight['kind'], string>> = {
  network: 'network',
  writes: 'writes',
  code: 'runs text',
};

const sightLines = (seen: readonly Sight[], screen: Screen): string[] =>
  seen.flatMap(({ kind, what, file, line }) =>
    reviewed(screen, `${SIGHTS[kind].padEnd(9)} ${file}:${line}  ${what}`, { indent: 4 }),
  );

export function findingLines(
  findings: Candidate['inspection']['findings'],
  screen: Screen,
  which: readonly Severity[] = ['error', 'warning'],
): string[] {
  return findings
    .filter(({ severity }) => which.includes(severity))
    .flatMap(({ severity, code, message, file, line, hint }) => {
      const place = file === null ? '' : ` ${file}${line === null ? '' : `:${line}`}`;
      const paint = severity === 'error' ? screen.red : screen.yellow;
      return [
        `    ${paint(severity)} ${screen.line(`${code}${place}`)}`,
        ...wrap(screen, message, 6),
        ...(hint === null ? [] : wrap(screen, `→ ${hint}`, 6, 8)),
      ];
    });
}

function leftInWords({ what, path, files }: LeftOut): string {
  const details = [
    ...(path === null || path === what ? [] : [path]),
    ...(files === 0 ? [] : [plural(files, 'file')]),
  ];
  return details.length === 0 ? what : `${what} (${details.join(', ')})`;
}

/** What of the pinned source the source as asked for does not say. */
export function pinInWords(pinned: Pinned): string {
  switch (pinned.kind) {
    case 'git':
      return `commit ${pinned.commit.slice(0, 12)}`;
    case 'npm':
    case 'example':
      return `version ${pinned.version}`;
    case 'archive':
      return `sha256 ${pinned.sha256.slice(0, 12)}…`;
    case 'folder':
      return '';
  }
}

export const sizeInWords = (bytes: number): string =>
  bytes < 1024
    ? plural(bytes, 'byte')
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
