// `log`: what happened, one line an event.
import { EVENT_NAMES, findEventRow } from '../../events/index.js';
import {
  type Entry,
  type EventHead,
  followJournal,
  type IdleEntry,
  type ReadOptions,
  type RunHead,
  readJournal,
  type Upshot,
} from '../../journal/index.js';
import { similarName } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, type Io, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { journalPlace, nothingRecorded, sinceFlag } from '../options/journal-flags.js';
import type { Screen } from '../show/screen.js';
import { screenOf } from '../show/screen.js';
import { REPEATED } from '../show/start.js';

const USUAL_COUNT = 20;
/** Time, event, target, verdict and duration. */
const HEAD_WIDTH = 54;

export const log: CommandModule = {
  define(command) {
    command
      .option('-f, --follow', 'go on with what happens from now on, until interrupted')
      .option('--event <name>', 'only this event')
      .option('--hook <id>', 'only events that this hook ran for: its id, the beginning of it, or its plugin')
      .option('--session <id>', 'only this session')
      .option('--since <time>', 'only since then: 30m, 2h, 7d, 2026-01-31, 2026-01-31T09:00')
      .option('-n, --lines <count>', `only the newest (default: ${USUAL_COUNT}, or all with --since)`)
      .option('--ids', 'show the id of each event, for: explain --event <id>')
      .option('--project <dir>', 'the project whose journal is read (default: here)')
      .option('--home <dir>', 'the home directory it lies in (default: yours)')
      .option('--json', 'everything recorded, one object a line')
      .addHelpText(
        'after',
        `
Marks: ✓ ran   ✗ denied or blocked   ! failed   … in the background

Examples:
  amplifier-hooks log
  amplifier-hooks log --follow --event PreToolUse
  amplifier-hooks log --hook protection --since 7d --json`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const read = readOptions(call);
    const screen = screenOf(io, read.projectDir);
    const lines = lineMaker(screen, flag(options, 'ids'));
    const show = (entry: Entry): boolean =>
      flag(options, 'json') ? io.stdout.json({ version: 1, ...entry }, 0) : io.stdout.lines(lines(entry));
    const reader = new AbortController();
    const leave = (): void => reader.abort();
    io.stdout.stream.once('error', leave).once('close', leave);
    const entries = flag(options, 'follow')
      ? followJournal({ ...read, signal: reader.signal })
      : readJournal(read);
    let count = 0;
    for await (const entry of entries) {
      if (reader.signal.aborted) break;
      count += 1;
      if (!show(entry)) await drained(io, reader.signal);
    }
    io.stdout.stream.off('error', leave).off('close', leave);
    if (count === 0 && !reader.signal.aborted) complain(io, nothing(call, read));
    return EXIT.fine;
  },
};

function nothing(call: Call, read: ReadOptions): string[] {
  const asked = ['event', 'hook', 'session', 'since'].filter((name) => call.options[name] !== undefined);
  if (asked.length === 0) return nothingRecorded(call, read);
  return [`nothing is recorded that fits ${asked.map((name) => `--${name}`).join(' and ')}`];
}

function readOptions(call: Call): ReadOptions {
  const { options } = call;
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

/** Lines for people; a new day is announced once. */
function lineMaker(screen: Screen, ids: boolean): (entry: Entry) => string[] {
  let day = '';
  return (entry) => {
    const time = localTime(entry.at);
    const lines = day === time.day ? [] : [screen.bold(time.day)];
    day = time.day;
    return [...lines, ...entryLines(entry, time.clock, screen, ids)];
  };
}

function entryLines(entry: Entry, clock: string, screen: Screen, ids: boolean): string[] {
  switch (entry.kind) {
    case 'event':
      return eventLines(entry, clock, screen, ids);
    case 'late': {
      const head = `${clock} ${entry.event.padEnd(16)} ${'late'.padEnd(12)} ${''.padEnd(5)} ${ms(entry.run.ms)}`;
      return [`${head}  ${runsText([entry.run], screen)}`, ...failureLines([entry.run], screen)];
    }
    case 'idle':
      return idleLines(entry, clock, screen);
    case 'lost':
      return [
        screen.yellow(`${clock} ${entry.count} entries could not be written: ${screen.line(entry.why, 100)}`),
      ];
  }
}

function eventLines(entry: EventHead, clock: string, screen: Screen, ids: boolean): string[] {
  const verdict = coloured(entry.verdict, screen);
  const target = screen.line(entry.target ?? '', 12).padEnd(12);
  const head = `${clock} ${entry.event.padEnd(16)} ${target} ${verdict} ${ms(entry.ms)}`;
  return [
    `${head}  ${runsText(entry.runs, screen)}`,
    ...(ids ? [screen.dim(`         id ${entry.id}`)] : []),
    ...(entry.rewrittenBy === undefined
      ? []
      : [screen.dim(`         judged again, as ${screen.line(entry.rewrittenBy, 40)} rewrote the call`)]),
    ...(entry.repeated === true ? [screen.dim(`         ${REPEATED}`)] : []),
    ...(entry.reason === null
      ? []
      : [screen.dim(`         ${screen.line(entry.reason, screen.width - 10)}`)]),
    ...failureLines(entry.runs, screen),
    ...(entry.notes ?? []).map(
      (note) => `         ${screen.dim('note:')} ${screen.line(note, screen.width - 16)}`,
    ),
  ];
}

function coloured(verdict: Upshot, screen: Screen): string {
  const text = (verdict === 'nothing' ? '-' : verdict).padEnd(5);
  if (verdict === 'nothing' || verdict === 'allow') return text;
  return verdict === 'ask' || verdict === 'defer' ? screen.yellow(text) : screen.red(text);
}

/** As many hooks as the line has room for, those first that decided or failed. */
function runsText(runs: readonly RunHead[], screen: Screen): string {
  const weight = (run: RunHead): number => (run.failed !== null || run.verdict !== 'nothing' ? 0 : 1);
  const sorted = [...runs].sort((a, b) => weight(a) - weight(b));
  const shown: string[] = [];
  let room = screen.width - HEAD_WIDTH - 4;
  for (const run of sorted) {
    const name = screen.line(run.label, Math.min(20, screen.width - HEAD_WIDTH - 8));
    room -= name.length + 4;
    if (room < 0 && shown.length > 0) break;
    shown.push(`${markOf(run, screen)} ${name}`);
  }
  const more = runs.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join('  ');
}

function markOf(run: RunHead, screen: Screen): string {
  if (run.failed !== null) return screen.yellow('!');
  if (run.verdict === 'deny' || run.verdict === 'block') return screen.red('✗');
  return run.outcome === 'background' ? '…' : screen.green('✓');
}

const failureLines = (runs: readonly RunHead[], screen: Screen): string[] =>
  runs.flatMap(({ label, failed }) =>
    failed === null
      ? []
      : [
          `         ${screen.yellow('failed:')} ${screen.line(`${label}: ${failed.message}`, screen.width - 18)}`,
        ],
  );

function idleLines({ counts }: IdleEntry, clock: string, screen: Screen): string[] {
  const events = new Map<string, string[]>();
  for (const { event, target, count } of counts) {
    const list = events.get(event) ?? [];
    const times = count === 1 ? '' : ` ×${count}`;
    events.set(event, [...list, target === null || target === '' ? times.trim() : `${target}${times}`]);
  }
  return [...events].map(([event, targets]) => {
    const what = targets.filter((text) => text !== '').join(', ');
    const text = screen.line(what === '' ? 'no hook ran' : `${what}: no hook ran`, screen.width - 26);
    return screen.dim(`${clock} ${event.padEnd(16)} ${text}`);
  });
}

function localTime(at: number): { readonly day: string; readonly clock: string } {
  const time = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`,
    clock: `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`,
  };
}

const ms = (value: number): string =>
  (value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`).padStart(7);
