// Counts entries, in memory that grows with the number of hooks, events and sessions, not of entries.
import type { HookId, ModelWork } from '../nouns.js';
import type { Entry, EventHead, RunHead } from './entries.js';
import { Histogram } from './histogram.js';
import type {
  EventSums,
  HookSums,
  LastRun,
  ModelSums,
  ObservedSums,
  SessionSpan,
  StoredTally,
  WarmSums,
} from './sums.js';

type Counts<Key extends string> = { [K in Key]?: number };

export interface HookTally extends HookSums {
  readonly durations: Histogram;
}

export class Tally {
  readonly hooks = new Map<HookId, HookTally>();
  readonly events = new Map<string, EventSums>();
  readonly sessions = new Map<string, SessionSpan>();
  /** Entries that could not be written. */
  lost = 0;
  /** Lines that could not be read. */
  damaged = 0;

  add(entry: Entry): void {
    switch (entry.kind) {
      case 'event':
        this.#addEvent(entry);
        break;
      case 'late':
        this.#span(entry.session, entry.at, entry.at);
        this.#addRun(entry.run, entry.event, entry.at, 'late');
        break;
      case 'observed':
        this.#span(entry.session, entry.at, entry.at);
        this.#addRun(entry.run, entry.event, entry.at, 'observed');
        break;
      case 'idle':
        this.#span(entry.session, entry.from, entry.at);
        for (const { event, count } of entry.counts) this.#event(event).idle += count;
        break;
      case 'lost':
        this.lost += entry.count;
    }
  }

  /** Sums of a folded file. */
  merge(stored: StoredTally): void {
    for (const [id, { buckets, maxMs, ...sums }] of Object.entries(stored.hooks)) {
      const known = this.hooks.get(id);
      const durations = known?.durations ?? new Histogram();
      durations.merge(buckets, maxMs);
      if (known === undefined) this.hooks.set(id, { ...sums, durations });
      else addSums(known, sums);
    }
    for (const [name, sums] of Object.entries(stored.events)) {
      const event = this.#event(name);
      event.ran += sums.ran;
      event.idle += sums.idle;
      event.totalMs += sums.totalMs;
      addCounts(event.verdicts, sums.verdicts);
    }
    for (const [id, { first, last }] of Object.entries(stored.sessions)) this.#span(id, first, last);
    this.lost += stored.lost;
    this.damaged += stored.damaged;
  }

  stored(): StoredTally {
    const hooks = [...this.hooks].map(
      ([id, { durations, ...sums }]): [string, StoredTally['hooks'][string]] => [
        id,
        { ...sums, buckets: durations.buckets(), maxMs: durations.max },
      ],
    );
    return {
      hooks: Object.fromEntries(hooks),
      events: Object.fromEntries(this.events),
      sessions: Object.fromEntries(this.sessions),
      lost: this.lost,
      damaged: this.damaged,
    };
  }

