// Reading the journal back: a stream in the order of time, the last entries, one event with all that belongs to it.
import { linesForwards } from '../files/index.js';
import { type Infer, listOf, object, orNull } from '../text/shapes/index.js';
import {
  type Entry,
  type EventEntry,
  type EventHead,
  eventEntry,
  type GenerationEntry,
  generationEntry,
  generationLine,
  type LateEntry,
  lateEntry,
  type ObservedEntry,
  observedEntry,
  type PlanRecord,
  planRecord,
  type RunHead,
} from './entries.js';
import { entriesBackwards, entriesOf, type ReadableFile, readableFiles } from './files.js';
import { generationFile } from './generation-store.js';
import type { Located } from './growth.js';
import { timeOfId } from './ids.js';
import { type ProjectFiles, placeOf } from './layout.js';
import { entriesAt } from './locate.js';
import { merged, type Source } from './merge.js';
import { isWhole, parseJson, recordedAt } from './parse.js';
import type { JournalProblem } from './problem.js';
import { foldedFiles } from './rollups.js';

export interface Where {
  readonly stateDir: string;
  readonly projectDir: string;
  /** Hears of files that cannot be read; default: nobody. */
  readonly onProblem?: (problem: JournalProblem) => void;
}

export interface Filter {
  readonly session?: string | null;
  /** Name of the event, in any case. */
  readonly event?: string | null;
  /** Id of a hook or the beginning of it, or its plugin. */
  readonly hook?: string | null;
  /** Milliseconds since the epoch. */
  readonly since?: number | null;
}

export interface ReadOptions extends Where, Filter {
  /** Only so many of the newest. */
  readonly last?: number | null;
  /** Events with input, output and decision. */
  readonly whole?: boolean;
  /** Only what hooks that only observe would have done; nothing else is even parsed. Not with `last`. */
  readonly observedOnly?: boolean;
}

const nobody = (): void => undefined;
/** Entries may lie this much out of order, where several processes write at once. */
const DISORDER_MS = 60_000;

/** Entries of a project, newest last. */
export async function* readJournal(options: ReadOptions): AsyncGenerator<Entry> {
  const files = await filesFor(options);
  if (options.last === null || options.last === undefined) {
    for await (const entry of merged(forwards(files, options), 'oldest-first')) {
      const seen = filtered(entry, options);
      if (seen !== null) yield seen;
    }
  } else yield* await newest(files, options, options.last);
}

/** The newest entries of some files, newest last; of each file only what lies before its `size`. */
export async function newest(
  files: readonly ReadableFile[],
  filter: Filter & { readonly whole?: boolean },
  count: number,
): Promise<Entry[]> {
  const found: Entry[] = [];
  if (count <= 0) return found;
  for await (const entry of merged(backwards(files, filter.whole ?? false), 'newest-first')) {
    if (recordedAt(entry) < (filter.since ?? 0) - DISORDER_MS) break;
    const seen = filtered(entry, filter);
    if (seen === null) continue;
    found.push(seen);
    if (found.length === count) break;
  }
  return found.reverse();
}

/** The entry as far as it was asked for; `null`: not at all. */
export function filtered(entry: Entry, { session, event, hook, since }: Filter): Entry | null {
  if (session !== null && session !== undefined && entry.session !== session) return null;
  if (since !== null && since !== undefined && recordedAt(entry) < since) return null;
  const wantsEvent = event !== null && event !== undefined;
  const wantsHook = hook !== null && hook !== undefined;
  if (entry.kind === 'lost') return wantsEvent || wantsHook ? null : entry;
  const isWanted = (name: string): boolean => !wantsEvent || name.toLowerCase() === event.toLowerCase();
  if (entry.kind === 'idle') {
    if (wantsHook) return null;
    const counts = entry.counts.filter((each) => isWanted(each.event));
    return counts.length === 0 ? null : { ...entry, counts };
  }
  if (!isWanted(entry.event)) return null;
  const runs = entry.kind === 'event' ? entry.runs : [entry.run];
  return !wantsHook || runs.some((run) => isHook(run, hook)) ? entry : null;
}

