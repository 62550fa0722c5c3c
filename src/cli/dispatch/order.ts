// One call of `dispatch`: who asks, what is loaded, and the event. No library is loaded, and no engine where no hook can be
// attached to the event: that is so for most events, and the host must not notice that it asked.
import { nothingFor } from '../../config/index.js';
import type { EngineOptions } from '../../engine/index.js';
import { type HookInput, parseInput } from '../../events/index.js';
import { isRecord, reasonOf } from '../../text/index.js';
import type { Call } from '../command.js';
import { EXIT, type Io, UserError } from '../io.js';
import { flag, loadOptions, textFlag } from '../options/flags.js';

export type Host = 'claude' | 'amplifier';

export const HOSTS: readonly Host[] = ['claude', 'amplifier'];

export interface DispatchOrder {
  readonly host: Host;
  readonly load: EngineOptions;
}

export interface HostEvent {
  readonly input: HookInput;
  /** What the host sent, to be given back whole where hooks change something in it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a command line says. The project is the host's, wherever the session has moved to meanwhile. */
export function dispatchOrder({ args, options, io }: Call): DispatchOrder {
  const named = io.env['AMPLIFIER_PROJECT_DIR'] || io.env['CLAUDE_PROJECT_DIR'];
  const project = textFlag(options, 'project') ?? named;
  const host = HOSTS.find((known) => known === textFlag(options, 'host')) ?? 'claude';
  const load = loadOptions({ args, io, options: { ...options, project } });
  return { host, load: { ...load, projectAllow: flag(options, 'projectAllow') } };
}

/** Answers an event; gives the exit code. Throws `UserError` for an event that is none. */
export async function dispatchText(io: Io, order: DispatchOrder, text: string | null): Promise<number> {
  const event = await readEvent(text, order);
  if (event !== null && !(await hasNoHooks(order.load, event.input))) {
    const { answerEvent } = await import('./answer-event.js');
    return answerEvent(io, order, event);
  }
  if (order.host === 'amplifier') {
    const { hookResult } = await import('../../kernel/index.js');
    io.stdout.data(`${JSON.stringify(hookResult({ action: 'continue' }))}\n`);
  }
  return EXIT.fine;
}

async function hasNoHooks(
  { projectDir, home, plugins = [], claudeSettings }: EngineOptions,
  { row }: HookInput,
): Promise<boolean> {
  if (plugins.length > 0 || claudeSettings === true) return false;
  const folders = [projectDir, home ?? (await import('node:os')).homedir()];
  return nothingFor(folders, row.name);
}

/** `null`: a valid event that no hook can be attached to. */
async function readEvent(text: string | null, { host, load }: DispatchOrder): Promise<HostEvent | null> {
  if (text === null || text.trim() === '')
    throw new UserError('no event', 'Send one as JSON on stdin: amplifier-hooks dispatch < event.json');
  const value = json(text);
  // Amplifier's own form: the name of the event, and its data.
  const own = host === 'amplifier' && isRecord(value) && typeof value['event'] === 'string' ? value : null;
  const data = own !== null && isRecord(own['data']) ? own['data'] : null;
  const raw = own === null ? value : await translated(String(own['event']), data ?? {}, load.projectDir);
  if (own !== null && raw === null) return null;
  const parsed = parseInput(raw);
  if (!parsed.ok) throw new UserError(parsed.problems.map(({ message }) => message).join('; '));
  const { input } = parsed;
  return input.kind === 'unknown' ? null : { input, data: data ?? input.fields };
}

async function translated(event: string, data: Record<string, unknown>, cwd: string): Promise<unknown> {
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
