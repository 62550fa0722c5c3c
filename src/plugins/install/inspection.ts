// What a look at a plugin's files gives, without running any of them. Types only; who looks is given by the caller.
import type { EventName } from '../../events/index.js';
import type { Diagnostic, HandlerType, HookId } from '../../nouns.js';

/** Paths are relative to the plugin where they lie in it. */
export interface Inspection {
  /** An error stops the installation, unless somebody insists. */
  readonly findings: readonly Diagnostic[];
  readonly hooks: readonly WillRun[];
  readonly needs: readonly Need[];
  readonly seen: readonly Sight[];
}

/** A hook, and what it starts. */
export interface WillRun {
  readonly id: HookId;
  readonly event: EventName;
  readonly matcher: string | null;
  readonly condition: string | null;
  /** The skill that must be in use; `null`: none must be. */
  readonly skill: string | null;
  readonly type: HandlerType;
  /** The command, address or question, in one line. */
  readonly runs: string;
  /** What it calls and is given beyond that: its MCP server, headers, variables; one line each, without secrets. */
  readonly details: readonly string[];
  /** Files that it starts, files that those use, and the file that defines its MCP server. */
  readonly scripts: readonly string[];
}

/** A program that hooks call. */
export interface Need {
  readonly name: string;
  /** `interpreter`: without it a hook cannot even start. */
  readonly as: 'interpreter' | 'program';
  readonly here: boolean;
}

/** Something that stands in the text of a command or script. That nothing is seen proves nothing. */
export interface Sight {
  readonly kind: 'network' | 'writes' | 'code';
  readonly what: string;
  readonly file: string;
  readonly line: number;
}

/** Looks at the plugin in a folder, and tells of it as of one in `place`, where it will be; without one it stays where it is. */
export type Inspector = (folder: string, place?: string) => Promise<Inspection>;
