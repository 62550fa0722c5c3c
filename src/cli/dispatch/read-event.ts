// The event that a host sends, in the form of the host.
import type { EngineOptions } from '../../engine/index.js';
import {
  beyondBounds,
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
import type { Agent, AgentName, Payload } from '../../hosts/agents/index.js';
import { isRecord } from '../../text/index.js';
import { UserError } from '../io.js';
import type { Host } from './hosts.js';
import { isPlain } from './plain.js';
import { type EventText, MOST_MEBIBYTES } from './stdin.js';

/** Who asks, and so how it is answered. */
export type Speaker =
  | { readonly host: 'claude' | 'amplifier' }
  | { readonly host: 'agent'; readonly agent: Agent; readonly payload: Payload }
  /** It may be any of these. */
  | { readonly host: 'several'; readonly names: readonly AgentName[] };

/** An event that hooks can be asked about. */
export interface HostEvent {
  readonly kind: 'event';
  readonly row: KnownEventRow;
  /** One, except where one call of another agent does several things: all of them must be permitted. */
  readonly inputs: readonly [HookInput, ...HookInput[]];
  /** What the host sent, to be given back whole where hooks change something in it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly speaker: Speaker;
}

export type ReadEvent =
  | HostEvent
  /** A valid event that no hook can be attached to. */
  | { readonly kind: 'nothing'; readonly speaker: Speaker }
  /** One that nobody knows. */
  | { readonly kind: 'unknown'; readonly input: UnknownInput; readonly speaker: Speaker }
  /** What cannot be read; `row` is `null` where nobody can tell which event it was meant to be. */
  | {
      readonly kind: 'refused';
      readonly row: KnownEventRow | null;
      readonly error: unknown;
      readonly speaker: Speaker;
    };

export interface Wish {
  /** `null`: nobody said, so that what the event itself shows counts. */
  readonly host: Host | null;
  /** The name of the event, where the host does not send it. */
  readonly event: string | null;
  readonly cwd: string;
  readonly load: Pick<EngineOptions, 'projectDir' | 'env'>;
}

type Fields = Readonly<Record<string, unknown>>;

export async function readEvent(readText: () => Promise<EventText | null>, wish: Wish): Promise<ReadEvent> {
  const read = await readText().catch((error: unknown) => ({ error }));
  if (read === null) throw noEvent();
  if ('error' in read) return refusedAs(await speakerOf(null, wish), read.error);
  if (!read.whole) {
    const large = unread(read.text, `it has more than ${MOST_MEBIBYTES} MiB`);
    return settled(large, null, await speakerOf(null, wish));
  }
  if (read.text.trim() === '') return refusedAs(await speakerOf(null, wish), noEvent());
  const json = readJson(read.text);
  if (!json.ok) return settled(json, null, await speakerOf(null, wish));
  const value = named(json.value, wish);
  const speaker = await speakerOf(value, wish);
  if (speaker.host === 'agent' && isRecord(value)) return (await import('./agents.js')).fromAgent(speaker);
  if (speaker.host === 'several') return (await import('./agents.js')).unsure(value, speaker);
  // Amplifier's own form: the name of the event, and its data.
  if (speaker.host !== 'amplifier' || !isRecord(value) || typeof value['event'] !== 'string') {
    return settled(parseInput(value), null, speaker);
  }
  const data = isRecord(value['data']) ? value['data'] : {};
  const beyond = beyondBounds(data);
  const raw = await translated(
    value['event'],
    beyond === null ? data : plainFields(data),
    wish.load.projectDir,
  );
  if (raw === null) return { kind: 'nothing', speaker };
  const parsed = parseInput(raw);
  if (beyond === null || !parsed.ok || parsed.input.kind === 'unknown') return settled(parsed, data, speaker);
  return settled(outOfBounds(raw, parsed.input.row, beyond), plainFields(data), speaker);
}

/** The event of the command line counts where the host names none. */
function named(value: unknown, { event, host }: Wish): unknown {
  if (event === null || !isRecord(value) || (host !== null && host !== 'claude')) return value;
  return value['hook_event_name'] === undefined ? { ...value, hook_event_name: event } : value;
}

/** Who asks; of a value that is no event only the command line says so. */
export async function speakerOf(value: unknown, wish: Wish): Promise<Speaker> {
  const { host } = wish;
  if (host === 'amplifier' || host === 'claude') return { host };
  if (host === null && (!isRecord(value) || isPlain(value))) return { host: 'claude' };
  const { speakerFor } = await import('./agents.js');
  return speakerFor(isRecord(value) ? value : null, wish);
}

/** What the border says of one event. */
export function settled(parsed: InputResult, data: Fields | null, speaker: Speaker): ReadEvent {
  if (parsed.ok) {
    const { input } = parsed;
    return input.kind === 'unknown'
      ? { kind: 'unknown', input, speaker }
      : { kind: 'event', row: input.row, inputs: [input], data: data ?? input.fields, speaker };
  }
  const why = parsed.problems.map(({ message }) => message).join('; ');
  return { kind: 'refused', row: parsed.row, error: new UserError(why), speaker };
}

const refusedAs = (speaker: Speaker, error: unknown): ReadEvent => ({
  kind: 'refused',
  row: null,
  error,
  speaker,
});

const noEvent = (): UserError =>
  new UserError('no event', 'Send one as JSON on stdin: `amplifier-hooks dispatch < event.json`');

async function translated(
  event: string,
  data: Record<string, unknown>,
  cwd: string,
): Promise<Record<string, unknown> | null> {
  const { fromAmplifier } = await import('../../hosts/index.js');
  return fromAmplifier(event, data, cwd);
}
