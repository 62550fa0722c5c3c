// One event in full.
import {
  anyObject,
  count,
  flag,
  type Infer,
  integer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../../text/shapes/index.js';
import { failureKind, moment, outcome, position, trust, verdict } from './words.js';

/** How a hook that ran ended. */
export const runShape = object({
  outcome,
  exitCode: orNull(integer),
  /** Milliseconds that it waited for its turn; `null`: not recorded. */
  waitMs: orNull(number),
  /** `null`: it is in the background and has not ended. */
  ms: orNull(number),
  background: flag,
  /** When a background hook ended. */
  endedAt: orNull(moment),
  /** What it contributed to the verdict, as far as it counted. */
  verdict,
  /** Everything it contributed, in words: "context for the model", "another input" … */
  contributed: listOf(text),
  /** It only observes: what it would have done, in words; `null`: it had a say. */
  observed: orNull(text),
  failed: orNull(object({ kind: failureKind, message: text })),
  start: object({
    kind: oneOf('cold', 'warm'),
    /** In words: why it was a new process, or what the ready one saved; empty where there is nothing to say. */
    words: text,
  }),
  /** What models did for it. */
  work: orNull(
    object({
      model: text,
      calls: count,
      inputTokens: count,
      outputTokens: count,
      costUsd: orNull(number),
      steps: listOf(object({ tool: text, input: text, ok: flag, ms: number })),
    }),
  ),
  stdout: text,
  stderr: text,
  /** The answer of an http, mcp_tool, prompt or agent hook, or why there is no output. */
  answer: text,
  contextBytes: count,
});
export type RunPage = Infer<typeof runShape>;

/** A hook that was looked at for an event. */
export const lookedAtShape = object({
  hook: text,
  label: text,
  ran: flag,
  /** Why it ran or not: the rule, and what it came to here. */
  rule: text,
  why: text,
  /** As it was then; `null`: its definition is no longer stored. */
  definition: orNull(
    object({
      type: text,
      matcher: orNull(text),
      condition: orNull(text),
      /** Its command, address, tool or prompt. */
      runs: text,
      scope: text,
      owner: orNull(text),
      position,
      /** `armed`, or why it took no part. */
      state: text,
    }),
  ),
  /** As of now; `null`: it is not configured any more, or nobody is asked. */
  trust: orNull(trust),
  /** `null`: it did not run. */
  run: orNull(runShape),
});
export type LookedAt = Infer<typeof lookedAtShape>;

/** One step on the way to the verdict. */
export const stepShape = object({
  /** Whose word it is; `null`: a rule. */
  hook: orNull(text),
  text,
  /** What the verdict is after this step. */
  verdict,
  /** Whether this step changed it. */
  counts: flag,
});
export type Step = Infer<typeof stepShape>;

export const eventPageShape = object({
  id: text,
  project: text,
  lane: integer,
  session: text,
  agent: orNull(text),
  agentType: orNull(text),
  event: text,
  target: orNull(text),
  tool: orNull(text),
  at: moment,
  ms: number,
  verdict,
  reason: orNull(text),
  /** The hook that rewrote the call, so that it was judged again. */
  rewrittenBy: orNull(text),
  /** Its hooks may have run twice. */
  repeated: flag,
  notes: listOf(text),
  /** What the host sent, redacted and cut as it is stored. */
  input: anyObject,
  /** In declared order. Those that ran are never left out. */
  hooks: listOf(lookedAtShape),
  /** Hooks that did not run and whose reason is not stored, and hooks of other events. */
  moreHooks: count,
  otherEvents: count,
  /** `false`: why hooks did not run is no longer stored. */
  planKept: flag,
  steps: listOf(stepShape),
  /** What was said, and by which hook. */
  said: listOf(
    object({
      to: oneOf('model', 'user', 'host'),
      what: text,
      hook: orNull(text),
      text,
    }),
  ),
  /** The event before and behind it in its lane. */
  before: orNull(text),
  behind: orNull(text),
});
export type EventPage = Infer<typeof eventPageShape>;

/** What `explain` says of the event as hooks are now. Nothing is run. */
export const explainedShape = object({
  event: text,
  profile: text,
  /** Why it would be denied before any hook is asked. */
  shut: orNull(text),
  hooks: listOf(
    object({
      hook: text,
      label: text,
      runs: flag,
      rule: text,
      why: text,
      /** What would be started or called, in words. */
      launch: listOf(text),
      position,
    }),
  ),
  /** By which rules the answers would be put together. */
  rules: listOf(text),
  notes: listOf(text),
});
export type Explained = Infer<typeof explainedShape>;

/** The event as a hook test, to be saved in a file. */
export const hookTestShape = object({ file: text, yaml: text, notes: listOf(text) });
export type HookTest = Infer<typeof hookTestShape>;
