// The shared nouns. Types only; every room may import this file.
import type { EndSignal } from './end-signal.js';
import type { EventName, HandlerType, HookInput } from './events/index.js';
import type { ProfileName } from './profiles.js';

/** How bad a diagnostic is: `error` = something configured does not work as written. */
export type Severity = 'error' | 'warning' | 'info';

/** A problem somebody should know about: what, where, and what to do. Never an exception, never silence. */
export interface Diagnostic {
  /** Stable, kebab-case; the reference page lists them all. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string | null;
  /** 1-based; `null` where the whole file is meant. */
  readonly line: number | null;
  readonly column: number | null;
  /** What to do about it. */
  readonly hint: string | null;
  /** Whoever sits before the host is told of it, not only who reads its log. */
  readonly tell?: true;
}

/** Derived from what a hook is, not from where it stands; the same on every machine. */
export type HookId = string;

/** Who put a hook definition there. */
export type Scope = 'managed' | 'user' | 'project' | 'local' | 'flag' | 'plugin' | 'skill' | 'agent';

/**
 * Whose word a definition is, from strong to weak: the administrator's, the user's own, that of a plugin the user installed, and
 * that of the project at hand with all that lies in it. A weaker one never changes, feeds or outranks a stronger one.
 */
export type Voice = 'managed' | 'user' | 'plugin' | 'project';

/**
 * Whether the person at this machine lets a hook run. `managed`: the administrator's; `own`: the user's, or of a plugin the user
 * installed; of a project: `trusted`: approved as it is; `new`: nobody was asked yet; `changed`: approved once, and different
 * since; `refused`: the answer was no.
 */
export type TrustState = 'managed' | 'own' | 'trusted' | 'new' | 'changed' | 'refused';

/** How far what a project brings is trusted: as it was approved, all but what was refused, or whatever it is. */
export type TrustMode = 'content' | 'follow' | 'off';

/** Where a hook definition comes from, and what its commands may refer to. */
export interface HookSource {
  readonly scope: Scope;
  readonly kind: 'hooks-dir' | 'claude-settings' | 'plugin' | 'skill' | 'agent';
  readonly file: string;
  /** Name of the plugin, skill or agent; `null` for settings and registries. */
  readonly owner: string | null;
  /** The skill that must be in use, under the name by which it is called: `plugin:skill` in a plugin; `null`: none must be. */
  readonly skill: string | null;
  /** `AMPLIFIER_HOOKS_DIR`: the hooks directory the definition came from. */
  readonly hooksDir: string;
  /** `CLAUDE_PLUGIN_ROOT`; `null`: the hook belongs to no plugin and may not refer to one. */
  readonly pluginRoot: string | null;
  /** `CLAUDE_PLUGIN_DATA`. */
  readonly pluginData: string | null;
  /** The directory a leading `/` of a path rule means. */
  readonly rulesRoot: string;
}

export interface CommandHandler {
  readonly type: 'command';
  readonly command: string;
  /** Present (even empty): no shell, `command` is a program. */
  readonly args: readonly string[] | null;
  readonly shell: 'bash' | 'powershell' | null;
  /** `async`: not awaited and cannot decide; `rewake`: the same, and exit 2 wakes the model. */
  readonly background: 'no' | 'async' | 'rewake';
  readonly rewakeMessage: string | null;
  readonly rewakeSummary: string | null;
}

export interface HttpHandler {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowedEnvVars: readonly string[];
}