  #addEvent(entry: EventHead): void {
    this.#span(entry.session, entry.at, entry.at + entry.ms);
    const sums = this.#event(entry.event);
    // A journal that keeps everything has those that no hook ran for, too.
    if (entry.runs.length === 0 && entry.verdict === 'nothing') {
      sums.idle += 1;
      return;
    }
    sums.ran += 1;
    sums.totalMs += entry.ms;
    count(sums.verdicts, entry.verdict, 1);
    for (const run of entry.runs) this.#addRun(run, entry.event, entry.at, 'event');
    for (const id of new Set(entry.conflicts?.flatMap(({ hooks }) => hooks))) {
      const hook = this.hooks.get(id);
      if (hook !== undefined) hook.conflicts = (hook.conflicts ?? 0) + 1;
    }
  }

  /** A background hook is heard of twice: with its event, when it starts, and late, when it ends. It ran once. */
  #addRun(run: RunHead, event: string, at: number, heard: 'event' | 'late' | 'observed'): void {
    const { outcome, exitCode, ms, verdict, failed, start } = run;
    const how = start === undefined ? {} : { start };
    const observed = heard === 'observed' ? { observed: true } : {};
    const last: LastRun = { at, outcome, exitCode, ms, verdict, failed, ...how, ...observed };
    let sums = this.hooks.get(run.hook);
    if (sums === undefined) {
      sums = {
        label: run.label,
        event,
        runs: 0,
        totalMs: 0,
        contextBytes: 0,
        verdicts: {},
        failures: {},
        last,
        lastError: null,
        durations: new Histogram(),
      };
      this.hooks.set(run.hook, sums);
    }
    if (heard === 'event') {
      sums.runs += 1;
      count(sums.verdicts, verdict, 1);
    }
    if (outcome !== 'background') sums.durations.add(ms);
    if (heard === 'observed') {
      sums.observed = addObserved(sums.observed, { runs: 1, verdicts: { [verdict]: 1 } });
    } else {
      if (outcome !== 'background') sums.totalMs += ms;
      sums.contextBytes += run.contextBytes;
    }
    if (run.over !== undefined) sums.overBudget = (sums.overBudget ?? 0) + 1;
    if (run.overridden === true) sums.overridden = (sums.overridden ?? 0) + 1;
    if (run.work !== undefined) sums.models = addModels(sums.models, modelSums(run.work));
    if (start !== undefined && start.kind !== 'cold')
      sums.warm = addWarm(sums.warm, { runs: 1, savedMs: start.savedMs ?? 0 });
    if (at >= sums.last.at) [sums.last, sums.label] = [last, run.label];
    if (failed === null) return;
    count(sums.failures, failed.kind, 1);
    if (at >= (sums.lastError?.at ?? 0)) sums.lastError = { at, ...failed };
  }

  #event(name: string): EventSums {
    const known = this.events.get(name);
    if (known !== undefined) return known;
    const sums: EventSums = { ran: 0, idle: 0, totalMs: 0, verdicts: {} };
    this.events.set(name, sums);
    return sums;
  }

  #span(session: string, first: number, last: number): void {
    const span = this.sessions.get(session);
    if (span === undefined) this.sessions.set(session, { first, last });
    else {
      if (first < span.first) span.first = first;
      if (last > span.last) span.last = last;
    }
  }
}

function modelSums({ calls, inputTokens, outputTokens, costUsd }: ModelWork): ModelSums {
  return { calls, inputTokens, outputTokens, costUsd: costUsd ?? 0, unpriced: costUsd === null ? calls : 0 };
}

function addModels(sums: ModelSums | undefined, more: ModelSums): ModelSums {
  if (sums === undefined) return more;
  return {
    calls: sums.calls + more.calls,
    inputTokens: sums.inputTokens + more.inputTokens,
    outputTokens: sums.outputTokens + more.outputTokens,
    costUsd: sums.costUsd + more.costUsd,
    unpriced: sums.unpriced + more.unpriced,
  };
}

const addWarm = (sums: WarmSums | undefined, more: WarmSums): WarmSums => ({
  runs: (sums?.runs ?? 0) + more.runs,
  savedMs: (sums?.savedMs ?? 0) + more.savedMs,
});

function addObserved(sums: ObservedSums | undefined, more: ObservedSums): ObservedSums {
  const verdicts = { ...sums?.verdicts };
  addCounts(verdicts, more.verdicts);
  return { runs: (sums?.runs ?? 0) + more.runs, verdicts };
}

function addSums(sums: HookSums, more: HookSums): void {
  sums.runs += more.runs;
  sums.totalMs += more.totalMs;
  sums.contextBytes += more.contextBytes;
  addCounts(sums.verdicts, more.verdicts);
  addCounts(sums.failures, more.failures);
  if (more.models !== undefined) sums.models = addModels(sums.models, more.models);
  if (more.warm !== undefined) sums.warm = addWarm(sums.warm, more.warm);
  if (more.observed !== undefined) sums.observed = addObserved(sums.observed, more.observed);
  for (const key of ['overBudget', 'overridden', 'conflicts'] as const)
    if (more[key] !== undefined) sums[key] = (sums[key] ?? 0) + more[key];
  if (more.last.at >= sums.last.at) [sums.last, sums.label] = [more.last, more.label];
  if ((more.lastError?.at ?? 0) > (sums.lastError?.at ?? 0)) sums.lastError = more.lastError;
}

function addCounts<Key extends string>(counts: Counts<Key>, more: Readonly<Counts<Key>>): void {
  for (const key in more) count(counts, key, more[key] ?? 0);
}

function count<Key extends string>(counts: Counts<Key>, key: Key, by: number): void {
  counts[key] = (counts[key] ?? 0) + by;
}
