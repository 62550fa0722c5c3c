// `log`: what happened, one line an event.
import { EVENT_NAMES, findEventRow } from '../../events/index.js';
import {
  type Entry,
  type EventHead,
  followEverywhere,
  followJournal,
  type IdleEntry,
  type ObservedEntry,
  type Placed,
  REPEATED,
  type ReadOptions,
  type RunHead,
  readEverywhere,
  readJournal,
  type Upshot,
  wouldInWords,
} from '../../journal/index.js';
import { clockOf, dayOf, plural, similarName } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, type Io, UserError } from '../io.js';
import { flag, refuseOptions, textFlag } from '../options/flags.js';
import {
  journalPlace,
  noSession,
  nothingRecorded,
  ONE_PROJECT,
  sinceFlag,
} from '../options/journal-flags.js';
import { conflictInWords } from '../show/conflicts.js';
import { MARKS, markOf, OBSERVED } from '../show/marks.js';
import { distinct } from '../show/names.js';
import { showProgress } from '../show/progress.js';
import { beside, type Screen, screenOf, wrap } from '../show/screen.js';

const USUAL_COUNT = 20;
/** Where everything about an event begins, below its time. */
const BELOW = 9;

export const log: CommandModule = {
  define(command) {
    command
      .option('-f, --follow', 'go on with what happens from now on, until interrupted')
      .option('--all', 'of all projects')
      .option('--event <name>', 'only this event')
      .option('--hook <id>', 'only events that this hook ran for: its id, the beginning of it, or its plugin')
      .option('--session <id>', 'only this session')
      .option('--since <time>', 'only since then: 30m, 2h, 7d, 2026-01-31, 2026-01-31T09:00')
      .option('-n, --lines <count>', `only the newest (default: ${USUAL_COUNT}, or all with --since)`)
      .option('--ids', 'show the id of each event, for: explain --event <id>, and of what was observed')
      .option('--project <dir>', 'the project whose journal is read (default: the one around)')
      .option('--home <dir>', 'the home directory it lies in (default: yours)')
      .option('--json', 'everything recorded, one object a line')
      .addHelpText(
        'after',
        `
Marks: ${MARKS}

Examples:
  amplifier-hooks log
  amplifier-hooks log --follow --event PreToolUse
  amplifier-hooks log --all --since 2h
  amplifier-hooks log --hook protection --since 7d --json`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const read = readOptions(call);
    const screen = screenOf(io, read.projectDir);
    const lines = lineMaker(screen, flag(options, 'ids'));
    const isAll = flag(options, 'all');
    const show = ({ project, entry }: Placed): boolean =>
      flag(options, 'json')
        ? io.stdout.json({ version: 1, ...(isAll ? { project } : {}), ...entry }, 0)
        : io.stdout.lines(lines(entry, isAll ? project : null));
    const reader = new AbortController();
    const leave = (): void => reader.abort();
    io.stdout.stream.once('error', leave).once('close', leave);
    const entries = flag(options, 'follow')
      ? follow({ ...read, signal: reader.signal }, isAll)
      : isAll
        ? readEverywhere(read)
        : placed(readJournal(read), read.projectDir);
    const waiting = waitingLine(call, read);
    let count = 0;
    waiting.show(count);
    for await (const entry of entries) {
      if (reader.signal.aborted) break;
      count += 1;
      waiting.hide();
      if (!show(entry)) await drained(io, reader.signal);
      waiting.show(count);
    }
    waiting.hide();
    io.stdout.stream.off('error', leave).off('close', leave);
    if (count === 0 && read.last !== 0 && !reader.signal.aborted) complain(io, nothing(call, read));
    return EXIT.fine;
  },
};

const follow = (options: Parameters<typeof followJournal>[0], isAll: boolean): AsyncGenerator<Placed> =>
  isAll ? followEverywhere(options) : placed(followJournal(options), options.projectDir);

async function* placed(entries: AsyncGenerator<Entry>, project: string): AsyncGenerator<Placed> {
  for await (const entry of entries) yield { project, entry };
}

/** Who follows sees at a terminal what it waits for, and how long nothing has come. */
function waitingLine({ io, options }: Call, { projectDir }: ReadOptions) {
  if (!flag(options, 'follow')) return { show: () => undefined, hide: () => undefined };
  const whose = flag(options, 'all') ? 'all projects' : projectDir;
  if (io.stderr.isTTY) complain(io, [`Waiting for events of ${whose}. Ctrl-C ends it.`]);
  const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing' });
  return {
    show: (count: number) => progress.step(count === 0 ? 'waiting' : `waiting, ${count} so far`, 0, null),
    hide: () => progress.end(),
  };
}

function nothing(call: Call, read: ReadOptions): string[] {
  const asked = ['event', 'hook', 'session', 'since'].filter((name) => call.options[name] !== undefined);
  if (asked.length === 0)
    return nothingRecorded(call, flag(call.options, 'all') ? { ...read, projectDir: 'any project' } : read);
  if (asked.length === 1 && read.session != null && !flag(call.options, 'all'))
    return [noSession(read.session, read)];
  return [`nothing is recorded that fits ${asked.map((name) => `--${name}`).join(' and ')}`];
}

function readOptions(call: Call): ReadOptions {
  const { options } = call;
  if (flag(options, 'all')) refuseOptions(options, ['project'], ONE_PROJECT);
  const [event, since] = [textFlag(options, 'event'), sinceFlag(call)];
  if (event !== null && findEventRow(event) === undefined) {
    const meant = similarName(event, EVENT_NAMES);
    throw new UserError(
      `there is no event "${event}"`,
      meant === null ? `The events are: ${EVENT_NAMES.join(', ')}` : `Did you mean ${meant}?`,
    );
  }
  return {
    ...journalPlace(call),
    event,
    since,
    hook: textFlag(options, 'hook'),
    session: textFlag(options, 'session'),
    last: countFlag(textFlag(options, 'lines')) ?? (since === null ? USUAL_COUNT : null),
    whole: flag(options, 'json'),
  };
}

function countFlag(wish: string | null): number | null {
  if (wish === null) return null;
  if (!/^\d+$/.test(wish))
    throw new UserError(`--lines "${wish}" is not a count`, 'Write a number, such as -n 50.');
  return Number(wish);
}

/** The reader is slower than the journal. */
const drained = ({ stdout }: Io, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    stdout.stream.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Lines for people; a new day, and with several projects another one, is announced once. */
function lineMaker(screen: Screen, ids: boolean): (entry: Entry, project: string | null) => string[] {
  let [day, place]: [string, string | null] = ['', null];
  return (entry, project) => {
    const today = dayOf(entry.at);
    const lines = [
      ...(day === today ? [] : [screen.bold(today)]),
      ...(place === project || project === null ? [] : [screen.bold(screen.line(project))]),
    ];
    [day, place] = [today, project];
    return [...lines, ...entryLines(entry, clockOf(entry.at), screen, ids)];
  };
}

function entryLines(entry: Entry, clock: string, screen: Screen, ids: boolean): string[] {
  switch (entry.kind) {
    case 'event':
      return eventLines(entry, clock, screen, ids);
    case 'late': {
      const head = `${clock} ${entry.event.padEnd(16)} ${'late'.padEnd(12)} ${''.padEnd(5)} ${ms(entry.run.ms)}`;
      return [...withRuns(head, head.length, [entry.run], screen), ...failureLines([entry.run], screen)];
    }
    case 'observed':
      return observedLines(entry, clock, screen, ids);
    case 'idle':
      return idleLines(entry, clock, screen);
    case 'lost':
      return [...wrap(screen, `${clock} ${missing(entry.count)}: ${entry.why}`, 0, BELOW).map(screen.yellow)];
  }
}

/** The verdict of the event is on its own line; here stands what this hook would have made of it. */
function observedLines(entry: ObservedEntry, clock: string, screen: Screen, ids: boolean): string[] {
  const { run, reason } = entry;
  const head = `${clock} ${entry.event.padEnd(16)} ${screen.line(entry.target ?? '').padEnd(12)} ${''.padEnd(VERDICT)} ${ms(run.ms)}  ${OBSERVED} `;
  const would = wouldInWords(entry);
  const said = would === '' ? 'observed' : `observed: ${would}${reason === null ? '' : `: ${reason}`}`;
  return [
    ...beside(screen, head, head.length, screen.line(run.label)),
    ...(ids ? [screen.dim(`         id ${entry.id}`)] : []),
    ...wrap(screen, said, BELOW).map(would === '' ? screen.dim : screen.yellow),
    ...failureLines([run], screen),
  ];
}

const missing = (count: number): string => `${plural(count, 'entry', 'entries')} could not be written`;

function eventLines(entry: EventHead, clock: string, screen: Screen, ids: boolean): string[] {
  const verdict = coloured(entry.verdict, screen);
  const before = `${clock} ${entry.event.padEnd(16)} ${screen.line(entry.target ?? '').padEnd(12)} `;
  const width = before.length + VERDICT + 1 + ms(entry.ms).length;
  return [
    ...withRuns(`${before}${verdict} ${ms(entry.ms)}`, width, entry.runs, screen),
    ...(ids ? [screen.dim(`         id ${entry.id}`)] : []),
    ...(entry.rewrittenBy === undefined
      ? []
      : wrap(screen, `judged again, as ${entry.rewrittenBy} rewrote the call`, BELOW).map(screen.dim)),
    ...(entry.repeated === true ? wrap(screen, REPEATED, BELOW).map(screen.dim) : []),
    ...(entry.reason === null ? [] : wrap(screen, entry.reason, BELOW).map(screen.dim)),
    ...failureLines(entry.runs, screen),
    ...noticedLines(entry, screen),
    ...(entry.notes ?? []).flatMap((note) =>
      beside(screen, `         ${screen.dim('note:')} `, BELOW + 6, screen.short(note)),
    ),
  ];
}

/** What the engine noticed about the hooks, also where the user was told before. */
function noticedLines({ runs, conflicts = [] }: EventHead, screen: Screen): string[] {
  const called = (id: string): string => runs.find(({ hook }) => hook === id)?.label ?? id;
  const said = [
    ...conflicts.map((one) => ['conflict:', conflictInWords(one, called)] as const),
    ...runs.flatMap(({ label, over, overridden }) => [
      ...(over === undefined ? [] : [['over budget:', `${label} (${over.join(', ')})`] as const]),
      ...(overridden === true ? [['overridden:', label] as const] : []),
    ]),
  ];
  return said.flatMap(([what, text]) =>
    beside(screen, `         ${screen.yellow(what)} `, BELOW + what.length + 1, screen.short(text)),
  );
}

const VERDICT = 5;

function coloured(verdict: Upshot, screen: Screen): string {
  const text = (verdict === 'nothing' ? '-' : verdict).padEnd(5);
  if (verdict === 'nothing' || verdict === 'allow') return text;
  return verdict === 'ask' || verdict === 'defer' ? screen.yellow(text) : screen.red(text);
}

/** More lines of hooks that said nothing are too many. */
const MOST_QUIET = 3;

/**
 * The hooks behind the head of an event, which is `width` columns wide, and below where they have no room; those first that
 * decided or failed. No name is cut; of those that said nothing some may only be counted.
 */
function withRuns(head: string, width: number, runs: readonly RunHead[], screen: Screen): string[] {
  const isQuiet = (run: RunHead): boolean => run.failed === null && run.verdict === 'nothing';
  const nameOf = distinct(runs.map(({ hook, label }) => ({ id: hook, names: [label] })));
  const sorted = [...runs.filter((run) => !isQuiet(run)), ...runs.filter(isQuiet)];
  const lines: string[] = [];
  let [line, used] = [head, width];
  for (const [index, run] of sorted.entries()) {
    const name = screen.line(nameOf({ id: run.hook }));
    if (used + 4 + name.length > screen.width && used > BELOW) {
      if (isQuiet(run) && lines.length >= MOST_QUIET) {
        line += `  +${sorted.length - index}`;
        break;
      }
      lines.push(line);
      [line, used] = [' '.repeat(BELOW - 2), BELOW - 2];
    }
    line += `  ${markOf(run, screen)} ${name}`;
    used += 4 + name.length;
  }
  return [...lines, line];
}

const failureLines = (runs: readonly RunHead[], screen: Screen): string[] =>
  runs.flatMap(({ label, failed }) =>
    failed === null
      ? []
      : beside(
          screen,
          `         ${screen.yellow('failed:')} `,
          BELOW + 8,
          `${label}: ${screen.short(failed.message)}`,
        ),
  );

function idleLines({ counts }: IdleEntry, clock: string, screen: Screen): string[] {
  const events = new Map<string, string[]>();
  for (const { event, target, count } of counts) {
    const list = events.get(event) ?? [];
    const times = count === 1 ? '' : ` ×${count}`;
    events.set(event, [...list, target === null || target === '' ? times.trim() : `${target}${times}`]);
  }
  return [...events].flatMap(([event, targets]) => {
    const what = targets.filter((text) => text !== '').join(', ');
    const text = what === '' ? 'no hook ran' : `${what}: no hook ran`;
    return beside(screen, `${clock} ${event.padEnd(16)} `, 26, text).map(screen.dim);
  });
}

const ms = (value: number): string =>
  (value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`).padStart(7);
