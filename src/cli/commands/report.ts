// `report`: what hooks that only observe would have blocked, and what people say about it.
import { loadGeneration } from '../../config/index.js';
import {
  alarmsIn,
  countedInWords,
  findObserved,
  MARKS,
  mark,
  type Observer,
  type ReportedAlarm,
  setMark,
  shadowReport,
  wouldInWords,
} from '../../journal/index.js';
import type { Generation, Hook } from '../../nouns.js';
import { momentOf, plural, reasonOf } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { journalPlace, sinceFlag } from '../options/journal-flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { distinct } from '../show/names.js';
import { reviewed } from '../show/review.js';
import { type Screen, screenOf, shortPaths, wrap } from '../show/screen.js';

const USUAL_EXAMPLES = 5;
const NONE = 'none';

export const report: CommandModule = {
  define(command) {
    command
      .argument('[mark]', `with --mark: ${[...MARKS, NONE].join(', ')}`)
      .option('--mark <id>', 'say of one of the examples whether it was right; its id, or the start of it')
      .option('--hook <id>', 'only this hook: its id, the beginning of it, or its plugin')
      .option('--since <time>', 'only since then: 30m, 2h, 7d, 2026-01-31, 2026-01-31T09:00')
      .option('--session <id>', 'only this session')
      .option('-n, --lines <count>', `examples of each hook (default: ${USUAL_EXAMPLES})`)
      .option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
Hooks observe after shadow, or where their definition says "mode": "observe".
What is shown of an event is redacted as in the journal.

Examples:
  amplifier-hooks report
  amplifier-hooks report --since 7d --json
  amplifier-hooks report --mark 0mh2x1k0ab00 false-alarm`,
    );
  },

  run: (call) => (textFlag(call.options, 'mark') === null ? show(call) : setOne(call)),
};

async function setOne(call: Call): Promise<number> {
  const { io, options, args } = call;
  const start = textFlag(options, 'mark') ?? '';
  const [word] = args;
  if (word !== NONE && !mark.is(word))
    throw new UserError(
      word === undefined ? `--mark ${start} does not say what it was` : `"${word}" is not a mark`,
      `Write one of ${[...MARKS, NONE].join(', ')}: amplifier-hooks report --mark <id> false-alarm`,
    );
  const place = journalPlace(call);
  const found = await findObserved(place, start);
  if (found === 'several') throw new UserError(`"${start}" is the start of several; write more of it`);
  if (found === null)
    throw new UserError(
      `nothing that was observed has the id "${start}"`,
      '`amplifier-hooks report` shows ids.',
    );
  const { id, run } = found;
  try {
    setMark(
      place,
      id,
      word === NONE ? null : { mark: mark.is(word) ? word : 'right', at: Date.now(), hook: run.hook },
    );
  } catch (error) {
    throw new UserError(`the mark cannot be kept: ${reasonOf(error)}`);
  }
  const marked = word === NONE ? null : word;
  if (flag(options, 'json')) printJson(io, { id, hook: run.hook, mark: marked });
  else print(io, [`${id} (${run.label}): ${marked === null ? 'no mark any more' : inWords(marked)}`]);
  return EXIT.fine;
}

const inWords = (name: string): string => (name === 'right' ? 'right' : 'a false alarm');

async function show(call: Call): Promise<number> {
  const { io, options, args } = call;
  if (args[0] !== undefined)
    throw new UserError(`"${args[0]}" marks nothing without --mark <id>`, 'For one hook write --hook <id>.');
  const settled = settledOptions(call);
  const examples = countFlag(textFlag(options, 'lines')) ?? USUAL_EXAMPLES;
  const filter = {
    since: sinceFlag(call),
    hook: textFlag(options, 'hook'),
    session: textFlag(options, 'session'),
  };
  const hooks = await shadowReport({ ...journalPlace(call), ...filter, examples });
  const generation = loadGeneration(settled.request);
  const observing = generation.hooks.filter(({ observes }) => observes !== undefined);
  if (flag(options, 'json')) {
    printJson(io, { hooks, observing: observing.map(({ id }) => id) });
    return EXIT.fine;
  }
  const screen = screenOf(io, settled.projectDir);
  const silent = observing.filter(({ id }) => !hooks.some(({ hook }) => hook === id));
  const nameOf = distinct(
    hooks.map(({ hook, label, event }) => ({ id: hook, names: [label, `${label} ${event}`] })),
  );
  const lines = hooks.flatMap((hook) => [
    ...showHook(hook, nameOf({ id: hook.hook }), nowOf(hook, generation), screen, settled),
    '',
  ]);
  if (filter.hook === null && silent.length > 0)
    lines.push(
      `${plural(silent.length, 'observing hook')} did not run yet: ${silent.map(({ id }) => id).join(', ')}`,
    );
  const off = io.env['AMPLIFIER_HOOKS_JOURNAL'];
  if (off !== undefined && silent.length > 0)
    complain(io, [
      `What is observed may not be recorded: AMPLIFIER_HOOKS_JOURNAL is ${JSON.stringify(off)} here.`,
    ]);
  if (lines.length === 0)
    complain(io, [
      'no hook has observed anything',
      'Have one observe with `amplifier-hooks shadow <id>`; `amplifier-hooks list` shows ids.',
    ]);
  print(io, lines);
  return EXIT.fine;
}

const nowOf = ({ hook }: Observer, { hooks }: Generation): Hook | null =>
  hooks.find(({ id }) => id === hook) ?? null;

function countFlag(wish: string | null): number | null {
  if (wish === null) return null;
  if (!/^\d+$/.test(wish))
    throw new UserError(`--lines "${wish}" is not a count`, 'Write a number, such as -n 50.');
  return Number(wish);
}

type Places = { readonly projectDir: string; readonly home: string };

function showHook(
  observer: Observer,
  name: string,
  now: Hook | null,
  screen: Screen,
  places: Places,
): string[] {
  const { hook, event, runs, verdicts, rewrites, failed, marks, alarms } = observer;
  const total = alarmsIn(observer);
  const would = [...countedInWords(verdicts), ...(rewrites === 0 ? [] : [`rewritten ${rewrites}`])];
  const said = [
    ...(marks.right === 0 ? [] : [`${marks.right} right`]),
    ...(marks['false-alarm'] === 0 ? [] : [plural(marks['false-alarm'], 'false alarm')]),
  ];
  const left = Math.max(0, total - marks.right - marks['false-alarm']);
  return [
    `${screen.bold(screen.line(name))} (${hook})  ${event}`,
    ...wrap(
      screen,
      `observed ${plural(runs, 'event')}; would have ${would.length === 0 ? 'done nothing' : would.join(', ')}${failed === 0 ? '' : `; failed ${failed}`}`,
      2,
      4,
    ),
    ...(said.length === 0
      ? []
      : wrap(screen, `marked: ${[...said, ...(left === 0 ? [] : [`${left} not yet`])].join(', ')}`, 2, 4)),
    ...wrap(screen, stateInWords(now, places), 2, 4).map(screen.dim),
    ...alarms.flatMap((alarm) => showAlarm(alarm, screen)),
    ...(alarms.length === 0 || total <= alarms.length
      ? []
      : [`  ${total - alarms.length} more; -n <count> shows them`]),
    ...next(observer, now),
  ];
}

function stateInWords(now: Hook | null, places: Places): string {
  if (now === null) return 'it is no longer configured';
  if (now.observes === undefined) return 'it is real now';
  return `it only observes: ${shortPaths(now.observes.detail, places)}`;
}

function showAlarm(alarm: ReportedAlarm, screen: Screen): string[] {
  const { id, at, target, reason, mark: marked, verdict, effects } = alarm;
  const would = wouldInWords({ run: { verdict }, effects });
  return [
    ...wrap(
      screen,
      `${id}  ${momentOf(at)}  ${target ?? ''}  ${would}${marked === null ? '' : `  (${inWords(marked)})`}`,
      2,
      4,
    ),
    ...(reason === null ? [] : wrap(screen, reason.trim(), 6)),
    ...asked(alarm).flatMap((line) => reviewed(screen, line, { indent: 6, paint: screen.dim })),
  ];
}

/** What the event was about: the input of its tool, or else its prompt. */
function asked({ input }: ReportedAlarm): string[] {
  const about = input['tool_input'] ?? input['prompt'] ?? null;
  if (about === null) return [];
  return [typeof about === 'string' ? about : JSON.stringify(about)];
}

function next(observer: Observer, now: Hook | null): string[] {
  if (now?.observes === undefined) return [];
  const unmarked = observer.alarms.find((alarm) => alarm.mark === null);
  return [
    ...(unmarked === undefined
      ? []
      : [`  Mark: \`amplifier-hooks report --mark ${unmarked.id} false-alarm\`, or right`]),
    `  Make it real: \`amplifier-hooks promote ${observer.hook}\``,
  ];
}
