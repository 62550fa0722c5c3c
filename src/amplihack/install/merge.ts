// What a settings file should say: our registrations first, everything else as it is written.
import { isDeepStrictEqual } from 'node:util';
import { listWithout } from '../../config/edit/index.js';
import {
  appendMember,
  memberOf,
  prependItems,
  replaceValue,
  type Span,
  spansOf,
  valueAt,
  without,
} from '../../text/edit/index.js';
import { isRecord, shellWord } from '../../text/index.js';
import { ourCommand, ourEntry } from '../registrations/ours.js';
import { withoutOurs } from '../registrations/remove.js';
import { onLines } from './one-line.js';
import {
  byEvent,
  commandOf,
  REGISTRATIONS,
  type Registration,
  runs,
  SESSION_END,
  wrapperOf,
} from './table.js';

export interface Wish {
  /** The absolute path of the executable. */
  readonly executable: string;
  /** `SessionEnd` is registered too; what is registered there already stays in any case. */
  readonly sessionEnd: boolean;
}

/**
 * The text of a settings file with our registrations. A text that says all of it already is given back as it is. It
 * must be JSON, and its `hooks` and our events of a usable type.
 */
export function withRegistrations(text: string, { executable, sessionEnd }: Wish): string {
  const rows = sessionEnd ? [...REGISTRATIONS, SESSION_END] : REGISTRATIONS;
  const isBlank = !/\S/.test(text);
  const settled = (before: string): string => {
    let now = hooksObject(before);
    for (const [event, own] of byEvent(rows)) now = settleEvent(now, event, own, executable);
    return sessionEnd ? now : moveSessionEnd(now, executable);
  };
  if (isBlank) return settled('{}\n');
  if (settled(text) === text) return text;
  const result = settled(onLines(text));
  return /[\n\r]$/.test(result) ? result : `${result}${/\r\n/.test(result) ? '\r\n' : '\n'}`;
}

/** The text without anything of ours; a `hooks` that held nothing else goes too. */
export function withoutRegistrations(text: string): string {
  if (!/\S/.test(text)) return text;
  const left = withoutOurs(text);
  if (left === text) return text;
  const root = spansOf(left);
  const hooks = memberOf(root, 'hooks');
  if (root.kind !== 'object' || hooks?.value.kind !== 'object' || hooks.value.members.length > 0) return left;
  // A comment in it is somebody's.
  if (/\S/.test(left.slice(hooks.value.from + 1, hooks.value.to - 1))) return left;
  const rest = without(left, root, root.members, (part, index) =>
    root.members[index] === hooks ? null : left.slice(part.from, part.to),
  );
  return left.slice(0, root.from) + rest + left.slice(root.to);
}

function hooksObject(text: string): string {
  const root = spansOf(text);
  const hooks = memberOf(root, 'hooks');
  if (root.kind !== 'object' || hooks?.value.kind === 'object') return text;
  return hooks === undefined ? appendMember(text, root, 'hooks', {}) : replaceValue(text, hooks.value, {});
}

function settleEvent(text: string, event: string, rows: readonly Registration[], executable: string): string {
  const commands = rows.map((row) => commandOf(row, executable));
  const wrappers = rows.map((row, index) => wrapperOf(row, commands[index] ?? ''));
  const hooks = hooksIn(text);
  const list = memberOf(hooks, event)?.value;
  if (list === undefined) return hooks.kind === 'object' ? appendMember(text, hooks, event, wrappers) : text;
  if (list.kind !== 'array') return replaceValue(text, list, wrappers);

  const [own, others] = [list.items.slice(0, rows.length), list.items.slice(rows.length)];
  const isGone = (entry: unknown): boolean => isReplacedBy(rows, entry);
  const isInOrder =
    own.length === rows.length &&
    own.every((wrapper, index) => isRegistered(valueAt(text, wrapper), rows[index])) &&
    !others.flatMap(entriesOf).some((entry) => isGone(valueAt(text, entry)));
  if (isInOrder) return withCommands(text, own.flatMap(entriesOf), (_, index) => commands[index]);

  const left = listWithout(text, list, isGone) ?? without(text, list, list.items, () => null);
  const cleared = text.slice(0, list.from) + left + text.slice(list.to);
  const bare = memberOf(hooksIn(cleared), event)?.value;
  return bare?.kind === 'array' ? prependItems(cleared, bare, wrappers) : cleared;
}

/** `hooks` of a text that has them; where it has none, something without members. */
function hooksIn(text: string): Span {
  return memberOf(spansOf(text), 'hooks')?.value ?? { kind: 'scalar', from: 0, to: 0 };
}

const entriesOf = (wrapper: Span): readonly Span[] => {
  const entries = memberOf(wrapper, 'hooks')?.value;
  return entries?.kind === 'array' ? entries.items : [];
};

/** An entry of ours that runs what these registrations run, or a script of an older version. */
function isReplacedBy(rows: readonly Registration[], entry: unknown): boolean {
  const ours = ourEntry(entry);
  if (ours === null) return false;
  return ours.kind === 'script' || rows.some((row) => runs(row, ours.subcommand));
}

/** A wrapper as it should be, wherever its executable lies. */
function isRegistered(wrapper: unknown, row: Registration | undefined): boolean {
  const command = commandIn(wrapper);
  const ours = command === null ? null : ourCommand(command);
  if (row === undefined || command === null || ours?.kind !== 'executable') return false;
  return ours.subcommand === row.subcommand && isDeepStrictEqual(wrapper, wrapperOf(row, command));
}

/** The command of a wrapper's first entry. */
function commandIn(wrapper: unknown): string | null {
  const [entry]: readonly unknown[] =
    isRecord(wrapper) && Array.isArray(wrapper['hooks']) ? wrapper['hooks'] : [];
  return isRecord(entry) && typeof entry['command'] === 'string' ? entry['command'] : null;
}

/** The text with other commands in some entries; `undefined`: the entry keeps its own. */
function withCommands(
  text: string,
  entries: readonly Span[],
  commandFor: (command: string, index: number) => string | undefined,
): string {
  let [result, at] = ['', 0];
  for (const [index, entry] of entries.entries()) {
    const span = memberOf(entry, 'command')?.value;
    const command = span === undefined ? null : valueAt(text, span);
    if (span === undefined || typeof command !== 'string') continue;
    const wanted = commandFor(command, index);
    if (wanted === undefined || wanted === command) continue;
    result += text.slice(at, span.from) + JSON.stringify(wanted);
    at = span.to;
  }
  return result + text.slice(at);
}

const FIRST_WORD = /^\s*(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+/;

/** Of what is registered at the end of a session only the path is ours to change. */
function moveSessionEnd(text: string, executable: string): string {
  const list = memberOf(hooksIn(text), SESSION_END.event)?.value;
  const entries = list?.kind === 'array' ? list.items.flatMap(entriesOf) : [];
  return withCommands(text, entries, (command) =>
    ourCommand(command)?.kind === 'executable'
      ? command.replace(FIRST_WORD, () => shellWord(executable))
      : undefined,
  );
}
