// One call of `dispatch`: who asks, what is loaded, and the event. No library is loaded, and no engine where no hook can be
// attached to the event: that is so for most events, and the host must not notice that it asked.
import { defaultManagedFile, hasNoPolicy, nothingFor } from '../../config/index.js';
import type { EngineOptions } from '../../engine/index.js';
import {
  beyondBounds,
  EVENT_NAMES,
  eventRow,
  exactTexts,
  type HookInput,
  type InputResult,
  type KnownEventRow,
  outOfBounds,
  parseInput,
  plainFields,
  readJson,
  type UnknownInput,
  unread,
} from '../../events/index.js';
import { homeOf, isFolder } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
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
  /** What cannot be read; `row` is `null` where nobody can tell which event it was meant to be. */
  | { readonly kind: 'refused'; readonly row: KnownEventRow | null; readonly error: unknown };

/** What a command line says. The project is the host's, wherever the session has moved to meanwhile. */
function dispatchOrder({ args, options, io }: Call): DispatchOrder {
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

/** Answers an event; gives the exit code. Throws `UserError` for an event or words that are none, where no gate waits for the answer. */
export async function dispatchText(
  call: Call,
  words: readonly string[],
  read: () => Promise<EventText | null>,
): Promise<number> {
  const { io } = call;
  let order: DispatchOrder;
  try {
    order = dispatchOrder(call);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { answerWrongLine } = await import('./wrong-line.js');
    const code = await answerWrongLine(io, words, error, read);
    if (code === null) throw error;
    return code;
  }
  const event = await readEvent(read, order);
  if (event.kind === 'unknown') {
    const { noteUnknown } = await import('./answer-event.js');
    await noteUnknown(io, order, event.input);
  }
  if (event.kind === 'nothing' || event.kind === 'unknown') return nothingToSay(io, order);
  if (event.kind === 'refused') return refuse(io, order, event);
  const there = inProjectOf(event, order);
  if (await hasNoHooks(there.load, event.row)) return nothingToSay(io, there);
  const { answerEvent } = await import('./answer-event.js');
  return (await answerEvent(io, there, event)) ?? nothingToSay(io, there);
}

/** Where nobody named the project and the folder this was called in is gone, the session is where the event says. */
function inProjectOf({ input: { cwd } }: HostEvent, order: DispatchOrder): DispatchOrder {
  if (order.isNamed || cwd === null || isFolder(order.load.projectDir) || !isFolder(cwd)) return order;
  return { ...order, load: { ...order.load, projectDir: cwd } };
}

/** An event that may be any may ask for permission: it is answered as the first such event that hooks wait for here. */
async function refuse(
  io: Io,
  order: DispatchOrder,
  { row, error }: Extract<ReadEvent, { readonly kind: 'refused' }>,
): Promise<number> {
  for (const one of row === null ? asksPermission() : [row]) {
    if (await hasNoHooks(order.load, one)) continue;
    return (await import('./fault.js')).faultAt(one, io, order, error);
  }
  throw error;
}

const asksPermission = (): readonly KnownEventRow[] =>
  EVENT_NAMES.map(eventRow).filter(({ permission }) => permission);

async function nothingToSay(io: Io, { host }: DispatchOrder): Promise<number> {
  if (host === 'amplifier') {
    const { hookResult } = await import('../../kernel/index.js');
    io.stdout.data(`${JSON.stringify(hookResult({ action: 'continue' }))}\n`);
  }
  return EXIT.fine;
}

async function hasNoHooks(
  { projectDir, home, env, plugins = [], skills = [], agents = [], claudeSettings }: EngineOptions,
  row: KnownEventRow,
): Promise<boolean> {
  if (plugins.length + skills.length + agents.length > 0 || claudeSettings === true) return false;
  if (!isFolder(projectDir) || !hasNoPolicy(defaultManagedFile(process.platform))) return false;
  const found = homeOf(env ?? process.env, home);
  // That the hooks of the user or the project are missing has to be told.
  return found.missing === null && nothingFor([projectDir, found.path], row.name);
}

export async function readEvent(
  readText: () => Promise<EventText | null>,
  { host, load }: { readonly host: Host; readonly load: Pick<EngineOptions, 'projectDir'> },
): Promise<ReadEvent> {
  const read = await readText().catch((error: unknown) => ({ error }));
  if (read === null) throw noEvent();
  if ('error' in read) return { kind: 'refused', row: null, error: read.error };
  if (!read.whole) return settled(unread(read.text, `it has more than ${MOST_MEBIBYTES} MiB`), null);
  if (read.text.trim() === '') return { kind: 'refused', row: null, error: noEvent() };
  const json = readJson(read.text);
  if (!json.ok) return settled(json, null);
  const { value } = json;
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
  return { kind: 'refused', row: parsed.row, error: new UserError(why) };
}

const noEvent = (): UserError =>
  new UserError('no event', 'Send one as JSON on stdin: amplifier-hooks dispatch < event.json');

async function translated(
  event: string,
  data: Record<string, unknown>,
  cwd: string,
): Promise<Record<string, unknown> | null> {
  const { fromAmplifier } = await import('../../hosts/index.js');
  return fromAmplifier(event, data, cwd);
}
