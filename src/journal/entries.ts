// What stands in the files of the journal, line by line. Fields that a newer version adds are left alone.
import type {
  Conflict,
  Failure,
  ModelWork,
  Outcome,
  Permission,
  RunStart,
  Said,
  Severity,
} from '../nouns.js';
import {
  anyObject,
  anything,
  byTag,
  flag,
  type Infer,
  integer,
  listOf,
  number,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  text,
} from '../text/shapes/index.js';
import { EFFECTS } from './effects.js';

/** What came of an event, or what one hook contributed to it. */
export const VERDICTS = ['deny', 'block', 'stop', 'ask', 'defer', 'allow', 'nothing'] as const;
export type Upshot = (typeof VERDICTS)[number];
export const verdict = oneOf(...VERDICTS);

/** How a hook can fail. */
export const FAILURE_KINDS = [
  'finished',
  'launchFailed',
  'timedOut',
  'signalled',
  'badOutput',
  'refused',
] as const satisfies readonly Failure['kind'][];
export const failureKind = oneOf(...FAILURE_KINDS);
export const failed = open({ kind: failureKind, message: text });
export const outcome: Shape<Outcome['kind']> = oneOf(
  ...FAILURE_KINDS,
  'answered',
  'judged',
  'cancelled',
  'background',
);

/** The first line of a file. */
export const header = open({
  kind: oneOf('journal'),
  version: number,
  /** Milliseconds since the epoch, like every other time here. */
  at: number,
  project: text,
  /** The home directory of who ran hooks; absent: not known. */
  home: optional(text),
  /** `null` in files that belong to no session. */
  session: orNull(text),
});
export type Header = Infer<typeof header>;

const work: Shape<ModelWork> = open({
  model: text,
  calls: number,
  inputTokens: number,
  outputTokens: number,
  costUsd: orNull(number),
  steps: listOf(open({ tool: text, input: text, ok: flag, durationMs: number })),
});

export const start: Shape<RunStart> = byTag(
  'kind',
  open({ kind: oneOf('cold'), why: text }),
  open({ kind: oneOf('shell', 'bash', 'python', 'node', 'fork'), savedMs: orNull(number) }),
);

export const overBudget = oneOf('ms', 'tokens');

/** How one hook ended, in few words. */
const runHead = open({
  hook: text,
  /** What people call it: its plugin, or the beginning of what it runs. */
  label: text,
  outcome,
  exitCode: orNull(integer),
  ms: number,
  /** What it contributed to the decision, as far as it counted. */
  verdict,
  /** Bytes of text for the model. */
  contextBytes: number,
  failed: orNull(failed),
  /** What models did for it; absent where none was asked. */
  work: optional(work),
  /** How its process was started; absent: it was a new one, as always. */
  start: optional(start),
  /** How long it waited for its turn; absent: it did not have to. */
  waitedMs: optional(number),
  /** What of its budget it went over; absent: nothing. */
  over: optional(listOf(overBudget)),
  /** It kept an agent going once too often, and was not heard. */
  overridden: optional(flag),
});
export type RunHead = Infer<typeof runHead>;

/** What a hook printed or answered. */
const told = open({
  hook: text,
  stdout: text,
  stderr: text,
  /** The answer of an http, mcp_tool, prompt or agent hook, or why there is no output. */
  text,
});
export type Told = Infer<typeof told>;

export const conflict: Shape<Conflict> = open({
  what: oneOf('input', 'output', 'permissions', 'field', 'file'),
  names: listOf(text),
  hooks: listOf(text),
  used: orNull(text),
});

/** An event that hooks ran for, without the bulky part. */
export const eventHead = open({
  kind: oneOf('event'),
  /** Unique; ids sort by the time the event ended. */
  id: text,
  at: number,
  ms: number,
  session: text,
  event: text,
  target: orNull(text),
  tool: orNull(text),
  verdict,
  reason: orNull(text),
  generation: text,
  /** Digest of the plan, which stands with its generation. */
  plan: text,
  runs: listOf(runHead),
  /** The second round of the event before it: this hook rewrote the call, and stronger hooks judged it again. */
  rewrittenBy: optional(text),
  /** The sub-agent that it comes from; absent: the main agent. */
  agent: optional(open({ id: text, type: orNull(text) })),
  /** Who answered it first was lost before he had: its hooks may have run twice. */
  repeated: optional(flag),
  /** What somebody should know about how its hooks answered, in short; absent where there is nothing. */
  notes: optional(listOf(text)),
  /** Hooks that got into each other's way; absent where none did. */
  conflicts: optional(listOf(conflict)),
});
export type EventHead = Infer<typeof eventHead>;

const said = <T>(value: Shape<T>): Shape<Said<T>> => open({ value, by: text });
const saidTexts = listOf(said(text));
/** JSON leaves out a value that is undefined. */
const maybeSaid = orNull(said<unknown>(optional(anything)));

const permission: Shape<Permission> = oneOf('allow', 'deny', 'ask', 'defer');

/** A decision as it is stored: plan and runs stand elsewhere in the entry. */
const recordedDecision = open({
  permission: orNull(permission),
  blocked: flag,
  continues: flag,
  interrupt: flag,
  hidePrompt: flag,
  reason: orNull(text),
  decidedBy: listOf(text),
  /** Opinions that a stronger one beat; absent: there were none. */
  outvoted: optional(listOf(said(permission))),
  feedback: saidTexts,
  context: saidTexts,
  late: saidTexts,
  systemMessages: saidTexts,
  updatedInput: maybeSaid,
  updatedOutput: maybeSaid,
  updatedPermissions: maybeSaid,
  output: anyObject,
  stop: orNull(said(orNull(text))),
  failures: listOf<Failure>(open({ by: text, kind: failureKind, message: text, blocked: flag })),
  diagnostics: listOf(
    open({ code: text, severity: oneOf<readonly Severity[]>('error', 'warning', 'info'), message: text }),
  ),
});
export type RecordedDecision = Infer<typeof recordedDecision>;

