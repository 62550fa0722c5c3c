// What hooks cost and what they did, over any time.
import type { HookId } from '../nouns.js';
import { count, type Infer, listOf, number, object, open, orNull, text } from '../text/shapes/index.js';
import { entriesOf, readableFiles } from './files.js';
import { placeOf } from './layout.js';
import { recordedAt } from './parse.js';
import type { Where } from './read.js';
import { rollupsOf } from './rollups.js';
import { eventSums, hookSums, lastRun, modelSums, observedSums, warmSums } from './sums.js';
import { type HookTally, Tally } from './tally.js';

const hookStatsShape = open({
  hook: text,
  label: text,
  event: text,
  runs: count,
  /** Milliseconds; `null` where no run was measured. */
  p50: orNull(number),
  p95: orNull(number),
  max: number,
  totalMs: number,
  /** Its time as a part of the wall time of all sessions, 0 to 1; hooks run side by side, so the parts may overlap. */
  share: number,
  verdicts: hookSums.fields.verdicts,
  failures: hookSums.fields.failures,
  contextBytes: count,
  lastError: hookSums.fields.lastError,
  /** `null`: no model was asked. */
  models: orNull(modelSums),
  /** `null`: every process was a new one. */
  warm: orNull(warmSums),
  /** Runs in which it only observed, and what it would have decided; `null`: none. */
  observed: orNull(observedSums),
  /** Runs over its budget, Stop rounds in which it was not heard, events in which it got into the way of another hook. */
  overBudget: count,
  overridden: count,
  conflicts: count,
});
export type HookStats = Infer<typeof hookStatsShape>;

const eventStatsShape = open({ event: text, ...eventSums.fields });
type EventStats = Infer<typeof eventStatsShape>;

export const journalStatsShape = object({
  /** The time they cover; `null`: nothing is recorded. */
  from: orNull(number),
  to: orNull(number),
  sessions: count,
  /** From the first to the last entry of each session, added up. */
  wallMs: number,
  /** Most time first. */
  hooks: listOf(hookStatsShape),
  /** Most frequent first. */
  events: listOf(eventStatsShape),
  /** Files that were folded; with `since` all of a day count if one reaches into the time asked for. */
  rollups: count,
  /** Entries that could not be written, and lines that could not be read. */
  lost: count,
  damaged: count,
});
export type JournalStats = Infer<typeof journalStatsShape>;

export interface StatsOptions extends Where {
  readonly since?: number | null;
  readonly session?: string | null;
  /** Only what is known to have come since then: sums that begin earlier are left out. */
  readonly certain?: boolean;
}

/** Sums everything up, file by file. */
export async function journalStats(options: StatsOptions): Promise<JournalStats> {
  const { tally, rollups } = await tallied(options);
  const spans = [...tally.sessions.values()];
  const wallMs = spans.reduce((sum, { first, last }) => sum + (last - first), 0);
  const least = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
  const latest = least(spans.map(({ last }) => -last));
  return {
    from: least(spans.map(({ first }) => first)),
    to: latest === null ? null : -latest,
    sessions: spans.length,
    wallMs,
    hooks: [...tally.hooks]
      .map(([hook, sums]) => hookStats(hook, sums, wallMs))
      .sort((a, b) => b.totalMs - a.totalMs || b.runs - a.runs),
    events: [...tally.events]
      .map(([event, sums]): EventStats => ({ event, ...sums }))
      .sort((a, b) => b.ran + b.idle - (a.ran + a.idle)),
    rollups,
    lost: tally.lost,
    damaged: tally.damaged,
  };
}

function hookStats(hook: HookId, sums: HookTally, wallMs: number): HookStats {
  const { label, event, runs, totalMs, verdicts, failures, contextBytes, lastError, durations } = sums;
  return {
    hook,
    label,
    event,
    runs,
    p50: durations.percentile(0.5),
    p95: durations.percentile(0.95),
    max: durations.max,
    totalMs: Math.round(totalMs * 100) / 100,
    share: wallMs === 0 ? 0 : totalMs / wallMs,
    verdicts,
    failures,
    contextBytes,
    lastError,
    models: sums.models ?? null,
    warm: sums.warm ?? null,
    observed: sums.observed ?? null,
    overBudget: sums.overBudget ?? 0,
    overridden: sums.overridden ?? 0,
    conflicts: sums.conflicts ?? 0,
  };
}

export const lastResultShape = object({ ...lastRun.fields, count });
export type LastResult = Infer<typeof lastResultShape>;

/** How each hook ended the last time, and how often it ran. */
export async function lastResults(options: StatsOptions): Promise<ReadonlyMap<HookId, LastResult>> {
  const { tally } = await tallied(options);
  return new Map(
    [...tally.hooks].map(([hook, { last, runs, observed }]) => [
      hook,
      { ...last, count: runs + (observed?.runs ?? 0) },
    ]),
  );
}

async function tallied(options: StatsOptions): Promise<{ readonly tally: Tally; readonly rollups: number }> {
  const onProblem = options.onProblem ?? (() => undefined);
  const place = placeOf(options.stateDir, options.projectDir);
  const [since, session] = [options.since ?? 0, options.session ?? null];
  const tally = new Tally();
  const folded = new Set<string>();
  let rollups = 0;
  for await (const rollup of rollupsOf(place, onProblem)) {
    folded.add(rollup.file);
    const spans = Object.entries(rollup.tally.sessions);
    if (!spans.some(([, { last }]) => last >= since)) continue;
    if (options.certain === true && spans.some(([, { first }]) => first < since)) continue;
    // Sums of several sessions cannot be taken apart.
    if (session !== null && !spans.every(([id]) => id === session)) continue;
    tally.merge(rollup.tally);
    rollups += rollup.files ?? 1;
  }
  const onDamaged = (): void => {
    tally.damaged += 1;
  };
  for (const file of await readableFiles(place, session, folded, onProblem)) {
    if (file.changed < since) continue;
    for await (const entries of entriesOf(file.path, { whole: false, end: file.size, onDamaged })) {
      for (const entry of entries) if (recordedAt(entry) >= since) tally.add(entry);
    }
  }
  return { tally, rollups };
}
