// Spans and log records of one entry of the journal.
import type {
  Happened,
  RecordedEvent,
  RecordedLate,
  RecordedObserved,
  RecordedRun,
} from '../../journal/index.js';
import { LOGS } from '../names.js';
import type { TraceParent } from '../settings/index.js';
import { eventPlace, hookPlace, type Place } from './ids.js';
import { attributes, type KeyValue, nanos, type Values } from './values.js';

export interface Span extends Place {
  readonly parentSpanId?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status?: { readonly code: number; readonly message: string };
}

export interface LogRecord extends Place {
  readonly flags: number;
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly eventName: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly KeyValue[];
}

export interface Records {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
}

const INTERNAL = 1;
const ERROR = 2;
const SAMPLED = 1;
const SEVERITY = { WARN: 13, ERROR: 17 } as const;

/** Everything there is to say about an entry. */
export function recordsOf(happened: Happened, parent: TraceParent | null): Records {
  const { entry } = happened;
  const records =
    entry.kind === 'event' ? ofEvent(happened, entry, parent) : ofUnawaited(happened, entry, parent);
  if (parent?.isSampled !== false) return records;
  // Who began the trace does not record it.
  return { spans: [], logs: records.logs.map((record) => ({ ...record, flags: 0 })) };
}

function ofEvent(happened: Happened, entry: RecordedEvent, parent: TraceParent | null): Records {
  const place = eventPlace(entry.id, entry.session, parent);
  const about = aboutCall(happened, entry.id);
  const ends = entry.at + entry.ms;
  const hooks = entry.runs
    .map((run, nth) => ({ run, place: hookPlace(place, run.hook, nth) }))
    // One in the background tells of itself when it ends.
    .filter(({ run }) => run.outcome !== 'background');
  const span: Span = {
    ...place,
    ...(parent === null ? {} : { parentSpanId: parent.spanId }),
    ...timed(entry.at, ends),
    name: entry.tool === null ? entry.event : `${entry.event} ${entry.tool}`,
    attributes: attributes({
      ...about,
      target: entry.target === entry.tool ? null : entry.target,
      verdict: entry.verdict,
      reason: entry.reason,
      generation: entry.generation,
      hooksRun: entry.runs.length,
      hooksFailed: entry.runs.filter(({ failed }) => failed !== null).length,
      rewrittenBy: entry.rewrittenBy,
      repeated: entry.repeated,
    }),
  };
  const isRefused = entry.verdict === 'deny' || entry.verdict === 'block' || entry.verdict === 'stop';
  const refused = isRefused
    ? [log(place, 'refused', ends, entry.reason ?? '', { ...about, verdict: entry.verdict })]
    : [];
  return {
    spans: [span, ...hooks.map((hook) => hookSpan(hook, place, about, entry.at, {}))],
    logs: [...refused, ...hooks.flatMap(({ run, place: own }) => failureLog(run, own, ends, about))],
  };
}

/** A hook that ended after its event was answered. */
function ofUnawaited(
  happened: Happened,
  entry: RecordedLate | RecordedObserved,
  parent: TraceParent | null,
): Records {
  const event = eventPlace(entry.of, entry.session, parent);
  const about = aboutCall(happened, entry.of);
  const hook = { run: entry.run, place: hookPlace(event, entry.run.hook, entry.id) };
  const { ms } = entry.run;
  // The one is recorded with its end, the other with when its event came.
  const start = entry.kind === 'late' ? entry.at - ms : entry.at;
  const more = { background: true, ...(entry.kind === 'observed' ? { observed: true } : {}) };
  return {
    spans: [hookSpan(hook, event, about, start, more)],
    logs: failureLog(entry.run, hook.place, start + ms, about),
  };
}

const aboutCall = ({ entry, callId, project }: Happened, eventId: string): Values => ({
  event: entry.event,
  eventId,
  conversation: entry.session,
  tool: entry.kind === 'late' ? null : entry.tool,
  callId,
  project,
});

/** The journal does not keep when a hook was started; all of an event are started with it, as far as there is room for them. */
function hookSpan(
  { run, place }: { readonly run: RecordedRun; readonly place: Place },
  event: Place,
  about: Values,
  start: number,
  more: Values,
): Span {
  const { failed, work } = run;
  return {
    ...place,
    parentSpanId: event.spanId,
    ...timed(start, start + run.ms),
    name: `hook ${run.label}`,
    attributes: attributes({
      ...about,
      hook: run.label,
      hookId: run.hook,
      outcome: run.outcome,
      exitCode: run.exitCode,
      hookVerdict: run.verdict,
      contextBytes: run.contextBytes,
      errorType: failed?.kind,
      start: run.start?.kind,
      saved: savedBy(run),
      model: work?.model,
      modelCalls: work?.calls,
      inputTokens: work?.inputTokens,
      outputTokens: work?.outputTokens,
      cost: work?.costUsd,
      ...more,
    }),
    ...(failed === null ? {} : { status: { code: ERROR, message: failed.message } }),
  };
}

/** Seconds; `null`: none, or nobody knows. */
export const savedBy = ({ start }: RecordedRun): number | null =>
  start === undefined || start.kind === 'cold' || start.savedMs === null ? null : start.savedMs / 1000;

const failureLog = (run: RecordedRun, place: Place, at: number, about: Values): LogRecord[] =>
  run.failed === null
    ? []
    : [
        log(place, 'failed', at, run.failed.message, {
          ...about,
          hook: run.label,
          hookId: run.hook,
          errorType: run.failed.kind,
          exitCode: run.exitCode,
        }),
      ];

const timed = (start: number, end: number) => ({
  flags: SAMPLED,
  kind: INTERNAL,
  startTimeUnixNano: nanos(start),
  endTimeUnixNano: nanos(end),
});

function log(
  { traceId, spanId }: Place,
  kind: keyof typeof LOGS,
  at: number,
  body: string,
  values: Values,
): LogRecord {
  const { name, severity } = LOGS[kind];
  return {
    traceId,
    spanId,
    flags: SAMPLED,
    timeUnixNano: nanos(at),
    observedTimeUnixNano: nanos(at),
    severityNumber: SEVERITY[severity],
    severityText: severity,
    eventName: name,
    body: { stringValue: body },
    attributes: attributes(values),
  };
}