const conditionReason = open({ hook: text, detail: text });
export type ConditionReason = Infer<typeof conditionReason>;

/** A value that is not stored as it was. */
const mark = open({
  /** Its place in the detail, as a JSON pointer; empty: anywhere. */
  at: text,
  /** `redacted`: a secret was replaced; `cut`: the end of a text is missing; `left-out`: items, members or all of it are. */
  why: oneOf('redacted', 'cut', 'left-out'),
});
export type Mark = Infer<typeof mark>;

const eventDetail = open({
  input: anyObject,
  /** What of `input` and `told` is not as it was; absent: an older version wrote it, and only texts say so. */
  marks: optional(listOf(mark)),
  told: listOf(told),
  decision: recordedDecision,
  /** Reasons of the plan that speak of this very input: what `if` rules said. */
  conditions: listOf(conditionReason),
});
export type EventDetail = Infer<typeof eventDetail>;

export const eventEntry = open({ ...eventHead.fields, detail: eventDetail });
export type EventEntry = Infer<typeof eventEntry>;

const lateHead = open({
  kind: oneOf('late'),
  id: text,
  /** When it ended. */
  at: number,
  session: text,
  event: text,
  /** The id of the event that started it. */
  of: text,
  run: runHead,
});

/** A background hook ended. */
export const lateEntry = open({
  ...lateHead.fields,
  detail: orNull(open({ told, marks: optional(listOf(mark)), texts: saidTexts })),
});
export type LateEntry = Infer<typeof lateEntry>;

const observedHead = open({
  kind: oneOf('observed'),
  id: text,
  /** When the event came. */
  at: number,
  session: text,
  event: text,
  target: orNull(text),
  tool: orNull(text),
  /** The id of the event. */
  of: text,
  generation: text,
  /** Its verdict is what it alone would have decided. */
  run: runHead,
  reason: orNull(text),
  effects: listOf(oneOf(...EFFECTS)),
  /** It read the call as this hook rewrote it. */
  rewrittenBy: optional(text),
});

/** A hook that only observes ended. */
export const observedEntry = open({
  ...observedHead.fields,
  detail: orNull(
    open({ input: anyObject, marks: optional(listOf(mark)), decision: recordedDecision, told: listOf(told) }),
  ),
});
export type ObservedEntry = Infer<typeof observedEntry>;

const idleCount = open({
  event: text,
  /** `null`: the event has none, or there were too many to count apart. */
  target: orNull(text),
  count: number,
});
export type IdleCount = Infer<typeof idleCount>;

/** Events that no hook ran for, counted. */
const idleEntry = open({
  kind: oneOf('idle'),
  /** The end of the time they were counted in. */
  at: number,
  from: number,
  session: text,
  counts: listOf(idleCount),
});
export type IdleEntry = Infer<typeof idleEntry>;

/** Entries that could not be written. */
const lostEntry = open({ kind: oneOf('lost'), at: number, session: text, count: number, why: text });
export type LostEntry = Infer<typeof lostEntry>;

export type Entry = EventHead | LateEntry | ObservedEntry | IdleEntry | LostEntry;

/** A line with a detail, which may have been left out of it. */
export const detailed = byTag('kind', eventHead, lateEntry, observedEntry);
const { plan: _, ...heardFields } = eventHead.fields;
/** What others than the files hear of an entry. */
export const headShape = byTag('kind', open(heardFields), lateHead, observedHead);
/** A line that is no event. */
export const otherLine = byTag('kind', idleEntry, header, lostEntry, lateEntry, observedEntry);

/** One hook definition of a generation. */
const recordedHook = open({
  id: text,
  event: text,
  matcher: orNull(text),
  condition: orNull(text),
  type: text,
  /** The command, address, tool or prompt. */
  runs: text,
  scope: text,
  owner: orNull(text),
  file: text,
  line: number,
  /** `armed`, or why it takes no part. */
  state: text,
});
export type RecordedHook = Infer<typeof recordedHook>;

export const generationEntry = open({
  kind: oneOf('generation'),
  id: text,
  at: number,
  profile: text,
  hooks: listOf(recordedHook),
  quarantined: number,
  diagnostics: number,
});
export type GenerationEntry = Infer<typeof generationEntry>;

const recordedPlanEntry = open({
  hook: text,
  runs: flag,
  code: text,
  detail: text,
  /** It only observes. */
  observes: optional(flag),
});
export type RecordedPlanEntry = Infer<typeof recordedPlanEntry>;

/** A plan, stored once a generation. What `if` rules said about the input stands with the event. */
export const planRecord = open({
  kind: oneOf('plan'),
  digest: text,
  event: text,
  target: orNull(text),
  /** Every hook of the event, in declared order, with its reason; hooks that run are never left out. */
  entries: listOf(recordedPlanEntry),
  /** Hooks of other events. */
  otherEvents: number,
  /** Skipped hooks beyond those in `entries`. */
  more: number,
});
export type PlanRecord = Infer<typeof planRecord>;

/** A line of a generation file. */
export const generationLine = byTag('kind', generationEntry, planRecord);
