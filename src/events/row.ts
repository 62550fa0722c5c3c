// What one row of the event table says. Every fact about an event stands once, in its row.

/** The five kinds of handler a hook definition can name. */
export type HandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent';

/** The shape a field must have; `any` accepts every JSON value. */
export type FieldKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'strings'
  | 'string|null'
  | 'any'
  | readonly string[];

/** One input field: its kind, and whether an input without it is refused. */
export interface InputField {
  readonly kind: FieldKind;
  readonly required?: true;
}

/** What exit code 2 (or a JSON `decision: "block"`) does to the thing the event is about. */
export type BlockEffect =
  /** The tool call or switch is denied: `permission` is `deny`. */
  | 'deny'
  /** The thing is stopped: prompt, compaction, task, batch, settings change. */
  | 'block'
  /** The end of the turn is stopped, so the model goes on. */
  | 'goOn'
  /** Nothing is stopped, the text goes to the model beside the result. */
  | 'feedback'
  /** Nothing happens; the hook cannot block this event. */
  | 'nothing';

/** What `ok: false` from a prompt or agent hook does. */
export type VerdictEffect =
  /** What a block of the event does. */
  | 'block'
  /** The same, and the turn ends; with `continueOnBlock` it goes on. */
  | 'block-and-end'
  /** The turn ends; with `continueOnBlock` it is a block instead. */
  | 'end-or-block'
  /** The turn ends, `continueOnBlock` or not. */
  | 'end'
  | 'nothing';

/** Where plain stdout of a hook that exited 0 goes. */
export type StdoutTarget = 'context' | 'instructions' | 'user' | 'path' | 'log';

/** Where `systemMessage` goes. */
export type MessageTarget = 'user' | 'model' | 'log';

/** Where `hookSpecificOutput.additionalContext` goes. */
export type ContextTarget = 'model' | 'goOn' | 'log';

/** The fields of `hookSpecificOutput` an event accepts; `null`: the event has no such object, sending one is an error. */
export type SpecificFields = Readonly<Record<string, InputField>> | null;

/** How far a host has an event, and how what its hooks decide takes effect there. */
export interface HostSupport {
  readonly level: 'supported' | 'degraded' | 'impossible';
  /** How decisions are delivered; for `degraded` also what is missing, for `impossible` why. */
  readonly note: string;
  /** The host's events that fire it; the first is the one that people may mean by it. */
  readonly from: readonly string[];
  /** Its events that say nothing to these hooks by themselves, but without which they would be told less or too much. */
  readonly beside: readonly string[];
  /** `person`: in the session of an agent it does not fire. */
  readonly sessions: 'all' | 'person';
}

export interface EventRow {
  readonly name: string;
  /** When the host fires it, in one sentence. */
  readonly fires: string;
  /** Other names under which hosts send or people configure it. */
  readonly aliases: readonly string[];
  /** The input field that matchers are compared with; `null`: matchers are ignored. */
  readonly matcher: string | null;
  /** Values that field is known to take, for diagnostics; empty where the set is open. */
  readonly matcherValues: readonly string[];
  /** `narrow`: only letters, digits, `_` and `|` make a matcher a list of names. */
  readonly matcherAlphabet: 'wide' | 'narrow';
  /** `basename`: the field holds a path, and matchers are compared with its last part. */
  readonly matcherPart: 'whole' | 'basename';
  /** A tool call is at hand, so that `if` rules can be judged. Elsewhere a hook with `if` never runs. */
  readonly tool: boolean;
  /** Input fields beyond the common ones. */
  readonly fields: Readonly<Record<string, InputField>>;
  /** Other spelling → field: understood from hosts, and told to hooks too where a profile asks for both. */
  readonly fieldAliases: Readonly<Record<string, string>>;
  /** A prompt begins a turn; at the end of a session what is remembered of it is let go. */
  readonly moment: 'turn-begins' | 'session-ends' | null;
  /** Who is about to stop. Rounds in which hooks keep it going are counted, and hooks read `stop_hook_active`. */
  readonly stops: 'agent' | 'subagent' | null;
  /** The event meant where an agent's own definition names this one; `null`: itself. */
  readonly inAgent: string | null;
  /** How the event shows that a skill is in use: by the command typed, or by a call of the tool `Skill`. */
  readonly skill: 'command' | 'call' | null;
  /** Its hooks say whether something is permitted: a block is a deny, also where exit code 2 is none of the ways to say it. */
  readonly permission: boolean;
  readonly exit2: BlockEffect;
  /** Exit code 2 is all the hook says: fields of an answer beside it do not count. */
  readonly exit2Alone: boolean;
  readonly jsonBlock: BlockEffect;
  /** The reason given to a block by exit code 2 that printed nothing on stderr. */
  readonly stockReason: string;
  /** Any exit code but 0 counts as exit code 2. */
  readonly anyFailureBlocks: boolean;
  readonly stdout: StdoutTarget;
  readonly systemMessage: MessageTarget;
  readonly context: ContextTarget;
  readonly verdict: VerdictEffect;
  /** `continue: false` ends the turn. */
  readonly continueFalse: boolean;
  readonly specific: SpecificFields;
  /** `onFailure: "block"` counts. */
  readonly onFailure: boolean;
  /** Hooks of this event get an env file. */
  readonly envFile: boolean;
  readonly handlers: readonly HandlerType[];
  /** Default timeout of a command, http or mcp_tool handler in seconds, as Claude Code has it. */
  readonly timeout: number;
  /** The environment variable that gives another default, in milliseconds. */
  readonly timeoutVariable: string | null;
  readonly amplifier: HostSupport;
}
