// One other agent, as the rest of the house sees it: what it sends, what it understands, where it is told of us.
import type { EventName, HookInput } from '../../events/index.js';
import type { AgentName } from '../../host-names.js';
import type { Decision } from '../../nouns.js';
import type { AgentSettings } from './settings.js';
import type { AgentTool } from './tools.js';

export { AGENT_NAMES, type AgentName } from '../../host-names.js';

/** What a hook may ask of its host. */
export type Ability =
  | 'deny'
  | 'ask'
  | 'allow'
  | 'updatedInput'
  | 'updatedOutput'
  | 'context'
  | 'feedback'
  | 'stop'
  | 'continue'
  | 'systemMessage';

/** How something that a hook asks for is done in a host. */
export type Way = Measured &
  /** As in Claude Code. */
  (
    | { readonly kind: 'works' }
    /** Something else happens, in words; the safer side. */
    | { readonly kind: 'degraded'; readonly instead: string }
    /** The host has no way, in words why. */
    | { readonly kind: 'lost'; readonly why: string }
  );

interface Measured {
  /** It was not seen in the host, only read in its documents. */
  readonly measured?: false;
}

/** An event of a host. */
export interface AgentEvent extends Measured {
  /** As the host spells it. */
  readonly theirs: string;
  /** Another spelling of it, which chooses another form of the payload. */
  readonly also?: string;
  /** The event that hooks are written for; `null`: there is none. */
  readonly ours: EventName | null;
  /** What is not as in Claude Code; what is not named works. */
  readonly ways: Partial<Readonly<Record<Ability, Way>>>;
  /** Another event of the host that tells the same: with both, hooks would be asked twice. */
  readonly toldBy?: string;
}

/** Facts of a host: the code, its page and `explain --host` are made from them. */
export interface AgentFacts {
  readonly name: AgentName;
  readonly title: string;
  /** The version that all this was seen in; `null`: it is from documents only. */
  readonly measured: string | null;
  readonly events: readonly AgentEvent[];
  readonly tools: readonly AgentTool[];
  /** Why matchers do not select tools of MCP servers as in Claude Code; without it they do. */
  readonly mcp?: string;
  /** A variable with the project's folder that commands of hooks get; `null`: none was seen. */
  readonly projectVariable: string | null;
  /** Rounds that it lets Stop hooks force before it ends the turn itself; `null`: without end, so we end it. */
  readonly stopRounds: number | null;
  readonly settings: AgentSettings;
  /** What it cannot do, or does unlike Claude Code, in sentences. */
  readonly limits: readonly string[];
}

/** What a host sent, as events that hooks can be asked about. */
export type AgentRead =
  | {
      readonly kind: 'event';
      readonly event: EventName;
      /** In Claude Code's form; several where one call does several things, and all must be permitted. */
      readonly inputs: readonly [Fields, ...Fields[]];
      /** The host says it inside a turn, as a prompt that nobody typed: no new turn begins, and rounds of Stop hooks count on. */
      readonly sameTurn?: true;
    }
  /** Nothing that a hook can be attached to. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly event: EventName | null; readonly why: string };

export type Fields = Readonly<Record<string, unknown>>;

export interface Payload {
  readonly fields: Fields;
  /** The event that the command line names, where the payload does not. */
  readonly event: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a hook process gives to a host. */
export interface AgentAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What hooks wanted and this host does not do, in words for its user. */
  readonly untold: readonly string[];
}

/** What was asked and what came of it: one decision for each input. */
export interface Judged {
  readonly payload: Payload;
  readonly event: EventName;
  readonly decisions: readonly [Decision, ...Decision[]];
  readonly inputs: readonly [HookInput, ...HookInput[]];
}

/** The same few verbs for every host. */
export interface Agent {
  readonly facts: AgentFacts;
  /** Whether a payload or its environment can only be this host's. */
  recognise(payload: Payload): boolean;
  read(payload: Payload): AgentRead;
  answer(judged: Judged): AgentAnswer;
  /** What it reads on stdout where no hook is asked; without: nothing. */
  readonly silence?: string;
}
