// Sums over entries, as they are counted in memory and as a roll-up stores them.
import {
  count,
  flag,
  type Infer,
  integer,
  mapOf,
  number,
  oneOf,
  open,
  optional,
  orNull,
  text,
} from '../text/shapes/index.js';
import { failed, failureKind, outcome, start, verdict } from './entries.js';
import { buckets } from './histogram.js';

/** Sums grow while entries are counted. */
type Growing<T> = { -readonly [K in keyof T]: Growing<T[K]> };

/** How a hook ended the last time. */
export const lastRun = open({
  at: number,
  outcome,
  exitCode: orNull(integer),
  ms: number,
  verdict,
  failed: orNull(failed),
  /** Absent: its process was a new one, as always. */
  start: optional(start),
  /** It only observed: the verdict is what it would have decided. */
  observed: optional(flag),
});
export type LastRun = Infer<typeof lastRun>;

/** What models did for a hook, added up. */
export const modelSums = open({
  calls: number,
  inputTokens: number,
  outputTokens: number,
  /** Of the calls whose price is known. */
  costUsd: number,
  /** Calls whose price is not known. */
  unpriced: number,
});
export type ModelSums = Infer<typeof modelSums>;

/** Runs of a hook whose process was there before the event. */
export const warmSums = open({
  runs: count,
  /** By the cold runs of the same hook in the same session. */
  savedMs: number,
});
export type WarmSums = Infer<typeof warmSums>;

const verdicts = mapOf(count, verdict);

export const observedSums = open({ runs: count, verdicts });
export type ObservedSums = Growing<Infer<typeof observedSums>>;

export const hookSums = open({
  label: text,
  event: text,
  runs: count,
  totalMs: number,
  contextBytes: count,
  verdicts,
  failures: mapOf(count, failureKind),
  last: lastRun,
  lastError: orNull(open({ at: number, kind: failureKind, message: text })),
  /** Absent where no model was asked. */
  models: optional(modelSums),
  /** Absent where every process was a new one. */
  warm: optional(warmSums),
  /** Runs in which it only observed, which are no part of `runs`, and what it would have decided; absent: none. */
  observed: optional(observedSums),
  /** Runs that went over its budget; absent: none. */
  overBudget: optional(count),
  /** How often it kept an agent going once too often, and was not heard; absent: never. */
  overridden: optional(count),
  /** Events in which it got into the way of another hook; absent: none. */
  conflicts: optional(count),
});
export type HookSums = Growing<Infer<typeof hookSums>>;

export const eventSums = open({
  /** Events that hooks ran for. */
  ran: count,
  /** Events that no hook ran for. */
  idle: count,
  totalMs: number,
  verdicts,
});
export type EventSums = Growing<Infer<typeof eventSums>>;

const sessionSpan = open({ first: number, last: number });
export type SessionSpan = Growing<Infer<typeof sessionSpan>>;

/** The sums of folded files. */
const storedTally = open({
  hooks: mapOf(open({ ...hookSums.fields, buckets, maxMs: number })),
  events: mapOf(eventSums),
  sessions: mapOf(sessionSpan),
  lost: number,
  damaged: number,
});
export type StoredTally = Infer<typeof storedTally>;

export const rollup = open({
  kind: oneOf('rollup'),
  /** Name of the file that was folded last. */
  file: text,
  /** How many files were folded into it; absent: one. */
  files: optional(count),
  tally: storedTally,
});
export type Rollup = Infer<typeof rollup>;
