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
import { isRecord } from '../../text/index.js';
import { UserError } from '../io.js';
import { type EventText, MOST_MEBIBYTES } from './stdin.js';

export type Host = 'claude' | 'amplifier';

export const HOSTS: readonly Host[] = ['claude', 'amplifier'];

/** An event that hooks can be asked about. */
export interface HostEvent {
  readonly kind: 'event';
  readonly row: KnownEventRow;
  readonly input: HookInput;
  /** What the host sent, to be given back whole where hooks change something in it. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type ReadEvent =
  | HostEvent
  /** A valid event that no hook can be attached to. */
  | { readonly kind: 'nothing' }
  /** One that nobody knows. */
  | { readonly kind: 'unknown'; readonly input: UnknownInput }
  /** What cannot be read; `row` is `null` where nobody can tell which event it was meant to be. */
  | { readonly kind: 'refused'; readonly row: KnownEventRow | null; readonly error: unknown };

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
    return settled(parseInput(value), null);
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
  new UserError('no event', 'Send one as JSON on stdin: `amplifier-hooks dispatch < event.json`');

async function translated(
  event: string,
  data: Record<string, unknown>,
  cwd: string,
): Promise<Record<string, unknown> | null> {
  const { fromAmplifier } = await import('../../hosts/index.js');
  return fromAmplifier(event, data, cwd);
}
