// What a settings file has of ours, and where it differs from what should stand there.

import { memberOf, type Span, spansOf, valueAt } from '../../text/edit/index.js';
import { isRecord, linesOf, type Position, shellWord } from '../../text/index.js';
import { type OurCommand, ourEntry } from '../registrations/ours.js';
import { findSubcommand } from '../subcommands.js';
import { byEvent, commandOf, REGISTRATIONS, type Registration, runs, SESSION_END } from './table.js';

/** One entry of ours. */
export interface Registered extends Position {
  readonly event: string;
  readonly command: string;
  readonly ours: OurCommand;
  readonly timeout: unknown;
  readonly matcher: unknown;
  /** Position of its wrapper in the list of the event. */
  readonly wrapper: number;
  /** How many other entries its wrapper has. */
  readonly company: number;
  /** Nothing but what the table says stands in the entry and its wrapper. */
  readonly isPlain: boolean;
}

export interface Difference extends Position {
  readonly kind:
    | 'missing'
    | 'duplicate'
    | 'order'
    | 'timeout'
    | 'matcher'
    | 'form'
    | 'old-script'
    | 'useless'
    | 'paths';
  readonly message: string;
}

const WRAPPER_KEYS: ReadonlySet<string> = new Set(['matcher', 'hooks']);
const ENTRY_KEYS: ReadonlySet<string> = new Set(['type', 'command', 'timeout']);

/** A file of somebody else's hooks need not be taken apart, however many they are. Signs may be written by their numbers. */
const MAY_BE_OURS = /amplihack|\\u/;

/** Every entry of ours, in the order of the file. The text must be valid JSON (comments are fine) or empty. */
export function registeredIn(text: string): readonly Registered[] {
  if (!/\S/.test(text)) return [];
  const position = linesOf(text);
  const hooks = memberOf(spansOf(text), 'hooks')?.value;
  if (hooks?.kind !== 'object' || !MAY_BE_OURS.test(text)) return [];
  return hooks.members
    .filter((member) => memberOf(hooks, member.key) === member)
    .flatMap(({ key: event, value: list }) =>
      itemsOf(list).flatMap((span, wrapper) => {
        const around = valueAt(text, span);
        const entries = itemsOf(memberOf(span, 'hooks')?.value);
        return entries.flatMap((entry) => {
          const value = valueAt(text, entry);
          const ours = ourEntry(value);
          if (ours === null || !isRecord(value) || !isRecord(around)) return [];
          return {
            event,
            command: String(value['command']),
            ours,
            timeout: value['timeout'],
            matcher: around['matcher'],
            wrapper,
            company: entries.length - 1,
            isPlain:
              value['type'] === 'command' &&
              Object.keys(value).every((key) => ENTRY_KEYS.has(key)) &&
              Object.keys(around).every((key) => WRAPPER_KEYS.has(key)),
            ...position(entry.from),
          };
        });
      }),
    );
}

const itemsOf = (span: Span | undefined): readonly Span[] => (span?.kind === 'array' ? span.items : []);

/** Where entries of ours differ from the table. Nothing of ours at all is no difference. */
export function differencesOf(all: readonly Registered[]): readonly Difference[] {
  const [first] = all;
  if (first === undefined) return [];
  return [
    ...[...byEvent(REGISTRATIONS)].flatMap(([event, rows]) => ofEvent(event, rows, all, first)),
    ...all.flatMap(ofEntry),
    ...ofPaths(all),
  ];
}

const differs = (kind: Difference['kind'], { line, column }: Position, message: string): Difference => ({
  kind,
  message,
  line,
  column,
});

const isRunBy = (row: Registration, { event, ours }: Registered): boolean =>
  event === row.event && ours.kind === 'executable' && runs(row, ours.subcommand);

function ofEvent(
  event: string,
  rows: readonly Registration[],
  all: readonly Registered[],
  first: Registered,
): readonly Difference[] {
  const found = rows.map((row) => all.filter((one) => isRunBy(row, one)));
  const each = rows.flatMap((row, index) => ofRow(row, found[index] ?? [], first));
  const wrappers = found.flatMap(([one]) => (one === undefined ? [] : [one]));
  const isAscending = wrappers.every(
    (one, index) => index === 0 || one.wrapper > (wrappers[index - 1]?.wrapper ?? 0),
  );
  const isFirst = wrappers.every((one, index) => one.wrapper === index);
  const [at] = wrappers;
  if (at === undefined || isFirst || each.some(({ kind }) => kind === 'duplicate' || kind === 'missing'))
    return each;
  const message = isAscending
    ? `${event}: hooks of others stand before ours, which should be first`
    : `${event}: wrong order, it should be ${rows.map(({ subcommand }) => subcommand).join(', ')}`;
  return [...each, differs('order', at, message)];
}

function ofRow(row: Registration, found: readonly Registered[], first: Registered): readonly Difference[] {
  const name = `${row.event} ${row.subcommand}`;
  const [one, another] = found;
  if (one === undefined) return [differs('missing', first, `${name} is not registered`)];
  if (another !== undefined)
    return [differs('duplicate', another, `${name} is registered ${found.length} times and runs each time`)];
  const stated = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  const limit = row.timeout ?? undefined;
  const matcher = row.matcher ?? undefined;
  const isSpelt = one.ours.kind === 'executable' && one.command === commandOf(row, one.ours.program);
  return [
    ...(one.timeout === limit
      ? []
      : [
          differs(
            'timeout',
            one,
            `${name}: timeout is ${stated(one.timeout)}, it should be ${stated(limit)}`,
          ),
        ]),
    ...(one.matcher === matcher
      ? []
      : [
          differs(
            'matcher',
            one,
            `${name}: matcher is ${stated(one.matcher)}, it should be ${stated(matcher)}`,
          ),
        ]),
    ...(one.company === 0 && one.isPlain && isSpelt
      ? []
      : [differs('form', one, `${name} is written otherwise than install writes it`)]),
  ];
}

function ofEntry(one: Registered): readonly Difference[] {
  if (one.ours.kind === 'script') {
    const message = `${one.event}: a script of an older version is registered`;
    return REGISTRATIONS.some(({ event }) => event === one.event)
      ? [differs('old-script', one, message)]
      : [differs('useless', one, `${message}; only uninstall removes it there`)];
  }
  const { subcommand } = one.ours;
  const own = findSubcommand(subcommand);
  if ([...REGISTRATIONS, SESSION_END].some((row) => isRunBy(row, one))) return [];
  const why = own === null ? 'which is not a hook' : `which does nothing there`;
  return [differs('useless', one, `${one.event} runs ${subcommand}, ${why}`)];
}

function ofPaths(all: readonly Registered[]): readonly Difference[] {
  const programs = programsOf(all);
  const other = all.find(({ ours }) => ours.kind === 'executable' && ours.program !== programs[0]);
  if (other === undefined || programs.length < 2) return [];
  return [
    differs('paths', other, `several executables are registered: ${programs.map(shellWord).join(', ')}`),
  ];
}

/** The executables that entries name, each once. */
export const programsOf = (all: readonly Registered[]): readonly string[] => [
  ...new Set(all.flatMap(({ ours }) => (ours.kind === 'executable' ? [ours.program] : []))),
];
