// One call of `dispatch`: who asks, what is loaded, and the event. No library is loaded, and no engine where no hook can be
// attached to the event: that is so for most events, and the host must not notice that it asked.
import { defaultManagedFile, hasNoPolicy, nothingFor, projectFrom } from '../../config/index.js';
import type { EngineOptions } from '../../engine/index.js';
import { EVENT_NAMES, eventRow, type KnownEventRow } from '../../events/index.js';
import { hasLate, homeOf, isFolder, stateDirOf } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import type { Call } from '../command.js';
import { complain, EXIT, type Io, UserError } from '../io.js';
import { flag, loadOptions, textFlag } from '../options/flags.js';
import type { HostEvent, ReadEvent, Speaker } from './host-event.js';
import { HOSTS, type Host } from './hosts.js';
import { probedIn, whyProbed } from './probe.js';
import { readEvent } from './read-event.js';
import type { EventText } from './stdin.js';

export interface DispatchOrder {
  /** `null`: nobody said, so that what the event itself shows counts. */
  readonly host: Host | null;
  /** The name of the event, where the host does not send it. */
  readonly event: string | null;
  readonly cwd: string;
  readonly load: EngineOptions;
  /** How long the host waits for the answer, in milliseconds; `null`: nobody said. */
  readonly hostTimeoutMs: number | null;
  /** What hooks could not judge is denied. */
  readonly failClosed: boolean;
  /** Somebody said which project it is. */
  readonly isNamed: boolean;
  /** The words of the command line, for what is read only where hooks are run. */
  readonly options: Call['options'];
}

/** What a command line says. The project is the host's, wherever the session has moved to meanwhile. */
export function dispatchOrder({ args, options, io }: Call): DispatchOrder {
  const own = textFlag(options, 'project');
  const named = io.env['AMPLIFIER_PROJECT_DIR'] || io.env['CLAUDE_PROJECT_DIR'];
  const project = (own ?? named) || undefined;
  const host = HOSTS.find((known) => known === textFlag(options, 'host')) ?? null;
  const load = loadOptions({ args, io, options: { ...options, project } });
  return {
    host,
    event: textFlag(options, 'event'),
    cwd: io.cwd,
    hostTimeoutMs: timeoutIn(options),
    failClosed: options['failClosed'] !== false,
    options,
    isNamed: project !== undefined,
    load: {
      ...load,
      // Hosts name the folder where the session started.
      projectDir: own === null && project !== undefined ? around(load.projectDir, load) : load.projectDir,
      projectAllow: flag(options, 'projectAllow'),
    },
  };
}

function timeoutIn(options: Call['options']): number | null {
  const said = textFlag(options, 'hostTimeout');
  if (said === null) return null;
  const seconds = Number(said);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
  throw new UserError(`--host-timeout ${said} is not a number of seconds`);
}

const around = (start: string, { env = {}, home, profile, claudeSettings }: EngineOptions): string =>
  projectFrom(start, { env, home, profile, claudeSettings: claudeSettings === true });

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
  if (event.kind === 'nothing' || event.kind === 'unknown') return nothingToSay(io, event.speaker);
  if (event.kind === 'refused') return refuse(io, order, event);
  const probed = probedIn(event);
  if (probed !== null) return denyProbe(io, event, probed);
  const there = inProjectOf(event, order);
  // A journal that keeps everything has events that concern nobody, too.
  const keepsAll = io.env['AMPLIFIER_HOOKS_JOURNAL']?.trim().toLowerCase() === 'full';
  const isQuiet = !keepsAll && (await hasNoHooks(there.load, event.row)) && !hasNews(there.load, event);
  if (isQuiet) return nothingToSay(io, event.speaker);
  const { answerEvent } = await import('./answer-event.js');
  return (await answerEvent(io, there, event)) ?? nothingToSay(io, event.speaker);
}

/** Denied like what nobody could judge, whatever the command line says about that. */
async function denyProbe(io: Io, event: HostEvent, command: string): Promise<number> {
  const { faultAt } = await import('./fault.js');
  const at = { speaker: event.speaker, failClosed: true };
  return faultAt(event.row, io, at, new UserError(whyProbed(command)));
}

/** Where nobody named the project and the folder this was called in is gone, the session is where the event says. */
function inProjectOf({ inputs: [{ cwd }] }: HostEvent, order: DispatchOrder): DispatchOrder {
  if (order.isNamed || cwd === null || isFolder(order.load.projectDir) || !isFolder(cwd)) return order;
  return { ...order, load: { ...order.load, projectDir: around(cwd, order.load) } };
}

/** An event that may be any may ask for permission: it is answered as the first such event that hooks wait for here. */
async function refuse(
  io: Io,
  order: DispatchOrder,
  { row, error, speaker }: Extract<ReadEvent, { readonly kind: 'refused' }>,
): Promise<number> {
  for (const one of row === null ? asksPermission() : [row]) {
    if (await hasNoHooks(order.load, one)) continue;
    return (await import('./fault.js')).faultAt(one, io, { ...order, speaker }, error);
  }
  if (speaker.host !== 'agent') throw error;
  // An exit code of ours may end the run of another agent, and nothing was guarded.
  complain(io, [`amplifier-hooks: ${reasonOf(error)}`]);
  return EXIT.fine;
}

const asksPermission = (): readonly KnownEventRow[] =>
  EVENT_NAMES.map(eventRow).filter(({ permission }) => permission);

async function nothingToSay(io: Io, speaker: Speaker): Promise<number> {
  if (speaker.host === 'agent' && speaker.agent.silence !== undefined) io.stdout.data(speaker.agent.silence);
  if (speaker.host === 'amplifier') {
    const { hookResult } = await import('../../kernel/index.js');
    io.stdout.data(`${JSON.stringify(hookResult({ action: 'continue' }))}\n`);
  }
  return EXIT.fine;
}

/** Whether background hooks of the session said something that this event can tell: it does so also where no hook is attached to it. */
function hasNews(
  { projectDir, home, env = process.env }: EngineOptions,
  { row, inputs }: HostEvent,
): boolean {
  if (row.context !== 'model' || row.specific?.['additionalContext'] === undefined) return false;
  const found = homeOf(env, home);
  return hasLate(stateDirOf(env, found).path, projectDir, inputs[0].sessionId);
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
