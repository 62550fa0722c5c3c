// What a case is.
import type { EventName } from '../../src/events/index.js';
import type { Ability } from '../../src/hosts/agents/index.js';
import type { ToolCall } from './model/dialect.js';
import type { Seen } from './seen.js';

/** Calls as a host's own tools take them. Paths are relative to the folder that it is started in. */
export interface Tools {
  shell(command: string): ToolCall;
  /** A new file. */
  write(path: string, text: string): ToolCall;
  /** A change of a file that is there. */
  edit(path: string, before: string, after: string): readonly ToolCall[];
}

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: 'command'; readonly command: string }[];
}

export type Hooks = Readonly<Partial<Record<EventName, readonly HookGroup[]>>>;

export interface Case {
  readonly id: string;
  readonly title: string;
  /** What hooks ask for; `null`: nothing that a host could have a way for. */
  readonly about: { readonly event: EventName; readonly ability: Ability } | null;
  /** Which of a host's limits explain that it was not seen. */
  readonly limit: RegExp;
  readonly hooks: Hooks;
  /** Whose hooks they are; default: the user's. */
  readonly owner?: 'project';
  /** The host is started in a folder of the project. */
  readonly below?: true;
  /** Each event counts for what later ones are answered, so all of them are kept. */
  readonly inOrder?: true;
  /** What the model does, once for each start of the host. */
  readonly plays: (tools: Tools) => readonly (readonly ToolCall[])[];
  /** `null`: all that was asked for was seen; otherwise what was seen instead. */
  readonly instead: (seen: Seen) => string | null;
}
