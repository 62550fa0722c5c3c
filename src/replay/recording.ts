// What is played once more: recorded events in the order of time, each with everything that belongs to it.
import { isDeepStrictEqual } from 'node:util';
import {
  type Entry,
  type EventEntry,
  hooksOf,
  isWhole,
  type JournalFileContent,
  type LateEntry,
  type ReadOptions,
  readJournal,
} from '../journal/index.js';

/** Where the events happened. */
export interface Origin {
  readonly project: string;
  /** `null`: not known. */
  readonly home: string | null;
}

/** One event, as it was. */
export interface Recorded {
  readonly entry: EventEntry;
  /** Its second round: stronger hooks judged the call as a weaker one had rewritten it. */
  readonly again: EventEntry | null;
  /** Its background hooks that ended. */
  readonly late: readonly LateEntry[];
  /** `false`: it is played only for what its session remembers of it. */
  readonly asked: boolean;
}

/** Events of one kind that no hook ran for: only their number is known. */
export interface Counted {
  readonly event: string;
  readonly target: string | null;
  readonly count: number;
}

export interface Recording {
  readonly origin: Origin;
  readonly events: readonly Recorded[];
  readonly counted: readonly Counted[];
  /** Entries that could not be written when they happened. */
  readonly lost: number;
  /** Hooks that were in force all the time: an event that was only counted concerned none of them. */
  readonly inForce: ReadonlySet<string>;
}

/** Which part of a journal is meant: a session, or what happened since a moment. */
export interface Asked {
  readonly session: string | null;
  readonly since: number | null;
}

/** Reads them from the journal of a project. Sessions are read from their beginning: what they remember counts. */
export async function recordingOf(where: ReadOptions, home: string | null, asked: Asked): Promise<Recording> {
  const { session, since } = asked;
  const sessions = new Set<string>();
  if (since !== null)
    for await (const entry of readJournal({ ...where, session, since })) sessions.add(entry.session);
  const entries: Entry[] = [];
  for await (const entry of readJournal({ ...where, session, whole: true }))
    if (since === null || sessions.has(entry.session)) entries.push(entry);
  const recording = together({ project: where.projectDir, home }, entries, since ?? 0);
  return { ...recording, inForce: await alwaysInForce(where, recording.events) };
}

async function alwaysInForce(where: ReadOptions, events: readonly Recorded[]): Promise<ReadonlySet<string>> {
  let common: ReadonlySet<string> | null = null;
  for (const generation of new Set(events.map(({ entry }) => entry.generation))) {
    const hooks = await hooksOf(where, generation);
    const known: ReadonlySet<string> = common ?? hooks ?? new Set();
    common = new Set([...known].filter((id) => hooks?.has(id) === true));
  }
  return common ?? new Set();
}

/** The same from a file of a journal, or what `log --json` printed. */
export const recordingIn = (
  { header, entries }: JournalFileContent,
  here: Origin,
  { since }: Asked,
): Recording =>
  together(
    header === null ? here : { project: header.project, home: header.home ?? null },
    entries,
    since ?? 0,
  );

/** Puts together what belongs to one event. */
export function together(origin: Origin, entries: readonly Entry[], since: number): Recording {
  const rounds = entries.filter((entry) => entry.kind === 'event').filter(isWhole);
  const late = new Map<string, LateEntry[]>();
  for (const entry of entries)
    if (entry.kind === 'late') late.set(entry.of, [...(late.get(entry.of) ?? []), entry]);
  const second = secondRounds(rounds);
  const counted = new Map<string, Counted>();
  let lost = 0;
  for (const entry of entries) {
    if (entry.kind === 'lost') lost += entry.count;
    if (entry.kind !== 'idle' || entry.at < since) continue;
    for (const { event, target, count } of entry.counts) {
      const key = JSON.stringify([event, target]);
      counted.set(key, { event, target, count: (counted.get(key)?.count ?? 0) + count });
    }
  }
  return {
    origin,
    events: rounds
      .filter(({ rewrittenBy }) => rewrittenBy === undefined)
      .map((entry) => ({
        entry,
        again: second.get(entry.id) ?? null,
        late: late.get(entry.id) ?? [],
        asked: entry.at >= since,
      })),
    counted: [...counted.values()],
    lost,
    inForce: new Set(),
  };
}

/** By the id of the first round. Calls of one session may run side by side, so the nearest one whose rewrite it judges is meant. */
function secondRounds(rounds: readonly EventEntry[]): ReadonlyMap<string, EventEntry> {
  const found = new Map<string, EventEntry>();
  const waiting = new Map<string, EventEntry[]>();
  for (const entry of rounds) {
    const open = waiting.get(entry.session) ?? [];
    waiting.set(entry.session, open);
    if (entry.rewrittenBy === undefined) {
      if (entry.detail.decision.updatedInput !== null) open.push(entry);
      continue;
    }
    const at = open.findLastIndex((first) => isOf(entry, first));
    const [first] = at < 0 ? [] : open.splice(at, 1);
    if (first !== undefined) found.set(first.id, entry);
  }
  return found;
}

function isOf(second: EventEntry, first: EventEntry): boolean {
  const { updatedInput } = first.detail.decision;
  return (
    first.event === second.event &&
    updatedInput?.by === second.rewrittenBy &&
    isDeepStrictEqual(idOf(first), idOf(second))
  );
}

const idOf = ({ detail }: EventEntry): unknown => detail.input['tool_use_id'];
