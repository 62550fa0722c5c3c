// What waits for approval as one question, for hosts that ask their user in their own way.
import { sep } from 'node:path';
import { handlerInWords } from '../../config/index.js';
import type { Hook } from '../../nouns.js';
import { shown } from '../../text/index.js';
import { commandFor, type Entry, type Survey } from '../../trust/index.js';
import type { Reach } from '../../validate/index.js';
import { reachLines, twice } from './trust.js';

/** A dialog holds no more; what is longer is read at a terminal. */
const MOST_CHARACTERS = 6000;
const MOST_ENTRIES = 20;

export interface Worded {
  readonly text: string;
  /** What the text tells of in full. */
  readonly entries: readonly Entry[];
}

export interface Known {
  readonly reachOf: (entry: Entry) => Reach | null;
  /** What differs from what was approved, by name. */
  readonly changesOf: (entry: Entry) => string;
}

/** An entry is told in full or is no part of the question. `null`: nothing can be asked. */
export function questionAbout(
  found: Survey,
  waiting: readonly Entry[],
  plugins: readonly string[],
  known: Known,
): Worded | null {
  const told: (readonly [Entry, string])[] = [];
  let room = MOST_CHARACTERS;
  for (const entry of waiting.filter(({ identity }) => identity.problems.length === 0)) {
    const text = inFull(entry, found, known).map(shown).join('\n   ');
    if (text.length > room || told.length === MOST_ENTRIES) continue;
    room -= text.length;
    told.push([entry, text]);
  }
  if (told.length === 0) return null;
  const left = waiting.length - told.length;
  const lines = [
    `The project ${shown(found.projectDir)} brings what you have not approved as it is now. It would run with your rights:`,
    '',
    ...told.map(([, text], at) => `${at + 1}. ${text}`),
    '',
    ...(left === 0 ? [] : [`${left} more cannot be asked about here, and this question is not about them.`]),
    `Whole files, differences, and everything that waits: \`${shown(commandFor(found.projectDir, { plugin: plugins }))}\``,
    `May ${told.length === 1 ? 'it' : `these ${told.length}`} run? Always: as now, in every session. Once: in this session. No: not in this session.`,
  ];
  return { text: lines.join('\n'), entries: told.map(([entry]) => entry) };
}

function inFull(entry: Entry, { projectDir }: Survey, { reachOf, changesOf }: Known): readonly string[] {
  const { identity, state } = entry;
  const reach = reachOf(entry);
  const files = Object.entries(identity.contents).flatMap(([name, digest]) =>
    digest === null ? [] : [name],
  );
  const written = asWritten(entry);
  return [
    `${state} ${headOf(entry)}`,
    ...(state === 'changed' ? [`changed: ${changesOf(entry)}`] : []),
    ...(entry.kind === 'hook' ? [`from ${entry.hook.source.file.replace(`${projectDir}${sep}`, '')}`] : []),
    ...(Object.keys(written).length === 0 ? [] : [`as written: ${JSON.stringify(written)}`]),
    ...twice(entry),
    ...(files.length === 0 ? [] : [`files: ${files.join(', ')}`]),
    ...(reach === null ? [] : reachLines(reach).map((line) => line.trim())),
  ];
}

function headOf(entry: Entry): string {
  if (entry.kind === 'settings') return 'settings of the project';
  if (entry.kind === 'server') return `MCP server ${entry.server.name}`;
  const { event, matcher, condition, handler } = entry.hook;
  const when = condition === null ? (matcher ?? '*') : `${matcher ?? '*'} if ${condition}`;
  return `hook, at ${event} ${when}: ${handlerInWords(handler)}`;
}

/** Everything that is approved and does not stand in the head. */
function asWritten(entry: Entry): Readonly<Record<string, unknown>> {
  const { definition } = entry.identity;
  if (entry.kind !== 'hook') return definition;
  const { timeout: timeoutMs, owner } = definition;
  const { once, onFailure } = entry.hook;
  const more = { timeoutMs, owner, once, onFailure, ...handlerFields(entry.hook) };
  return Object.fromEntries(Object.entries(more).filter(([name, value]) => !isUsual(name, value)));
}

/** Of a command the head has it all but how it is started. */
function handlerFields({ handler }: Hook): Readonly<Record<string, unknown>> {
  if (handler.type !== 'command') return { handler };
  const { type: _type, command: _command, args, ...rest } = handler;
  // Joined with blanks, arguments cannot be told apart.
  return { ...rest, ...(args === null ? {} : { args }) };
}

const USUAL: Readonly<Record<string, unknown>> = {
  timeoutMs: 'usual',
  once: false,
  onFailure: 'continue',
  background: 'no',
};

const isUsual = (name: string, value: unknown): boolean =>
  value === null || (Object.hasOwn(USUAL, name) && USUAL[name] === value);