export interface McpToolHandler {
  readonly type: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ModelHandler {
  readonly type: 'prompt' | 'agent';
  readonly prompt: string;
  readonly model: string | null;
  readonly continueOnBlock: boolean;
}

export type Handler = CommandHandler | HttpHandler | McpToolHandler | ModelHandler;

/** Why a hook that is configured takes no part at all, whatever the event. */
export interface Inactive {
  readonly code: 'disabled' | 'not-allowed' | 'untrusted' | 'handler-not-allowed';
  /** In the user's words, with the file or option that decided it. */
  readonly detail: string;
}

/** `observe`: what a hook says is recorded, and counts for nothing. `enforce`: it counts, as always. */
export type HookMode = 'observe' | 'enforce';

/** Where it is said that a hook only observes. */
export interface Observing {
  /** Its own definition, the whole file or plugin that it stands in, or a switch that the user or the project set. */
  readonly by: 'hook' | 'source' | 'switch';
  readonly file: string;
  /** `null`: a file of switches, where the hook is found by its id. */
  readonly line: number | null;
  /** In the user's words, with the file. */
  readonly detail: string;
  /** The project says so about its own hook; absent: somebody who may say so about any hook but the administrator's does. */
  readonly ofProject?: true;
}

/** What a run may cost before somebody is told; `null`: as much as it likes. */
export interface Budget {
  readonly ms: number | null;
  /** Of text for the model, and of models that are asked. */
  readonly tokens: number | null;
}

/** What all hooks of an event may cost together: those of the voice that says so, and of weaker ones. */
export interface EventBudget extends Budget {
  readonly event: EventName;
  readonly voice: Voice;
  readonly file: string;
  readonly line: number;
}

/** One hook definition, checked. */
export interface Hook {
  readonly id: HookId;
  readonly event: EventName;
  /** As written; `null`: none. */
  readonly matcher: string | null;
  /** The `if` rule as written; `null`: none. An empty rule is no condition. */
  readonly condition: string | null;
  readonly handler: Handler;
  /** Stated timeout, unit already settled; `null`: the default of profile and event. */
  readonly timeoutMs: number | null;
  readonly once: boolean;
  readonly onFailure: 'continue' | 'block';
  readonly statusMessage: string | null;
  readonly description: string | null;
  readonly source: HookSource;
  readonly voice: Voice;
  /** `null`: trust is off, nobody is asked. */
  readonly trust: TrustState | null;
  readonly line: number;
  readonly column: number;
  readonly inactive: Inactive | null;
  /** The administrator requires it: no repetition takes its place, and where it fails it blocks. */
  readonly required?: true;
  /** Its process is kept ready from its first run in a session on. */
  readonly warm?: true;
  /** What its definition, its file or its plugin states; absent: nothing. */
  readonly mode?: HookMode;
  /** It runs, and nothing of what it says counts. Absent: it decides. */
  readonly observes?: Observing;
  readonly budget?: Budget;
}

/** An entry that could not be understood and was set aside alone. */
export interface Quarantined {
  readonly event: string | null;
  readonly source: HookSource;
  readonly line: number;
  readonly column: number;
  readonly problem: Diagnostic;
}

/** One place where hook definitions may stand, and what became of it. */
export interface SourceReport {
  readonly scope: Scope;
  readonly file: string;
  readonly state: 'read' | 'absent' | 'off' | 'broken';
  /** Why it is off or broken; `null` otherwise. */
  readonly why: string | null;
}

/** An immutable snapshot of all hook definitions. */
export interface Generation {
  readonly id: string;
  readonly profile: ProfileName;
  /** In declared order: the order in which effects are applied. */
  readonly hooks: readonly Hook[];
  readonly quarantined: readonly Quarantined[];
  readonly sources: readonly SourceReport[];
  /** The files in which hooks are switched on and off. */
  readonly switches: readonly Pick<SourceReport, 'file' | 'state' | 'why'>[];
  readonly diagnostics: readonly Diagnostic[];
  /** What settings files add to the environment of hooks; later layers win where they reach a hook. */
  readonly env: readonly EnvLayer[];
  readonly limits: { readonly defaultTimeoutMs: number | null; readonly maxTimeoutMs: number | null };
  readonly http: HttpPolicy;
  readonly policy: PolicyInForce;
  /** What events may cost; absent: nobody says. */
  readonly budgets?: readonly EventBudget[];
}

/** What may be and what may not; refusal beats allowance. `allow: null`: whatever is not refused. */
export interface Bounds {
  readonly allow: readonly string[] | null;
  readonly refuse: readonly string[];
}

/** A hook that the administrator requires: it is all of what is stated here. Texts may have `*` for anything. */
export interface PolicyDemand {
  readonly id: HookId | null;
  readonly event: EventName | null;
  /** As the hook writes it. */
  readonly matcher: string | null;
  readonly command: string | null;
  readonly url: string | null;
  readonly plugin: string | null;
  /** For whoever is denied something: what to do. */
  readonly note: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What the administrator's policy comes to, from all managed settings together. */
export interface PolicyInForce {
  /** Where it stands; empty: nowhere. */
  readonly files: readonly string[];
  /** `null`: it says nothing about trust. */
  readonly trust: TrustMode | null;
  /** One a file, and each of them counts. */
  readonly sources: readonly PolicyBounds[];
  readonly handlerTypes: readonly PolicyBounds[];
  readonly demands: readonly DemandInForce[];
  /** Events that are denied before any hook is asked, and why. */
  readonly shut: Readonly<Partial<Record<EventName, string>>>;
}

export interface PolicyBounds extends Bounds {
  readonly file: string;
}

export interface DemandInForce extends PolicyDemand {
  readonly metBy: readonly HookId[];
  /** Why no hook meets it; `null`: one does. */
  readonly unmet: string | null;
}

/** Variables for the environment of hooks, and whose word they are: they reach hooks of the same voice and of weaker ones. */
export interface EnvLayer {
  readonly voice: Voice;
  /** The settings file, or the env file of a hook. */
  readonly file: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What settings say about http hooks and about MCP servers: one list a voice that gives one, from strong to weak. */
export interface HttpPolicy {
  /** `allowedHttpHookUrls`, patterns with `*`. */
  readonly allowedUrls: readonly VoicedList[];
  /** What the administrator's policy refuses, whoever allows it; patterns with `*`. */
  readonly refusedUrls: readonly VoicedList[];
  /** `httpHookAllowedEnvVars`. */
  readonly allowedEnvVars: readonly VoicedList[];
}

/** A list of settings, and whose it is. An empty one allows nothing. */
export interface VoicedList {
  readonly voice: Voice;
  /** Where it stands. */
  readonly files: readonly string[];
  readonly items: readonly string[];
}

/** Why a hook of this generation is not run for this input. */
export interface SkipReason {
  readonly code:
    | 'event'
    | 'matcher'
    | 'matcher-invalid'
    | 'if-rule'
    | 'if-without-tool'
    | 'duplicate'
    | 'once'
    | 'skill-not-active'
    | 'other-agent'
    | 'not-asked-again'
    | Inactive['code'];
  readonly detail: string;
}

/** Why a hook of this generation is run for this input, in the user's words. */
export interface RunReason {
  readonly code: 'all' | 'name' | 'alias' | 'regex' | 'matcher-ignored' | 'regex-timeout';
  readonly detail: string;
}

export type PlanEntry =
  | { readonly hook: Hook; readonly runs: true; readonly reason: RunReason }
  | { readonly hook: Hook; readonly runs: false; readonly reason: SkipReason };

/** For one input: which hooks run, and for every other one why not. */
export interface Plan {
  readonly generation: string;
  readonly event: EventName;
  readonly target: string | null;
  /** Why the event is denied before any hook is asked; `null`: it is not. */
  readonly shut: string | null;
  /** In declared order. */
  readonly runs: readonly Hook[];
  /** Hooks that run beside them and have no say. They are no part of `runs`, so that nothing of them can reach a decision. */
  readonly observed?: readonly Hook[];
  /** Every hook of the generation with its reason; made when asked for, so that "nothing to do" costs nothing. */
  entries(): readonly PlanEntry[];
  /** What is odd about the matching itself, e.g. a pattern that took too long. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What a hook printed; text that does not fit the cap is dropped and `truncated` is set. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

/** Why a hook could not be started. */
export type LaunchProblem =
  | 'not-found'
  | 'not-executable'
  | 'bad-interpreter'
  | 'no-shell'
  | 'script-missing'
  | 'empty-command'
  | 'too-long'
  | 'plugin-root-missing'
  /** The system has no process, descriptor or memory for it: a fault of the machine, not of the hook. */
  | 'no-room'
  /** No connection to a server, or none that may be made. */
  | 'unreachable'
  /** No model is configured, or it may not be used: no key, no provider. */
  | 'no-model'
  /** An MCP server or tool that is not configured. */
  | 'no-server'
  /** The other side answered with an error: an HTTP status, an API error, a tool's error. */
  | 'call-failed'
  | 'other';

/** How one handler ended. A closed set: a missing interpreter is not a deny, and a deny is not an error. */
export type Outcome =
  | ({ readonly kind: 'finished'; readonly exitCode: number } & Printed)
  /** http and mcp_tool: a text that counts as stdout does. */
  | { readonly kind: 'answered'; readonly text: string }
  /** prompt and agent: a model's verdict, already parsed. */
  | { readonly kind: 'judged'; readonly verdict: Verdict }
  | {
      readonly kind: 'launchFailed';
      readonly problem: LaunchProblem;
      /** What was tried. */
      readonly path: string;
      readonly message: string;
      /** Where a shell or interpreter said so by its exit code (126, 127, or 2 for a missing script). */
      readonly exitCode: number | null;
      readonly stderr: string;
    }
  | ({ readonly kind: 'timedOut'; readonly timeoutMs: number } & Printed)
  | ({ readonly kind: 'signalled'; readonly signal: string } & Printed)
  /** It ended well, but its output breaks the rules. */
  | {
      readonly kind: 'badOutput';
      readonly message: string;
      readonly exitCode: number;
      /** What it printed or answered, as it was. */
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly kind: 'cancelled'; readonly why: string }
  /** Policy, or no runner for this handler type. */
  | {
      readonly kind: 'refused';
      readonly why: string;
      /** The hook is one that must not be missing: what it guards stays shut. */
      readonly shuts?: true;
      /** The fault of ours that kept the hook from being asked: neither its failure nor its opinion. */
      readonly fault?: { readonly error: unknown };
    }
  | { readonly kind: 'background' };

/** What a model says about an event. */
export interface Verdict {
  readonly ok: boolean;
  readonly reason: string | null;
  /** The condition can never be met, so asking again is pointless. */
  readonly impossible: boolean;
}

/** One handler, run once. */
export interface Run {
  readonly hook: Hook;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** What models did for it; absent where none was asked. */
  readonly work?: ModelWork;
  /** How its process was started; absent: it was a new one, as always. */
  readonly start?: RunStart;
  /** How long it waited for its turn before it was started; absent: it did not have to. */
  readonly waitedMs?: number;
  /** What of its budget it went over; absent: nothing. */
  readonly over?: readonly (keyof Budget)[];
}

/**
 * Whether hooks get a process that was started before it is needed: those that run often (`learned`), all that can (`forced`, and
 * with every Python forked that can be, `forked`: for tests and measurements), or none.
 */
export type WarmMode = 'learned' | 'forced' | 'forked' | 'off';

/** How the process of a command hook was started. */
export type RunStart =
  /** A new one, although the hook runs often. */
  | { readonly kind: 'cold'; readonly why: string }
  /**
   * It was there before the event, or was forked from one that was (`fork`, a Python). `savedMs`: what it took to start it, which
   * nobody waited for.
   */
  | { readonly kind: 'shell' | 'bash' | 'python' | 'node' | 'fork'; readonly savedMs: number | null };

/** What models did for one hook, also where nothing came of it. */
export interface ModelWork {
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `null`: the price is not known. */
  readonly costUsd: number | null;
  /** An agent's tool calls, in order. */
  readonly steps: readonly ModelStep[];
}

export interface ModelStep {
  readonly tool: string;
  /** What it was asked, shortened. */
  readonly input: string;
  readonly ok: boolean;
  readonly durationMs: number;
}

/** A model, whoever offers it: the host, a service, a local server, a recording. */
export interface Model {
  /** Never rejects: no key, no network and a refused call are answers too. */
  complete(request: ModelRequest): Promise<ModelReply | ModelFailure>;
}

export interface ModelRequest {
  /** As the hook names it; `null`: the default. */
  readonly model: string | null;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** The name of the tool that must be called, or whether any may. */
  readonly toolChoice: 'auto' | 'none' | { readonly tool: string };
  /** A JSON Schema the text has to follow, where the model offers that. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly maxTokens: number;
  /** When the asker gives up, in milliseconds from now; absent: only the signal says. */
  readonly timeLeftMs?: number;
  readonly signal: AbortSignal;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly id: string; readonly text: string; readonly failed: boolean };

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ModelReply {
  readonly ok: true;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  /** The model that answered. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
  /** Why it stopped: `length`: cut off; `refused`: it would not answer. */
  readonly end: 'done' | 'tools' | 'length' | 'refused';
}

export interface ModelFailure {
  readonly ok: false;
  /** `none`: no key, no provider, no such adapter; `rejected`: an error of the service; `garbled`: an answer nobody can read. */
  readonly kind: 'none' | 'unreachable' | 'rate-limited' | 'rejected' | 'garbled' | 'cancelled';
  /** What was tried: an address, a provider. */
  readonly where: string;
  readonly message: string;
}

/** What somebody else needs to start the process of a hook before its event, and to let it through its gate then. */
export interface Recipe {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What it finds in descriptor 4; empty: it has none. */
  readonly script: string;
  /** What it hears at the gate, which is descriptor 3, when it may pass. */
  readonly opening: string;
  /** The name of a file that is made for its input. */
  readonly stdin: string;
  /** Pipes that are there. */
  readonly stdout: string;
  readonly stderr: string;
  /** Files it depends on, and in which state: where one is another, it is not let through. */
  readonly files: Readonly<Record<string, string>>;
  /** The same for the folder that it runs in. */
  readonly place: string;
}

/** One run of a hook whose process somebody else starts: what comes of it is judged here. */
export interface Loan {
  readonly hook: HookId;
  readonly recipe: Recipe;
  /** It was let through so long ago, in milliseconds. */
  called(pid: number, agoMs: number): void;
  /** It has ended. Neither a code nor a signal: nobody knows how. */
  ended(code: number | null, signal: number | null): void;
  /** Nobody asks for it any more: what runs of it is ended, unless somebody here waits for it. */
  release(): void;
  /** The same where whoever it was lent to may be gone, and have let it through without a word. */
  lost(): void;
}

/** Runs one kind of handler. */
export interface Runner {
  run(task: Task): Promise<Run>;
  /** The next run of a hook, for somebody else to start; `null`: it is run here. */
  lend?(task: Task): Promise<Loan | null>;
  /** Hook definitions were read again: what was made ready for the old ones is of no use. */
  reloaded?(): void;
  /** Ends what still runs, bounded in time. */
  close(): Promise<void>;
}

/** An MCP server that `mcp_tool` hooks may call, with every variable filled in. */
export type McpServer = McpProgram | McpAddress;

interface McpDefinition {
  /** As hooks write it; that of a plugin is `plugin:<plugin>:<server>`. */
  readonly name: string;
  /** The file it is defined in; `null`: an option of the engine. */
  readonly file: string | null;
  readonly line: number | null;
  /** Whose word the definition is; its variables are filled in, and its program is started, with what reaches that voice. */
  readonly voice: Voice;
}

/** A program that speaks MCP on stdin and stdout. */
export interface McpProgram extends McpDefinition {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Set for the server of a plugin. */
  readonly pluginRoot: string | null;
  readonly pluginData: string | null;
}

/** `http`: streamable HTTP; `sse`: the older way; `either`: the first, or else the second. */
export interface McpAddress extends McpDefinition {
  readonly kind: 'http' | 'sse' | 'either';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that somebody defined and nobody can use. */
export interface McpUnusable extends McpDefinition {
  readonly kind: 'unusable';
  readonly why: string;
}

/** All MCP servers that are configured. */
export interface McpServers {
  /** In the order in which they count: of two with the same name a hook means the first that it may call. */
  readonly entries: readonly (McpServer | McpUnusable)[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a runner is asked to do. */
export interface Task {
  readonly hook: Hook;
  readonly input: HookInput;
  /** One JSON line, shared by all hooks of the event. */
  readonly stdin: Uint8Array;
  readonly env: Readonly<Record<string, string>>;
  readonly http: HttpPolicy;
  /** First usable one is taken: session directory, project, home, root. */
  readonly cwd: readonly string[];
  /** `null`: no limit. */
  readonly timeoutMs: number | null;
  readonly signal: EndSignal | null;
  /** Asked immediately before the start of a hook that had to wait for its turn: how it ends instead; `null`: it may start. */
  readonly recheck: (() => Outcome | null) | null;
  /**
   * Called once with the first complete line of stdout, while the hook still runs. `false`: it is waited for as before;
   * `in-background`: it goes on in the background; `true`: and without a time limit.
   */
  readonly onFirstLine: ((line: string) => FirstLineAnswer | Promise<FirstLineAnswer>) | null;
  /** It runs already, by somebody else: this is how it is known. */
  readonly loan?: Loan;
}

export type FirstLineAnswer = boolean | 'in-background';

/** A value and the hook that said so. */
export interface Said<T> {
  readonly value: T;
  readonly by: HookId;
}

export type Permission = 'allow' | 'deny' | 'ask' | 'defer';

/** A hook that did not do its job, and why; it did not decide anything (unless `blocked`). */
export interface Failure {
  readonly by: HookId;
  readonly kind: Exclude<Outcome['kind'], 'answered' | 'judged' | 'background' | 'cancelled'>;
  readonly message: string;
  /** It counts as a block: by `onFailure: "block"`, or because a guard was ended from outside. */
  readonly blocked: boolean;
}

/** Hooks that got into each other's way: each of them changed the same thing, and one change is left. */
export interface Conflict {
  /** The whole input or output of a tool, permissions, a field of the answer, or a file on disk. */
  readonly what: 'input' | 'output' | 'permissions' | 'field' | 'file';
  /** The fields that more than one of them changed, or the file. */
  readonly names: readonly string[];
  /** In declared order. */
  readonly hooks: readonly HookId[];
  /** Whose change is used; `null`: nobody can tell. */
  readonly used: HookId | null;
}

/** What the runs mean together. */
export interface Decision {
  readonly event: EventName;
  /** What the hooks together say about a tool call or model switch; `null`: they leave it to the host. */
  readonly permission: Permission | null;
  /** The hooks stop what the event is about. For Stop and SubagentStop: they stop the ending. */
  readonly blocked: boolean;
  /** The agent goes on: for Stop and SubagentStop it gets another round, elsewhere nothing ended the turn. */
  readonly continues: boolean;
  /** Text of the deny, ask or block. */
  readonly reason: string | null;
  /** Who decided: the hooks behind `permission` or `blocked`, in declared order. */
  readonly decidedBy: readonly HookId[];
  /** Opinions that a stronger one beat; absent: there were none. */
  readonly outvoted?: readonly Said<Permission>[];
  /** For the model, beside a tool result. */
  readonly feedback: readonly Said<string>[];
  /** For the model. */
  readonly context: readonly Said<string>[];
  /** For the model, from background hooks that ended since the last event. */
  readonly late: readonly Said<string>[];
  /** For the user, never for the model. */
  readonly systemMessages: readonly Said<string>[];
  /** Replaces the whole tool input. */
  readonly updatedInput: Said<Readonly<Record<string, unknown>>> | null;
  readonly updatedOutput: Said<unknown> | null;
  readonly updatedPermissions: Said<readonly unknown[]> | null;
  /** Abort the run, not only this call. */
  readonly interrupt: boolean;
  /** Do not repeat the prompt in the notice about its block. */
  readonly hidePrompt: boolean;
  /** Event-specific fields of the answers, for the host. */
  readonly output: Readonly<Record<string, Said<unknown>>>;
  /** `continue: false`: the turn ends. */
  readonly stop: Said<string | null> | null;
  readonly failures: readonly Failure[];
  /** Absent: there is none. */
  readonly conflicts?: readonly Conflict[];
  /** Stop hooks that wanted one more round and were not heard, because there were too many in a row; absent: none. */
  readonly overridden?: readonly HookId[];
  /** Something that looks like a decision and was not taken as one, a cut-off output, an ignored field. */
  readonly diagnostics: readonly Diagnostic[];
  readonly plan: Plan;
  readonly runs: readonly Run[];
}

/** What one agent session remembers, as `match` and `decide` may see it. The engine owns and changes it. */
export interface Session {
  readonly id: string;
  /** Hooks with `once` that have run. */
  readonly ran: ReadonlySet<HookId>;
  readonly activeSkills: ReadonlySet<string>;
  /** Stop rounds by agent: `""` is the main agent. */
  readonly stopRounds: ReadonlyMap<string, StopRounds>;
}

export interface StopRounds {
  /** Rounds that Stop hooks forced since the last prompt or tool call. */
  readonly forced: number;
  /** A Stop hook forced at least one round since the last prompt. */
  readonly active: boolean;
  /** How often in the session hooks wanted yet another round and were not heard; absent: never. */
  readonly overridden?: number;
}

/** One event that hooks were run for, as the journal hears of it. */
export interface Dispatched {
  readonly input: HookInput;
  /** Of this round alone, where there were two. */
  readonly decision: Decision;
  /** The second round of an event: stronger hooks judge the call as this hook rewrote it. */
  readonly rewrittenBy?: HookId;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** What a hook that only observes would have said. */
export interface Observed {
  /** What it read. */
  readonly input: HookInput;
  /** The input that the event was recorded with. */
  readonly of: HookInput;
  readonly run: Run;
  /** What it alone would have decided. */
  readonly would: Decision;
  /** When the event came, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** It read the call as this hook rewrote it. */
  readonly rewrittenBy?: HookId;
}

/** Hears every step of the road and decides nothing. Its methods neither throw nor wait. */
export interface Journal {
  /** `true`: it is told of events that no hook was run for like of others, and does not only count them. */
  readonly wantsAll?: boolean;
  /** These hook definitions came into force. */
  inForce(generation: Generation): void;
  /** An event that no hook was run for: counted, and therefore next to free. It may have come several times. */
  idle(plan: Plan, sessionId: string, times?: number): void;
  /** An event came that nobody knows; `true`: the first of this name in its session, as far as can be told. */
  unknown(event: string, sessionId: string): boolean;
  /** The hooks of this plan are being started: what can be done before their answers are there is done while they run. */
  expected?(plan: Plan, input: HookInput): void;
  dispatched(event: Dispatched): void;
  /** The id under which an event is going to be recorded, for who runs its background hooks elsewhere. */
  idOf?(input: HookInput): string;
  /** An event that another process records under this id. */
  recordedAs?(input: HookInput, id: string): void;
  /** A hook that only observes ended. */
  observed?(seen: Observed): void;
  /** A background hook ended, and this is what it had to say. */
  late(run: Run, input: HookInput, texts: readonly Said<string>[]): void;
  /** Everything heard so far is on disk when this resolves. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export type { EventName, HandlerType, HookInput };