const isHook = (run: RunHead, wish: string): boolean => run.hook.startsWith(wish) || run.label === wish;

/** An event with everything that is known about it. */
export const wholeEventShape = object({
  event: eventEntry,
  /** Background hooks of it that have ended. */
  late: listOf(lateEntry),
  /** Hooks that only observed it, with what they would have decided. */
  observed: listOf(observedEntry),
  /** `null`: no longer stored. */
  plan: orNull(planRecord),
  generation: orNull(generationEntry),
});
export type WholeEvent = Infer<typeof wholeEventShape>;

/** The event that ended last. */
export function lastEvent(options: Where & Filter): Promise<WholeEvent | null> {
  return search(options, (event) => filtered(event, options) !== null, options.since ?? 0);
}

/** The event with this id. */
export function findEvent(options: Where & { readonly id: string }): Promise<WholeEvent | null> {
  const { id } = options;
  const made = timeOfId(id);
  return search(options, (event) => event.id === id, Number.isNaN(made) ? Number.POSITIVE_INFINITY : made);
}

async function search(
  options: Where & Filter,
  isIt: (event: EventHead) => boolean,
  since: number,
): Promise<WholeEvent | null> {
  const late: LateEntry[] = [];
  const observed: ObservedEntry[] = [];
  let found: EventEntry | null = null;
  for await (const entry of merged(backwards(await filesFor(options), true), 'newest-first')) {
    if (recordedAt(entry) < (found?.at ?? since - DISORDER_MS)) break;
    if (entry.kind === 'late') late.unshift(entry);
    if (entry.kind === 'observed') observed.unshift(entry);
    // A background hook may end before the hooks that are awaited; so the search goes on to where the event began.
    if (found === null && entry.kind === 'event' && isIt(entry) && isWhole(entry)) found = entry;
  }
  if (found === null) return null;
  const { id } = found;
  const place = placeOf(options.stateDir, options.projectDir);
  const own = <T extends { readonly of: string }>(entries: readonly T[]): readonly T[] =>
    entries.filter(({ of }) => of === id);
  return { event: found, late: own(late), observed: own(observed), ...(await new Plans(place).of(found)) };
}

/** The event that lies there, with what came later of hooks that it did not wait for; `null`: it is no longer stored. */
export async function eventAt(
  { stateDir, projectDir }: Where,
  at: Located,
  lateOnes: readonly Located[],
): Promise<WholeEvent | null> {
  const place = placeOf(stateDir, projectDir);
  const [event = null, ...others] = await entriesAt(place, [at, ...lateOnes]);
  if (event?.kind !== 'event' || !isWhole(event)) return null;
  const late = others.filter((entry) => entry?.kind === 'late').filter(({ of }) => of === event.id);
  const observed = others.filter((entry) => entry?.kind === 'observed').filter(({ of }) => of === event.id);
  return { event, late, observed, ...(await new Plans(place).of(event)) };
}

/** The plans and definitions of a project; each file is read once. */
class Plans {
  readonly #place: ProjectFiles;
  readonly #known = new Map<string, Promise<Kept>>();

  constructor(place: ProjectFiles) {
    this.#place = place;
  }

  /** The plan of an event with the words of its `if` rules in their place, and the hooks it was made from. */
  async of(event: EventEntry): Promise<Pick<WholeEvent, 'plan' | 'generation'>> {
    const kept = this.#known.get(event.generation) ?? this.#read(event.generation);
    this.#known.set(event.generation, kept);
    const { generation, plans } = await kept;
    const plan = plans.get(event.plan) ?? null;
    if (plan === null) return { plan, generation };
    const said = new Map(event.detail.conditions.map(({ hook, detail }) => [hook, detail]));
    const entries = plan.entries.map((each) => ({ ...each, detail: said.get(each.hook) ?? each.detail }));
    return { plan: { ...plan, entries }, generation };
  }

