// `stats`: what hooks cost, what they decided, and how they failed.
import {
  countedInWords,
  FAILURE_KINDS,
  type HookStats,
  type JournalStats,
  journalStats,
  savedInWords,
  VERDICTS,
} from '../../journal/index.js';
import { dayOf, momentOf, plural } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, type Io, print, printJson } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { journalPlace, noSession, nothingRecorded, others, sinceFlag } from '../options/journal-flags.js';
import { modelWorkInWords } from '../show/decision.js';
import { distinct } from '../show/names.js';
import { BOUNDS_IN_WORDS, HISTOGRAM_WIDTH, picturesBelow, picturesOf } from '../show/pictures.js';
import { beside, type Screen, screenOf, wrap } from '../show/screen.js';

/** The column of names is as wide as the longest, within bounds; what is longer stands above its line. */
const NARROWEST = 12;
/** Event and numbers. */
const REST = 57;
/** Runs a day for two weeks, how long they took, and this week against the one before. */
const PICTURES = 14 + 2 + HISTOGRAM_WIDTH + 2 + 7 + 2;

export const stats: CommandModule = {
  define(command) {
    command
      .option('--all', 'of all projects together')
      .option('--plot', 'draw bars')
      .option('--since <time>', 'only since then: 30m, 2h, 7d, 2026-01-31, 2026-01-31T09:00')
      .option('--session <id>', 'only this session')
      .option('--project <dir>', 'the project whose journal is read (default: the one around)')
      .option('--home <dir>', 'the home directory it lies in (default: yours)')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
share: the time of a hook as a part of the wall time of all sessions, from the first to the last entry of each.
At a terminal each hook also has its runs on the last 14 days, how many of them took how long (from a millisecond
to more than five seconds), and its p95 of the last seven days against that of the seven days before.

Examples:
  amplifier-hooks stats
  amplifier-hooks stats --since 7d --plot
  amplifier-hooks stats --all
  amplifier-hooks stats --json | jq '.hooks[] | {label, p95}'`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const place = journalPlace(call);
    const [since, session] = [sinceFlag(call), textFlag(options, 'session')];
    const found = await journalStats({ ...place, ...(await others(call, place)), since, session });
    if (flag(options, 'json')) {
      printJson(io, { ...found });
      return EXIT.fine;
    }
    if (found.from === null) {
      complain(io, await nothing(call, place, since, session));
      return EXIT.fine;
    }
    const screen = screenOf(io, place.projectDir);
    print(io, [
      ...summary(found),
      ...weeks(found),
      '',
      ...projectTable(found, screen),
      ...(flag(options, 'plot') ? plots(found.hooks, screen, io) : table(found.hooks, screen)),
      '',
      ...eventTable(found, screen),
    ]);
    complain(io, gaps(found));
    return EXIT.fine;
  },
};

/** Why there is nothing: what was asked for, or everything. */
async function nothing(
  call: Call,
  place: ReturnType<typeof journalPlace>,
  since: number | null,
  session: string | null,
): Promise<readonly string[]> {
  const isAll = since === null && session === null;
  if (isAll || (await journalStats(place)).from === null) return nothingRecorded(call, place);
  if (session !== null && since === null) return [noSession(session, place)];
  const asked = ['--since', ...(session === null ? [] : ['--session'])].join(' and ');
  return [`nothing is recorded that fits ${asked}`];
}

function summary({ from, to, sessions, wallMs, events, rollups }: JournalStats): string[] {
  const sum = (pick: 'ran' | 'idle'): number => events.reduce((total, event) => total + event[pick], 0);
  const day = (time: number | null): string => (time === null ? '' : dayOf(time));
  const period = day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`;
  const folded = rollups === 0 ? '' : `, ${plural(rollups, 'older file', 'older files')} as roll-ups`;
  return [
    `${period}, ${plural(sessions, 'session')} of together ${time(wallMs)}${folded}`,
    `${plural(sum('ran'), 'event')} with hooks, ${sum('idle').toLocaleString('en')} that no hook ran for`,
  ];
}

/** This week and the one before; nothing where nothing ran. */
function weeks({ trend: { week, before } }: JournalStats): string[] {
  if (week.runs + before.runs === 0) return [];
  const said = ({ runs, failures, p95 }: typeof week): string =>
    `${plural(runs, 'run')}, ${failures.toLocaleString('en')} failed, p95 ${time(p95)}`;
  return [`last 7 days: ${said(week)}; the 7 days before: ${said(before)}`];
}

function projectTable({ projects }: JournalStats, screen: Screen): string[] {
  if (projects === undefined) return [];
  const line = (cells: readonly string[], project: string): string[] =>
    beside(screen, `${cells.map((text) => text.padStart(9)).join(' ')}  `, 41, project);
  return [
    ...line(['sessions', 'events', 'failures', 'time'], 'project').map(screen.bold),
    ...projects.flatMap(({ project, sessions, events, failures, totalMs }) =>
      line([...[sessions, events, failures].map(String), time(totalMs)], project),
    ),
    '',
  ];
}

function table(hooks: readonly HookStats[], screen: Screen): string[] {
  if (hooks.length === 0) return ['no hook ran'];
  const named = namesIn(hooks, screen);
  const head = row(named.column, ['hook', 'event', 'runs', 'p50', 'p95', 'max', 'share']);
  const pictures = named.isWide
    ? `  ${'14 days'.padEnd(14)}  ${BOUNDS_IN_WORDS.padEnd(HISTOGRAM_WIDTH)}  week`
    : '';
  return [screen.bold(head + pictures), ...hooks.flatMap((hook) => hookLines(hook, named, screen))];
}

interface Named {
  readonly nameOf: (hook: HookStats) => string;
  readonly column: number;
  /** Pictures stand beside the numbers; otherwise below them, and nowhere but at a terminal. */
  readonly isWide: boolean;
}

/** No two hooks have the same name, and what does not fit into the column stands above. */
function namesIn(hooks: readonly HookStats[], screen: Screen): Named {
  const called = distinct(
    hooks.map(({ hook, label, event }) => ({ id: hook, names: [label, `${label} ${event}`] })),
  );
  const nameOf = ({ hook }: HookStats): string => screen.line(called({ id: hook }));
  const longest = Math.max(0, ...hooks.map((hook) => nameOf(hook).length));
  const column = Math.max(NARROWEST, Math.min(longest, screen.width - REST));
  return { nameOf, column, isWide: screen.isTerminal && column + REST + PICTURES <= screen.width };
}

/** A name in its column, or above it. */
const inColumn = (name: string, column: number): readonly [above: string[], name: string] =>
  name.length <= column ? [[], name] : [[name], ''];

function hookLines(hook: HookStats, { nameOf, column, isWide }: Named, screen: Screen): string[] {
  const { lastError } = hook;
  const verdicts = VERDICTS.flatMap((name) => part(hook.verdicts[name], name));
  const failures = FAILURE_KINDS.flatMap((name) => part(hook.failures[name], FAILED[name]));
  const context = hook.contextBytes === 0 ? [] : [`${bytes(hook.contextBytes)} of context`];
  const detail = [
    hook.hook,
    verdicts.join(', '),
    ...context,
    ...modelParts(hook.models),
    ...warmParts(hook.warm),
    ...observedParts(hook.observed),
  ]
    .filter((text) => text !== '')
    .join(' · ');
  const [above, name] = inColumn(nameOf(hook), column);
  const [days, took, week] = picturesOf(hook);
  const pictures = isWide ? `  ${days.padEnd(14)}  ${took}  ${week}`.trimEnd() : '';
  return [
    ...above,
    row(column, [
      name,
      hook.event,
      String(hook.runs),
      time(hook.p50),
      time(hook.p95),
      time(hook.max),
      `${(hook.share * 100).toFixed(1)} %`,
    ]) + pictures,
    ...(isWide ? [] : picturesBelow(hook, screen)),
    ...wrap(screen, detail, 2, 4).map(screen.dim),
    ...(failures.length === 0 ? [] : [`  ${screen.yellow('failed:')} ${failures.join(', ')}`]),
    ...noticed(hook).map((text) => `  ${screen.yellow('note:')} ${text}`),
    ...(lastError === null
      ? []
      : beside(
          screen,
          `  ${screen.yellow('last:')} `,
          8,
          `${momentOf(lastError.at)} ${screen.short(lastError.message)}`,
        )),
  ];
}

function observedParts(observed: HookStats['observed']): string[] {
  if (observed === null) return [];
  const would = countedInWords(observed.verdicts);
  return [`only observed ${observed.runs}${would.length === 0 ? '' : `, would have ${would.join(', ')}`}`];
}

/** What somebody should look at, with how often it came. */
const noticed = ({ overBudget, overridden, conflicts }: HookStats): string[] => [
  ...(overBudget === 0 ? [] : [`over its budget in ${plural(overBudget, 'run')}`]),
  ...(overridden === 0
    ? []
    : [`overridden in ${plural(overridden, 'round')}: it kept the agent going too often in a row`]),
  ...(conflicts === 0 ? [] : [`got into the way of another hook in ${plural(conflicts, 'event')}`]),
];

function warmParts(warm: HookStats['warm']): string[] {
  if (warm === null) return [];
  return [`${warm.runs} warm, saved about ${savedInWords(warm.savedMs)}`];
}

function modelParts(models: HookStats['models']): string[] {
  if (models === null) return [];
  const { calls, costUsd, unpriced } = models;
  const some = unpriced > 0 && unpriced < calls ? ` without ${unpriced} of unknown price` : '';
  return [modelWorkInWords({ ...models, costUsd: unpriced === calls ? null : costUsd }) + some];
}

const FAILED: Readonly<Record<(typeof FAILURE_KINDS)[number], string>> = {
  finished: 'ended with an error',
  launchFailed: 'could not be started',
  timedOut: 'too slow',
  signalled: 'killed',
  badOutput: 'bad output',
  refused: 'refused',
};

const part = (count: number | undefined, name: string): string[] =>
  count === undefined ? [] : [`${name} ${count}`];

const row = (column: number, [name = '', event = '', ...numbers]: readonly string[]): string =>
  `${name.padEnd(column)} ${event.padEnd(17)} ${numbers.map((text, index) => text.padStart(index === 0 ? 6 : 7)).join(' ')}`.trimEnd();

function eventTable({ events }: JournalStats, screen: Screen): string[] {
  const line = (name: string, ran: string, idle: string, verdicts: string): string[] =>
    beside(screen, `${name.padEnd(20)} ${ran.padStart(10)} ${idle.padStart(10)}  `, 44, verdicts);
  return [
    ...line('event', 'with hooks', 'without', 'verdicts').map(screen.bold),
    ...events.flatMap(({ event, ran, idle, verdicts }) =>
      line(
        event,
        String(ran),
        String(idle),
        VERDICTS.flatMap((name) => part(verdicts[name], name)).join(', '),
      ),
    ),
  ];
}

/** Two bars a hook: its whole time, and its p50 within its p95. Plain characters where no terminal draws them. */
function plots(hooks: readonly HookStats[], screen: Screen, io: Io): string[] {
  if (hooks.length === 0) return ['no hook ran'];
  const [full, light] = io.stdout.isTTY === true ? ['█', '░'] : ['#', '-'];
  const { nameOf, column } = namesIn(hooks, screen);
  const room = screen.width - column - 12;
  const most = (pick: (hook: HookStats) => number): number => Math.max(...hooks.map(pick), Number.MIN_VALUE);
  const [mostTime, mostP95] = [most(({ totalMs }) => totalMs), most(({ p95 }) => p95 ?? 0)];
  const length = (value: number, whole: number): number =>
    value === 0 ? 0 : Math.max(1, Math.round((value / whole) * room));
  const line = (hook: HookStats, bar: string, value: number | null): string[] => {
    const [above, name] = inColumn(nameOf(hook), column);
    return [...above, `${name.padEnd(column)} ${bar.padEnd(room)} ${time(value).padStart(9)}`];
  };
  return [
    screen.bold('time in all'),
    ...hooks.flatMap((hook) => line(hook, full.repeat(length(hook.totalMs, mostTime)), hook.totalMs)),
    '',
    screen.bold(`p50 (${full}) and p95 (${light}) of a run`),
    ...hooks.flatMap((hook) => {
      const [p50, p95] = [length(hook.p50 ?? 0, mostP95), length(hook.p95 ?? 0, mostP95)];
      return line(hook, full.repeat(p50) + light.repeat(Math.max(0, p95 - p50)), hook.p95);
    }),
  ];
}

function gaps({ lost, damaged }: JournalStats): string[] {
  return [
    ...(lost === 0
      ? []
      : [`${plural(lost, 'entry', 'entries')} could not be written and ${areMissing(lost)} here`]),
    ...(damaged === 0
      ? []
      : [`${plural(damaged, 'line')} could not be read and ${areMissing(damaged)} here`]),
  ];
}

const areMissing = (count: number): string => (count === 1 ? 'is missing' : 'are missing');

function time(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

const bytes = (count: number): string => (count < 10_000 ? `${count} B` : `${(count / 1000).toFixed(1)} kB`);
