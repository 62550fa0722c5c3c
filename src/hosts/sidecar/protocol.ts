// What the sidecar and its host say to each other: JSON-RPC 2.0, one message a line.
import type { HookResult } from '../../kernel/index.js';
import type { ModelFailure, ModelReply, ModelRequest, Severity } from '../../nouns.js';
import type { ProfileName } from '../../profiles.js';
import type { ClaudeOutput } from '../claude/to-claude-output.js';

/** Versions this sidecar speaks, newest first. */
export const PROTOCOL_VERSIONS = [1] as const;

/** Settings of a session; what is left out or null has its default. Names as in Amplifier's configuration. */
export interface SessionConfig {
  readonly enabled?: boolean;
  readonly allow_user_hooks?: boolean;
  readonly allow_project_hooks?: boolean;
  /** A permission `allow` that only the project's hooks give counts; default `false`. */
  readonly project_allow?: boolean;
  /** Seconds. */
  readonly default_timeout?: number;
  /** Seconds. */
  readonly max_timeout?: number;
  readonly profile?: ProfileName;
  /** What becomes of a tool call or prompt whose hooks could not be asked: `true` denies it. */
  readonly fail_closed?: boolean;
  /** Read Claude Code's settings files too. */
  readonly claude_settings?: boolean;
  /** Plugin directories. */
  readonly plugins?: readonly string[];
  /** Write the journal; default `true`. */
  readonly journal?: boolean;
  /** Default: the user's home directory. */
  readonly home?: string;
}

/** What the host can do for hooks. What is left out it cannot. */
export interface HostCapabilities {
  /** `show` works: messages reach the user. */
  readonly show?: boolean;
  /** `steer` works: a text makes the agent go on instead of stopping. */
  readonly steer?: boolean;
  /** `complete` works: the host's own model answers. */
  readonly complete?: boolean;
  /** A changed tool input in a result is applied. */
  readonly updated_input?: boolean;
  /** Longest text that may be injected, in characters; `null`: no limit. */
  readonly injection_limit?: number | null;
}

/** host → sidecar. Each is a request. */
export interface HostRequests {
  initialize: {
    params: {
      /** Versions the host speaks; the newest common one is taken. */
      readonly protocol: readonly number[];
      readonly host: { readonly name: string; readonly version: string };
      /** How events look and how they are answered; default `amplifier`. */
      readonly format?: 'amplifier' | 'claude';
      /** For sessions that give none of their own; the two are not mixed. */
      readonly config?: SessionConfig;
      readonly capabilities?: HostCapabilities;
    };
    result: { readonly protocol: number; readonly name: string; readonly version: string };
  };
  /** Before the first event of a session, which may follow at once, without waiting for the answer. */
  'session/open': {
    params: {
      readonly session: string;
      /** The session that started this one; left out or null: a person's own. */
      readonly parent?: string | null;
      readonly cwd: string;
      readonly transcript?: string | null;
      readonly config?: SessionConfig;
      readonly capabilities?: HostCapabilities;
    };
    /** Events worth sending: for every other no hook is configured. */
    result: { readonly events: readonly string[] };
  };
  event: {
    params:
      | { readonly session: string; readonly event: string; readonly data: Readonly<Record<string, unknown>> }
      /** Format `claude`. */
      | { readonly session: string; readonly input: Readonly<Record<string, unknown>> };
    result: {
      /** `null`: nothing to say. Format `claude`: what one hook with the same opinion would have printed. */
      readonly result: HookResult | ClaudeOutput | null;
      /** Variables that hooks exported and the host's later commands should see; only when they changed. */
      readonly env?: Readonly<Record<string, string>>;
    };
  };
  /**
   * The session ended: its events that are not answered yet are cancelled. Hooks in the background end when no session
   * of the same directory and settings is open any more.
   */
  'session/close': { params: { readonly session: string }; result: Record<string, never> };
  /** Also before `initialize`. */
  ping: { params: Record<string, never>; result: Record<string, never> };
  /** Every hook is ended, then it is answered, then the process ends. */
  shutdown: { params: Record<string, never>; result: Record<string, never> };
}

/** host → sidecar. */
export interface HostNotifications {
  /** The host no longer waits for the request with this id: its hooks are ended. */
  cancel: { readonly id: number | string };
}

/** sidecar → host. Each is a request. */
export interface SidecarRequests {
  complete: {
    params: { readonly session: string; readonly request: Omit<ModelRequest, 'signal'> };
    result: ModelReply | ModelFailure;
  };
  show: {
    params: {
      readonly session: string;
      readonly message: string;
      readonly level: Severity;
      readonly source: string;
    };
    result: Record<string, never>;
  };
  /** `accepted: false`: the text did not get there, and why. */
  steer: {
    params: { readonly session: string; readonly text: string };
    result: { readonly accepted: boolean; readonly why: string | null };
  };
}

/** sidecar → host. */
export interface SidecarNotifications {
  /** These events are worth sending from now on: hooks were edited, or something waits to be delivered with one. */
  interest: { readonly session: string; readonly events: readonly string[] };
  /** For the host's log. */
  log: { readonly level: Severity; readonly message: string };
  /** The sidecar no longer waits for the answer to its request with this id. */
  cancel: { readonly id: number | string };
}