  async #read(id: string): Promise<Kept> {
    let generation: GenerationEntry | null = null;
    const plans = new Map<string, PlanRecord>();
    for await (const { lines } of linesForwards(generationFile(this.#place.generations, id))) {
      for (const line of lines) {
        const value = parseJson(line.toString('utf8'));
        if (!generationLine.is(value)) continue;
        if (value.kind === 'generation') generation ??= value;
        else if (!plans.has(value.digest)) plans.set(value.digest, value);
      }
    }
    return { generation, plans };
  }
}

interface Kept {
  readonly generation: GenerationEntry | null;
  readonly plans: ReadonlyMap<string, PlanRecord>;
}

/** The newest events of a session in full, newest last, and how many came before them. */
export async function wholeSession(
  options: Where & { readonly session: string; readonly most: number },
): Promise<{ readonly events: readonly WholeEvent[]; readonly before: number }> {
  let [events, before]: [EventEntry[], number] = [[], 0];
  const late = new Map<string, LateEntry[]>();
  const observed = new Map<string, ObservedEntry[]>();
  for await (const entry of readJournal({ ...options, whole: true })) {
    if (entry.kind === 'late') late.set(entry.of, [...(late.get(entry.of) ?? []), entry]);
    if (entry.kind === 'observed') observed.set(entry.of, [...(observed.get(entry.of) ?? []), entry]);
    if (entry.kind !== 'event' || !isWhole(entry)) continue;
    events.push(entry);
    if (events.length < 2 * options.most) continue;
    before += events.length - options.most;
    events = events.slice(-options.most);
  }
  before += Math.max(0, events.length - options.most);
  const plans = new Plans(placeOf(options.stateDir, options.projectDir));
  const whole: WholeEvent[] = [];
  for (const event of events.slice(-options.most))
    whole.push({
      event,
      late: late.get(event.id) ?? [],
      observed: observed.get(event.id) ?? [],
      ...(await plans.of(event)),
    });
  return { events: whole, before };
}

/** The hooks of a generation that took part in events; `null`: they are no longer stored. */
export async function hooksOf(where: Where, generation: string): Promise<ReadonlySet<string> | null> {
  const place = placeOf(where.stateDir, where.projectDir);
  for await (const { lines } of linesForwards(generationFile(place.generations, generation))) {
    for (const line of lines) {
      const value = parseJson(line.toString('utf8'));
      if (generationLine.is(value) && value.kind === 'generation')
        return new Set(value.hooks.filter(({ state }) => state === 'armed').map(({ id }) => id));
    }
  }
  return null;
}

/** The files that may hold what a filter asks for. */
export async function filesFor(options: Where & Filter): Promise<ReadableFile[]> {
  const place = placeOf(options.stateDir, options.projectDir);
  const onProblem = options.onProblem ?? nobody;
  const files = await readableFiles(place, options.session ?? null, await foldedFiles(place), onProblem);
  return files.filter(({ changed }) => changed >= (options.since ?? 0) - DISORDER_MS);
}

const forwards = (
  files: readonly ReadableFile[],
  { whole = false, observedOnly = false }: Pick<ReadOptions, 'whole' | 'observedOnly'>,
): Source[] =>
  files.map(({ path, size, header }) => ({
    bound: header.at,
    open: () => entriesOf(path, { whole, observedOnly, end: size }),
  }));

const backwards = (files: readonly ReadableFile[], whole: boolean): Source[] =>
  files.map(({ path, size, changed }) => ({
    bound: changed,
    open: () => entriesBackwards(path, { whole, end: size }),
  }));

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `30m`, `2h`, `7d`, `2w`, a date or a date with time, as milliseconds since the epoch; `null`: none of these. */
export function parseSince(text: string, now: number): number | null {
  const ago = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim());
  if (ago !== null) return now - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? Number.NaN);
  // Without a time zone a person means their own; ISO dates alone would be read as UTC.
  const local = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00` : text;
  const time = /^\d{4}-\d\d-\d\d/.test(local) ? Date.parse(local) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
