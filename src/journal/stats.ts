// What hooks cost and what they did, over any time.
import type { HookId } from '../nouns.js';
import {
  count,
  type Infer,
  listOf,
  number,
  object,
  open,
  optional,
  orNull,
  text,
} from '../text/shapes/index.js';
import { entriesOf, readableFiles } from './files.js';
import { placeOf } from './layout.js';
import { recordedAt } from './parse.js';
import type { Where } from './read.js';
import { rollupsOf } from './rollups.js';
import { eventSums, hookSums, lastRun, modelSums, observedSums, warmSums } from './sums.js';
import { type HookTally, Tally } from './tally.js';
import { Trends, trendShape } from './trend.js';

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
  /** How many runs took at most so many milliseconds, and more than the one before. */
  times: listOf(open({ upTo: number, count })),
  /** `null`: it did not run in the last two weeks. */
  trend: orNull(trendShape),
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

/** One of several projects whose sums these are. */
const projectStatsShape = open({
  project: text,
  sessions: count,
  /** Events that hooks ran for. */
  events: count,
  /** Runs of hooks that failed. */
  failures: count,
  /** Of all hooks. */
  totalMs: number,
});
export type ProjectStats = Infer<typeof projectStatsShape>;

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
  /** Of all hooks, over the last two weeks, whatever time was asked for. */
  trend: trendShape,
  /** Most time first; absent where one project was asked for. */
  projects: optional(listOf(projectStatsShape)),
  /** Files that were folded; with `since` all of a day count if one reaches into the time asked for. */
  rollups: count,
  /** Entries that could not be written, and lines that could not be read. */
  lost: count,
  damaged: count,
});
export type JournalStats = Infer<typeof journalStatsShape>;

export interface StatsOptions extends Where {
  /** Other projects that count too. */
  readonly others?: readonly string[];
  /** The end of the two weeks that are compared; default: now. */
  readonly now?: number;
  readonly since?: number | null;
  readonly session?: string | null;
  /** Only what is known to have come since then: sums that begin earlier are left out, and so are trends. */
  readonly certain?: boolean;
}

/** Sums everything up, file by file. */
export async function journalStats(options: StatsOptions): Promise<JournalStats> {
  const trends = new Trends(options.now ?? Date.now());
  const { tally, rollups, projects } = await talliedTogether(options, trends);
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
      .map(([hook, sums]) => hookStats(hook, sums, wallMs, trends))
      .sort((a, b) => b.totalMs - a.totalMs || b.runs - a.runs),
    events: [...tally.events]
      .map(([event, sums]): EventStats => ({ event, ...sums }))
      .sort((a, b) => b.ran + b.idle - (a.ran + a.idle)),
    trend: trends.all(),
    ...(options.others === undefined ? {} : { projects }),
    rollups,
    lost: tally.lost,
    damaged: tally.damaged,
  };
}

/** The sums of a project, and of others with it. */
async function talliedTogether(options: StatsOptions, trends: Trends) {
  const counted = (projectDir: string) =>
    tallied({ ...options, projectDir }, options.certain === true ? null : trends);
  const projects: ProjectStats[] = [];
  const own = await counted(options.projectDir);
  let { rollups } = own;
  if (own.tally.sessions.size > 0) projects.push(projectStats(options.projectDir, own.tally));
  for (const projectDir of options.others ?? []) {
    const other = await counted(projectDir);
    rollups += other.rollups;
    if (other.tally.sessions.size > 0) projects.push(projectStats(projectDir, other.tally));
    own.tally.merge(other.tally.stored());
  }
  return { tally: own.tally, rollups, projects: projects.sort((a, b) => b.totalMs - a.totalMs) };
}

function projectStats(project: string, { sessions, events, hooks }: Tally): ProjectStats {
  const sum = <T>(of: Iterable<T>, pick: (one: T) => number): number =>
    [...of].reduce((total, one) => total + pick(one), 0);
  return {
    project,
    sessions: sessions.size,
    events: sum(events.values(), ({ ran }) => ran),
    failures: sum(hooks.values(), ({ failures }) => sum(Object.values(failures), (times) => times)),
    totalMs: rounded(sum(hooks.values(), ({ totalMs }) => totalMs)),
  };
}

function hookStats(hook: HookId, sums: HookTally, wallMs: number, trends: Trends): HookStats {
  const { label, event, runs, totalMs, verdicts, failures, contextBytes, lastError, durations } = sums;
  return {
    hook,
    label,
    event,
    runs,
    p50: durations.percentile(0.5),
    p95: durations.percentile(0.95),
    max: durations.max,
    totalMs: rounded(totalMs),
    share: wallMs === 0 ? 0 : totalMs / wallMs,
    verdicts,
    failures,
    contextBytes,
    lastError,
    models: sums.models ?? null,
    warm: sums.warm ?? null,
    times: durations.steps().map(({ upTo, count: runsSo }) => ({ upTo: rounded(upTo), count: runsSo })),
    trend: trends.ofHook(hook),
    observed: sums.observed ?? null,
    overBudget: sums.overBudget ?? 0,
    overridden: sums.overridden ?? 0,
    conflicts: sums.conflicts ?? 0,
  };
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

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

/** The sums themselves, for who goes on counting. Names of files that are counted and still there stand beside. */
export async function rolledUp(
  options: Where,
): Promise<{ readonly tally: Tally; readonly folded: Set<string> }> {
  const [tally, folded] = [new Tally(), new Set<string>()];
  const place = placeOf(options.stateDir, options.projectDir);
  for await (const { file, tally: sums } of rollupsOf(place, options.onProblem ?? (() => undefined))) {
    folded.add(file);
    tally.merge(sums);
  }
  return { tally, folded };
}

export async function tallied(
  options: StatsOptions,
  trends: Trends | null = null,
): Promise<{ readonly tally: Tally; readonly rollups: number }> {
  const onProblem = options.onProblem ?? (() => undefined);
  const place = placeOf(options.stateDir, options.projectDir);
  const [since, session] = [options.since ?? 0, options.session ?? null];
  const tally = new Tally();
  const folded = new Set<string>();
  let rollups = 0;
  for await (const rollup of rollupsOf(place, onProblem)) {
    folded.add(rollup.file);
    const spans = Object.entries(rollup.tally.sessions);
    // Sums of several sessions cannot be taken apart.
    if (session !== null && !spans.every(([id]) => id === session)) continue;
    trends?.merge(rollup);
    if (!spans.some(([, { last }]) => last >= since)) continue;
    if (options.certain === true && spans.some(([, { first }]) => first < since)) continue;
    tally.merge(rollup.tally);
    rollups += rollup.files ?? 1;
  }
  const onDamaged = (): void => {
    tally.damaged += 1;
  };
  for (const file of await readableFiles(place, session, folded, onProblem)) {
    if (file.changed < Math.min(since, trends?.since ?? since)) continue;
    for await (const entries of entriesOf(file.path, { whole: false, end: file.size, onDamaged })) {
      for (const entry of entries) {
        trends?.add(entry);
        if (recordedAt(entry) >= since) tally.add(entry);
      }
    }
  }
  return { tally, rollups };
}
