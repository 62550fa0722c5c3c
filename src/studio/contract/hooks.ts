// The table of hooks, health, and search.
import {
  count,
  flag,
  type Infer,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../../text/shapes/index.js';
import { failureKind, moment, outcome, position, scope, trust, verdict } from './words.js';

/** How many steps a sparkline has. */
export const SPARK_STEPS = 48;

export const hookNumbersShape = object({
  runs: count,
  /** Runs in which it only observed; they are not among the others. */
  observed: count,
  /** Milliseconds; `null` where no run was measured. */
  p50: orNull(number),
  p95: orNull(number),
  p99: orNull(number),
  max: number,
  totalMs: number,
  verdicts: mapOf(count, verdict),
  /** Denies, blocks and stops together. */
  denies: count,
  failures: mapOf(count, failureKind),
  contextBytes: count,
  /** Runs whose process was there before the event, and what that saved. */
  warmRuns: count,
  savedMs: number,
  /** `null`: no model was asked. */
  models: orNull(
    object({ calls: count, inputTokens: count, outputTokens: count, costUsd: number, unpriced: count }),
  ),
  last: object({ at: moment, outcome, ms: number, verdict, failed: orNull(text) }),
  lastError: orNull(object({ at: moment, kind: failureKind, message: text })),
  /** Runs and failures in `SPARK_STEPS` equal steps from `from` to `to` of the table. */
  spark: listOf(count),
  sparkFailed: listOf(count),
  /** Durations: `upTo` in milliseconds, growing, and how many runs were at most that and more than the one before. */
  histogram: object({ upTo: listOf(number), runs: listOf(count) }),
});
export type HookNumbers = Infer<typeof hookNumbersShape>;

export const hookRowShape = object({
  /** `null`: an entry that could not be understood. */
  hook: orNull(text),
  label: text,
  event: orNull(text),
  matcher: orNull(text),
  condition: orNull(text),
  type: orNull(text),
  runs: orNull(text),
  background: flag,
  scope: orNull(scope),
  owner: orNull(text),
  /** `null`: it is recorded, but no longer configured. */
  position: orNull(position),
  state: oneOf(
    'armed',
    'observing',
    'disabled',
    'not-allowed',
    'untrusted',
    'handler-not-allowed',
    'quarantined',
    'gone',
  ),
  /** Why it is not armed. */
  why: orNull(text),
  trust: orNull(trust),
  /** `null`: it never ran in this time. */
  numbers: orNull(hookNumbersShape),
  /** Where it never ran: why, and what to do. */
  never: orNull(object({ why: text, fix: orNull(text) })),
  /** What the page may offer; each is asked for with `prepare`. */
  may: object({ enable: flag, disable: flag, trust: flag }),
});
export type HookRow = Infer<typeof hookRowShape>;

export const hookTableShape = object({
  project: text,
  /** The time that the numbers are about. */
  from: moment,
  to: moment,
  rows: listOf(hookRowShape),
  /** Events that no hook ran for, by name. */
  idle: listOf(object({ event: text, count })),
  /** Entries that could not be written, and lines that could not be read. */
  lost: count,
  damaged: count,
});
export type HookTable = Infer<typeof hookTableShape>;

export interface HooksQuery {
  readonly project: string;
  /** Default: everything that is recorded. */
  readonly since?: number;
}

/** What `doctor` and `validate` say. */
export const healthShape = object({
  project: text,
  at: moment,
  findings: listOf(
    object({
      from: oneOf('doctor', 'validate'),
      /** Of `doctor` its area, of `validate` the code. */
      area: text,
      state: oneOf('pass', 'info', 'warn', 'fail'),
      message: text,
      /** What to do; commands stand in backticks. */
      fix: orNull(text),
      position: orNull(position),
      hook: orNull(text),
    }),
  ),
});
export type Health = Infer<typeof healthShape>;

export const foundShape = object({
  query: text,
  results: listOf(
    object({
      kind: oneOf('event', 'hook', 'session', 'finding'),
      project: text,
      /** Id of the event or hook, or the session; `null`: a finding. */
      id: orNull(text),
      at: orNull(moment),
      /** What it is called. */
      title: text,
      verdict: orNull(verdict),
      /** Where it was found: "input", "stdout of check.sh", "reason" … */
      where: text,
      /** Some words around it; the match lies from `start` to `end`. */
      excerpt: text,
      start: count,
      end: count,
    }),
  ),
  /** There are more than were asked for. */
  more: flag,
  /** How far back it was looked, where time ran out; `null`: everything was. */
  until: orNull(moment),
});
export type Found = Infer<typeof foundShape>;

export interface SearchQuery {
  readonly query: string;
  readonly project?: string;
  /** Default and most: 100. */
  readonly limit?: number;
}
