// What would be installed or changed, for a person who has to decide.
import { join } from 'node:path';
import { textIn } from '../../files/index.js';
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
import { diffLines } from '../../validate/index.js';
import type { Screen } from './screen.js';
import { type Places, shortPath, wrap } from './screen.js';

const MOST_SIGHTS = 30;
const MOST_FILES = 20;
const MOST_DIFF = 40;
/** Comparing takes the product of both lengths. */
const MOST_LINES = 2000;

export const showSteps = ({ steps }: Plan, screen: Screen, places: Places): string[] =>
  steps.flatMap((step) => [...showStep(step, screen, places), '']);

function showStep({ candidate, target, before }: Step, screen: Screen, places: Places): string[] {
  const { name, locked, bytes, left, notes, inspection } = candidate;
  const version = locked.version === null ? '' : ` ${locked.version}`;
  const was =
    before === null || before.version === locked.version ? '' : ` (was ${before.version ?? 'unknown'})`;
  const origin = [locked.source, pinInWords(locked.pinned)].filter((text) => text !== '').join(', ');
  return [
    screen.bold(screen.line(`${name}${version}${was}`, screen.width)),
    ...wrap(screen, `from ${origin}`, 2, 4),
    ...wrap(
      screen,
      `to ${shortPath(target, places)}: ${number(locked.files.size, 'file')}, ${sizeInWords(bytes)}`,
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
    ...section('Wrong with it', findingLines(inspection.findings, screen), screen),
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
      ...group.map((hook) => `    ${screen.line(whenInWords(hook), screen.width - 4)}`),
      ...wrap(screen, runs, 6, 8),
      ...details.flatMap((line) => wrap(screen, line, 6, 8)),
      ...(scripts.length === 0 ? [] : wrap(screen, `script ${scripts.join(', ')}`, 6, 8).map(screen.dim)),
    ];
  });
}

const whenInWords = ({ event, matcher, condition }: WillRun): string =>
  [event, matcher ?? '*', ...(condition === null ? [] : [`if ${condition}`])].join(' ');

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
  const quiet = files.filter(({ runs }) => !runs);
  const others = quiet
    .slice(0, MOST_FILES)
    .map(({ path, change }) => `    ${screen.line(`${change} ${path}`, screen.width - 4)}`);
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
    ...section('Other files', more(others, quiet.length), screen),
    ...section(
      'Your edits make room, and are kept as a backup',
      before.edits.map((path) => `    ${screen.line(path, screen.width - 4)}`),
      screen,
    ),
  ];
}

/** All of it: what a person agrees to is not cut. */
function changeLines({ before, after }: Changed, screen: Screen): string[] {
  const lines = diffLines(before.details.join('\n'), after.details.join('\n')).filter(
    (line) => !line.startsWith('@@'),
  );
  return [
    `    ${screen.line(whenInWords(after), screen.width - 4)}`,
    ...wrap(screen, after.runs, 6, 8),
    ...lines.flatMap((line) => {
      const paint = line.startsWith('+') ? screen.green : line.startsWith('-') ? screen.red : screen.dim;
      return wrap(screen, line, 6, 8).map(paint);
    }),
  ];
}

type Changed = Standing['comparison']['changed'][number];

function fileLines({ path, change }: FileChange, old: string, fresh: string, screen: Screen): string[] {
  const head = `    ${screen.line(`${change} ${path}`, screen.width - 4)}`;
  if (change === 'removed') return [head];
  const after = textOf(join(fresh, path));
  const before = change === 'added' ? null : textOf(join(old, path));
  if (after === null) return [`${head} (not a text)`];
  if (before === null) return [`${head} (${number(after.split('\n').length, 'line')})`];
  if (before === after) return [`${head} (who may run it)`];
  if (Math.max(before.split('\n').length, after.split('\n').length) > MOST_LINES)
    return [`${head} (too long to compare)`];
  const lines = diffLines(before, after);
  return [
    head,
    ...more(
      lines.slice(0, MOST_DIFF).map((line) => diffLine(line, screen)),
      lines.length,
    ),
  ];
}

function diffLine(line: string, screen: Screen): string {
  const [lead = ''] = /^[-+ ]?[ \t]*/.exec(line) ?? [];
  const indent = lead.replaceAll('\t', '  ').slice(0, 40);
  const whole = `      ${indent}${screen.line(line.slice(lead.length), screen.width - 6 - indent.length)}`;
  return line.startsWith('+') ? screen.green(whole) : line.startsWith('-') ? screen.red(whole) : whole;
}

/** `null`: it is no text. */
function textOf(file: string): string | null {
  const text = textIn(file);
  return text?.includes('\0') === true ? null : text;
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

function sightLines(seen: readonly Sight[], screen: Screen): string[] {
  const lines = seen.slice(0, MOST_SIGHTS).map(({ kind, what, file, line }) => {
    const text = `${SIGHTS[kind].padEnd(9)} ${file}:${line}  ${what}`;
    return `    ${screen.line(text, screen.width - 4)}`;
  });
  return more(lines, seen.length);
}

const more = (lines: readonly string[], all: number): string[] =>
  all > lines.length ? [...lines, `    … and ${all - lines.length} more`] : [...lines];

export function findingLines(findings: Candidate['inspection']['findings'], screen: Screen): string[] {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .flatMap(({ severity, code, message, file, line, hint }) => {
      const place = file === null ? '' : ` ${file}${line === null ? '' : `:${line}`}`;
      const paint = severity === 'error' ? screen.red : screen.yellow;
      return [
        `    ${paint(severity)} ${screen.line(`${code}${place}`, screen.width - 13)}`,
        ...wrap(screen, message, 6),
        ...(hint === null ? [] : wrap(screen, `→ ${hint}`, 6, 8)),
      ];
    });
}

function leftInWords({ what, path, files }: LeftOut): string {
  const details = [
    ...(path === null || path === what ? [] : [path]),
    ...(files === 0 ? [] : [number(files, 'file')]),
  ];
  return details.length === 0 ? what : `${what} (${details.join(', ')})`;
}

/** What of the pinned source the source as asked for does not say. */
export function pinInWords(pinned: Pinned): string {
  switch (pinned.kind) {
    case 'git':
      return `commit ${pinned.commit.slice(0, 12)}`;
    case 'npm':
      return `version ${pinned.version}`;
    case 'archive':
      return `sha256 ${pinned.sha256.slice(0, 12)}…`;
    case 'folder':
      return '';
  }
}

export const sizeInWords = (bytes: number): string =>
  bytes < 1024
    ? number(bytes, 'byte')
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

export const number = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
