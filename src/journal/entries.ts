// What stands in the files of the journal, line by line.
import type {
  Diagnostic,
  EventName,
  Failure,
  HookId,
  ModelWork,
  Outcome,
  Permission,
  PlanEntry,
  Said,
} from '../nouns.js';

/** The version that the first line of every file states. */
export const FORMAT = 1;

/** What came of an event, or what one hook contributed to it. */
export type Verdict = 'deny' | 'block' | 'stop' | 'ask' | 'defer' | 'allow' | 'nothing';
export const VERDICTS: readonly Verdict[] = ['deny', 'block', 'stop', 'ask', 'defer', 'allow', 'nothing'];

/** How a hook can fail. */
export const FAILURE_KINDS: readonly Failure['kind'][] = [
  'finished',
  'launchFailed',
  'timedOut',
  'signalled',
  'badOutput',
  'refused',
];

/** The first line of a file. */
export interface Header {
  readonly kind: 'journal';
  readonly version: number;
  /** Milliseconds since the epoch, like every other time here. */
  readonly at: number;
  readonly project: string;
  /** `null` in files that belong to no session. */
  readonly session: string | null;
}

/** How one hook ended, in few words. */
export interface RunHead {
  readonly hook: HookId;
  /** What people call it: its plugin, or the beginning of what it runs. */
  readonly label: string;
  readonly outcome: Outcome['kind'];
  readonly exitCode: number | null;
  readonly ms: number;
  /** What it contributed to the decision, as far as it counted. */
  readonly verdict: Verdict;
  /** Bytes of text for the model. */
  readonly contextBytes: number;
  readonly failed: { readonly kind: Failure['kind']; readonly message: string } | null;
  /** What models did for it; absent where none was asked. */
  readonly work?: ModelWork;
}

/** What a hook printed or answered. */
export interface Told {
  readonly hook: HookId;
  readonly stdout: string;
  readonly stderr: string;
  /** The answer of an http, mcp_tool, prompt or agent hook, or why there is no output. */
  readonly text: string;
}

/** An event that hooks ran for, without the bulky part. */
export interface EventHead {
  readonly kind: 'event';
  /** Unique; ids sort by the time the event ended. */
  readonly id: string;
  readonly at: number;
  readonly ms: number;
  readonly session: string;
  readonly event: string;
  readonly target: string | null;
  readonly tool: string | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly generation: string;
  /** Digest of the plan, which stands with its generation. */
  readonly plan: string;
  readonly runs: readonly RunHead[];
  /** The second round of the event before it: this hook rewrote the call, and stronger hooks judged it again. */
  readonly rewrittenBy?: HookId;
}

export interface EventDetail {
  readonly input: Readonly<Record<string, unknown>>;
  readonly told: readonly Told[];
  readonly decision: RecordedDecision;
  /** Reasons of the plan that speak of this very input: what `if` rules said. */
  readonly conditions: readonly ConditionReason[];
}

export interface ConditionReason {
  readonly hook: HookId;
  readonly detail: string;
}

export interface EventEntry extends EventHead {
  readonly detail: EventDetail;
}

/** A decision as it is stored: plan and runs stand elsewhere in the entry. */
export interface RecordedDecision {
  readonly permission: Permission | null;
  readonly blocked: boolean;
  readonly continues: boolean;
  readonly interrupt: boolean;
  readonly hidePrompt: boolean;
  readonly reason: string | null;
  readonly decidedBy: readonly HookId[];
  readonly feedback: readonly Said<string>[];
  readonly context: readonly Said<string>[];
  readonly late: readonly Said<string>[];
  readonly systemMessages: readonly Said<string>[];
  readonly updatedInput: Said<unknown> | null;
  readonly updatedOutput: Said<unknown> | null;
  readonly updatedPermissions: Said<unknown> | null;
  readonly output: Readonly<Record<string, unknown>>;
  readonly stop: Said<string | null> | null;
  readonly failures: readonly Failure[];
  readonly diagnostics: readonly Pick<Diagnostic, 'code' | 'severity' | 'message'>[];
}

/** A background hook ended. */
export interface LateEntry {
  readonly kind: 'late';
  readonly id: string;
  /** When it ended. */
  readonly at: number;
  readonly session: string;
  readonly event: string;
  /** The id of the event that started it. */
  readonly of: string;
  readonly run: RunHead;
  readonly detail: { readonly told: Told; readonly texts: readonly Said<string>[] } | null;
}

/** Events that no hook ran for, counted. */
export interface IdleEntry {
  readonly kind: 'idle';
  /** The end of the time they were counted in. */
  readonly at: number;
  readonly from: number;
  readonly session: string;
  readonly counts: readonly IdleCount[];
}

export interface IdleCount {
  readonly event: string;
  /** `null`: the event has none, or there were too many to count apart. */
  readonly target: string | null;
  readonly count: number;
}

/** Entries that could not be written. */
export interface LostEntry {
  readonly kind: 'lost';
  readonly at: number;
  readonly session: string;
  readonly count: number;
  readonly why: string;
}

export type Entry = EventHead | LateEntry | IdleEntry | LostEntry;

/** One hook definition of a generation. */
export interface RecordedHook {
  readonly id: HookId;
  readonly event: EventName | string;
  readonly matcher: string | null;
  readonly condition: string | null;
  readonly type: string;
  /** The command, address, tool or prompt. */
  readonly runs: string;
  readonly scope: string;
  readonly owner: string | null;
  readonly file: string;
  readonly line: number;
  /** `armed`, or why it takes no part. */
  readonly state: string;
}

export interface GenerationEntry {
  readonly kind: 'generation';
  readonly id: string;
  readonly at: number;
  readonly profile: string;
  readonly hooks: readonly RecordedHook[];
  readonly quarantined: number;
  readonly diagnostics: number;
}

/** A plan, stored once a generation. What `if` rules said about the input stands with the event. */
export interface PlanRecord {
  readonly kind: 'plan';
  readonly digest: string;
  readonly event: string;
  readonly target: string | null;
  /** Every hook of the event, in declared order, with its reason; hooks that run are never left out. */
  readonly entries: readonly RecordedPlanEntry[];
  /** Hooks of other events. */
  readonly otherEvents: number;
  /** Skipped hooks beyond those in `entries`. */
  readonly more: number;
}

export interface RecordedPlanEntry {
  readonly hook: HookId;
  readonly runs: boolean;
  readonly code: PlanEntry['reason']['code'] | string;
  readonly detail: string;
}

/** Something the journal could not do; hooks and decisions are not touched by it. */
export interface JournalProblem {
  readonly file: string;
  readonly message: string;
}
