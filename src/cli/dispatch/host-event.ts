// An event as a host sent it, and who that is.
import type { EngineOptions } from '../../engine/index.js';
import type { HookInput, InputResult, KnownEventRow, UnknownInput } from '../../events/index.js';
import type { Agent, Payload } from '../../hosts/agents/index.js';
import { UserError } from '../io.js';
import type { Host } from './hosts.js';

/** Who asks, and so how it is answered. */
export type Speaker =
  | { readonly host: 'claude' | 'amplifier' }
  | { readonly host: 'agent'; readonly agent: Agent; readonly payload: Payload }
  /** Nobody can tell in which form it understands an answer. */
  | { readonly host: 'unsure'; readonly why: string };

/** An event that hooks can be asked about. */
export interface HostEvent {
  readonly kind: 'event';
  readonly row: KnownEventRow;
  /** One, except where one call of another agent does several things: all of them must be permitted. */
  readonly inputs: readonly [HookInput, ...HookInput[]];
  /** What the host sent, to be given back whole where hooks change something in it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly speaker: Speaker;
  /** The host says it inside a turn: no new one begins. */
  readonly sameTurn?: true;
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

/** What the border says of one event. */
export function settled(
  parsed: InputResult,
  data: Readonly<Record<string, unknown>> | null,
  speaker: Speaker,
): ReadEvent {
  if (parsed.ok) {
    const { input } = parsed;
    return input.kind === 'unknown'
      ? { kind: 'unknown', input, speaker }
      : { kind: 'event', row: input.row, inputs: [input], data: data ?? input.fields, speaker };
  }
  const why = parsed.problems.map(({ message }) => message).join('; ');
  return { kind: 'refused', row: parsed.row, error: new UserError(why), speaker };
}
