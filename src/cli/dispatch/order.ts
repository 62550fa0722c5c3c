// One call of `dispatch`: who asks, what is loaded, and the event. No library is loaded, and no engine where no hook can be
// attached to the event: that is so for most events, and the host must not notice that it asked.
import { nothingFor } from '../../config/index.js';
import type { EngineOptions } from '../../engine/index.js';
import {
  beyondBounds,
  exactTexts,
  type HookInput,
  type InputResult,
  type KnownEventRow,
  outOfBounds,
  parseInput,
  plainFields,
  type UnknownInput,
  unread,
} from '../../events/index.js';
import { homeOf, isFolder } from '../../files/index.js';
import { isRecord, reasonOf } from '../../text/index.js';
import type { Call } from '../command.js';
import { EXIT, type Io, UserError } from '../io.js';
import { flag, loadOptions, textFlag } from '../options/flags.js';
import { type EventText, MOST_MEBIBYTES } from './stdin.js';

export type Host = 'claude' | 'amplifier';

export const HOSTS: readonly Host[] = ['claude', 'amplifier'];

export interface DispatchOrder {
  readonly host: Host;
  readonly load: EngineOptions;
  /** Somebody said which project it is. */
  readonly isNamed: boolean;
  /** The words of the command line, for what is read only where hooks are run. */
  readonly options: Call['options'];
}

/** An event that hooks can be asked about. */
export interface HostEvent {
  readonly kind: 'event';
  readonly row: KnownEventRow;
  readonly input: HookInput;
  /** What the host sent, to be given back whole where hooks change something in it. */
  readonly data: Readonly<Record<string, unknown>>;
}

type ReadEvent =
  | HostEvent
  /** A valid event that no hook can be attached to. */
  | { readonly kind: 'nothing' }
  /** One that nobody knows. */
  | { readonly kind: 'unknown'; readonly input: UnknownInput }
  | { readonly kind: 'refused'; readonly row: KnownEventRow; readonly why: string };

/** What a command line says. The project is the host's, wherever the session has moved to meanwhile. */
export function dispatchOrder({ args, options, io }: Call): DispatchOrder {
  const named = io.env['AMPLIFIER_PROJECT_DIR'] || io.env['CLAUDE_PROJECT_DIR'];
  const project = (textFlag(options, 'project') ?? named) || undefined;
  const host = HOSTS.find((known) => known === textFlag(options, 'host')) ?? 'claude';
  const load = loadOptions({ args, io, options: { ...options, project } });
  return {
    host,
    options,
    isNamed: project !== undefined,
    load: { ...load, projectAllow: flag(options, 'projectAllow') },
  };
}

/** Answers an event; gives the exit code. Throws `UserError` for an event that is none. */
export async function dispatchText(io: Io, order: DispatchOrder, read: EventText | null): Promise<number> {
  const event = await readEvent(read, order);
  if (event.kind === 'unknown') {
    const { noteUnknown } = await import('./answer-event.js');
    await noteUnknown(io, order, event.input);
  }
  if (event.kind === 'nothing' || event.kind === 'unknown') return nothingToSay(io, order);
  return answer(io, inProjectOf(event, order), event);
}

/** Where nobody named the project and the folder this was called in is gone, the session is where the event says. */
function inProjectOf(event: ReadEvent, order: DispatchOrder): DispatchOrder {
  const cwd = event.kind === 'event' ? event.input.cwd : null;
  if (order.isNamed || cwd === null || isFolder(order.load.projectDir) || !isFolder(cwd)) return order;
  return { ...order, load: { ...order.load, projectDir: cwd } };
}

async function answer(
  io: Io,
  order: DispatchOrder,
  event: Exclude<ReadEvent, { kind: 'nothing' | 'unknown' }>,
): Promise<number> {
  if (await hasNoHooks(order.load, event.row)) {
    if (event.kind === 'refused') throw new UserError(event.why);
    return nothingToSay(io, order);
  }
  if (event.kind === 'event') return (await import('./answer-event.js')).answerEvent(io, order, event);
  return (await import('./fault.js')).faultAt(event.row, io, order, new UserError(event.why));
}

async function nothingToSay(io: Io, { host }: DispatchOrder): Promise<number> {
  if (host === 'amplifier') {
    const { hookResult } = await import('../../kernel/index.js');
    io.stdout.data(`${JSON.stringify(hookResult({ action: 'continue' }))}\n`);
  }
  return EXIT.fine;
}

async function hasNoHooks(
  { projectDir, home, env, plugins = [], claudeSettings }: EngineOptions,
  row: KnownEventRow,
): Promise<boolean> {
  if (plugins.length > 0 || claudeSettings === true || !isFolder(projectDir)) return false;
  const found = homeOf(env ?? process.env, home);
  // That the hooks of the user or the project are missing has to be told.
  return found.missing === null && nothingFor([projectDir, found.path], row.name);
}

async function readEvent(read: EventText | null, { host, load }: DispatchOrder): Promise<ReadEvent> {
  if (read === null || (read.whole && read.text.trim() === ''))
    throw new UserError('no event', 'Send one as JSON on stdin: amplifier-hooks dispatch < event.json');
  if (!read.whole) return settled(unread(read.text, `it has more than ${MOST_MEBIBYTES} MiB`), null);
  const value = json(read.text);
  // Amplifier's own form: the name of the event, and its data.
  if (host !== 'amplifier' || !isRecord(value) || typeof value['event'] !== 'string') {
    return settled(parseInput(value, exactTexts(read.text, value)), null);
  }
  const data = isRecord(value['data']) ? value['data'] : {};
  const beyond = beyondBounds(data);
  const raw = await translated(value['event'], beyond === null ? data : plainFields(data), load.projectDir);
  if (raw === null) return { kind: 'nothing' };
  const parsed = parseInput(raw);
  if (beyond === null || !parsed.ok || parsed.input.kind === 'unknown') return settled(parsed, data);
  return settled(outOfBounds(raw, parsed.input.row, beyond), plainFields(data));
}

function settled(parsed: InputResult, data: Readonly<Record<string, unknown>> | null): ReadEvent {
  if (parsed.ok) {
    const { input } = parsed;
    return input.kind === 'unknown'
      ? { kind: 'unknown', input }
      : { kind: 'event', row: input.row, input, data: data ?? input.fields };
  }
  const why = parsed.problems.map(({ message }) => message).join('; ');
  if (parsed.row === null) throw new UserError(why);
  return { kind: 'refused', row: parsed.row, why };
}

async function translated(
  event: string,
  data: Record<string, unknown>,
  cwd: string,
): Promise<Record<string, unknown> | null> {
  const { fromAmplifier } = await import('../../hosts/index.js');
  return fromAmplifier(event, data, cwd);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = reasonOf(error);
    throw new UserError(`the event is not valid JSON: ${why}`);
  }
}
