// What hooks that only observe would have done: how often, when, and whether people say that it was right.
import type { HookId } from '../nouns.js';
import {
  anyObject,
  count,
  type Infer,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  text,
} from '../text/shapes/index.js';
import { EFFECTS } from './effects.js';
import { type ObservedEntry, verdict } from './entries.js';
import { type MARKS, type Marked, mark, readMarks } from './marks.js';
import { type Filter, readJournal, type Where } from './read.js';
import { journalStats } from './stats.js';

/** Something that a hook would have kept from happening, or changed. */
const alarmShape = object({
  id: text,
  at: number,
  session: text,
  event: text,
  target: orNull(text),
  verdict,
  effects: listOf(oneOf(...EFFECTS)),
  reason: orNull(text),
  /** Of the event, redacted as the journal is. */
  input: anyObject,
  mark: orNull(mark),
});
export type ReportedAlarm = Infer<typeof alarmShape>;

const observerShape = object({
  hook: text,
  label: text,
  event: text,
  /** How often it looked, with what it would have decided, and how often it failed to. */
  runs: count,
  verdicts: mapOf(count, verdict),
  /** How often it would have rewritten an input or output. */
  rewrites: count,
  failed: count,
  marks: object({ 'false-alarm': count, right: count }),
  /** Of what it would have kept from happening or changed, the newest, newest first. */
  alarms: listOf(alarmShape),
});
export type Observer = Infer<typeof observerShape>;

/** Most alarms first. */
export const reportShape = object({ hooks: listOf(observerShape) });

export interface ReportOptions extends Where, Filter {
  /** So many examples of each hook. */
  readonly examples: number;
}

interface Growing {
  label: string;
  event: string;
  runs: number;
  rewrites: number;
  failed: number;
  verdicts: { [K in ReportedAlarm['verdict']]?: number };
  marks: Record<(typeof MARKS)[number], number>;
  alarms: ReportedAlarm[];
}

/** Reads what is recorded, file by file; of events that were folded only the counts are left. */
export async function shadowReport(options: ReportOptions): Promise<readonly Observer[]> {
  const marks = readMarks(options);
  const hooks = new Map<HookId, Growing>();
  const of = (hook: HookId, label: string, event: string): Growing => {
    const known = hooks.get(hook);
    if (known !== undefined) return known;
    const fresh = {
      label,
      event,
      runs: 0,
      rewrites: 0,
      failed: 0,
      verdicts: {},
      marks: { 'false-alarm': 0, right: 0 },
      alarms: [],
    };
    hooks.set(hook, fresh);
    return fresh;
  };
  const known = new Set<string>();
  for await (const entry of readJournal({ ...options, whole: true, observedOnly: true })) {
    if (entry.kind !== 'observed') continue;
    known.add(entry.id);
    const hook = of(entry.run.hook, entry.run.label, entry.event);
    hook.runs += 1;
    hook.verdicts[entry.run.verdict] = (hook.verdicts[entry.run.verdict] ?? 0) + 1;
    if (entry.run.failed !== null) hook.failed += 1;
    if (rewrites(entry)) hook.rewrites += 1;
    const marked = marks.get(entry.id);
    if (marked !== undefined) hook.marks[marked.mark] += 1;
    if (isAlarm(entry)) hook.alarms = [alarmOf(entry, marked), ...hook.alarms].slice(0, options.examples);
  }
  await addFolded(options, { hooks, of, marks, known });
  return [...hooks]
    .map(([hook, rest]): Observer => ({ hook, ...rest }))
    .sort((one, other) => alarmsIn(other) - alarmsIn(one) || other.runs - one.runs);
}

interface Counting {
  readonly hooks: ReadonlyMap<HookId, Growing>;
  readonly of: (hook: HookId, label: string, event: string) => Growing;
  readonly marks: ReadonlyMap<string, Marked>;
  /** Entries that are still there. */
  readonly known: ReadonlySet<string>;
}

const isAskedFor = (
  { hook, label, event }: Pick<Observer, 'hook' | 'label' | 'event'>,
  { hook: wish = null, event: asked = null }: Filter,
): boolean =>
  (wish === null || hook.startsWith(wish) || label === wish) &&
  (asked === null || event.toLowerCase() === asked.toLowerCase());

/** What was folded is counted by `stats`, which knows every run; marks outlive what they were set on. */
async function addFolded(options: ReportOptions, { hooks, of, marks, known }: Counting): Promise<void> {
  const { hooks: stats } = await journalStats(options);
  for (const { hook, label, event, observed } of stats) {
    if (observed === null || !isAskedFor({ hook, label, event }, options)) continue;
    const found = of(hook, label, event);
    if (observed.runs <= found.runs) continue;
    found.runs = observed.runs;
    found.verdicts = { ...observed.verdicts };
  }
  const since = options.since ?? 0;
  for (const [id, { hook, mark: said, at }] of marks) {
    const found = known.has(id) || at < since ? undefined : hooks.get(hook);
    if (found !== undefined) found.marks[said] += 1;
  }
}

/** What it would have kept from happening, or asked about. */
const STOPPING: readonly ReportedAlarm['verdict'][] = ['deny', 'block', 'stop', 'ask', 'defer'];

export const alarmsIn = ({ verdicts, rewrites: changed }: Pick<Observer, 'verdicts' | 'rewrites'>): number =>
  STOPPING.reduce((sum, name) => sum + (verdicts[name] ?? 0), changed);

const rewrites = ({ effects }: ObservedEntry): boolean =>
  effects.includes('input') || effects.includes('output');

const isAlarm = (entry: ObservedEntry): boolean => STOPPING.includes(entry.run.verdict) || rewrites(entry);

function alarmOf(entry: ObservedEntry, marked: Marked | undefined): ReportedAlarm {
  const { id, at, session, event, target, effects, reason, run, detail } = entry;
  const input = detail?.input ?? {};
  return {
    id,
    at,
    session,
    event,
    target,
    verdict: run.verdict,
    effects,
    reason,
    input,
    mark: marked?.mark ?? null,
  };
}

/** What was observed, by its id or the beginning of it; `several`: more than one begins so. */
export async function findObserved(where: Where, start: string): Promise<ObservedEntry | 'several' | null> {
  let found: ObservedEntry | null = null;
  for await (const entry of readJournal({ ...where, observedOnly: true })) {
    if (entry.kind !== 'observed' || !entry.id.startsWith(start)) continue;
    if (entry.id === start) return entry;
    if (found !== null) return 'several';
    found = entry;
  }
  return found;
}
