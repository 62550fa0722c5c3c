// The journal as the engine sees it: hears everything, waits for nothing, disturbs nobody.

import { basename } from 'node:path';
import { textIn } from '../files/index.js';
import type { Dispatched, Generation, HookInput, Journal, Observed, Plan, Run, Said } from '../nouns.js';
import { reasonOf, writeExactly } from '../text/index.js';
import { Appender } from './append.js';
import { forget, remember } from './at-exit.js';
import type { EventEntry, Header, LateEntry, LostEntry, ObservedEntry } from './entries.js';
import { Folder } from './fold.js';
import { FORMAT } from './format.js';
import { GenerationStore } from './generation-store.js';
import { type Heard, inputOf, isIdle } from './heard.js';
import { IdleCounts } from './idle.js';
import { Ids } from './ids.js';
import { type ProjectFiles, placeOf, sessionFile } from './layout.js';
import { happened, type JournalListener } from './listener.js';
import type { JournalProblem } from './problem.js';
import { eventEntry, lateEntry, observedEntry, type Recording, rehearsal } from './record.js';

export interface JournalOptions {
  readonly stateDir: string;
  readonly projectDir: string;
  /** `false`: nothing is recorded; a listener hears of it all the same. */
  readonly enabled?: boolean;
  /** Who else hears of events and of hooks in the background. */
  readonly listener?: JournalListener;
  /** A session file that would become larger is put aside; default 8 MiB. */
  readonly maxBytes?: number;
  /** All session files of the project together; the oldest beyond it are folded into roll-ups; default 64 MiB. */
  readonly maxTotalBytes?: number;
  /** Session files of the project; default 500. */
  readonly maxFiles?: number;
  /** `false` stores secrets as they are. */
  readonly redact?: boolean;
  /**
   * Stores what hooks are given and what they answer as it is, secrets too, and events that no hook runs for, so that `replay` can
   * play everything once more; default `false`.
   */
  readonly full?: boolean;
  /** The home directory of who runs hooks: `replay` puts another in its place. */
  readonly home?: string | null;
  /** Its events were given to somebody who was lost before he answered; default: they were not. */
  readonly repeated?: boolean;
  /** It is opened for one event and closed behind it: nothing is waited for, to be written together. */
  readonly brief?: boolean;
  /** How often counts of events without hooks are written; default 5000. */
  readonly idleEveryMs?: number;
  /** A file is folded only when nobody has written to it for this long; default 60000. */
  readonly quietMs?: number;
  readonly clock?: () => number;
  /** Called once for each kind of problem. */
  readonly onProblem?: (problem: JournalProblem) => void;
}

/** Events of so long are written together. */
const TOGETHER_MS = 50;
/** More events than these do not wait for each other. */
const MOST_WAITING = 200;
/** Sessions whose file is kept open. */
const MOST_OPEN = 16;

/** Names of events that nobody knows: how much of one is kept, and how many are told apart. */
const LONGEST_NAME = 100;
const MOST_UNKNOWN = 200;
const OTHERS = '(other unknown events)';
const MAX_BYTES = 8 * 1024 * 1024;

/** Where no plan is written, none is named. */
const NO_PLAN = { digest: '', conditions: [] };

/** What listeners hear of, whatever is kept. */
const FOR_OTHERS: Recording = { redact: true, full: false };

const NOBODY_LISTENS: Journal = {
  inForce: () => undefined,
  idle: () => undefined,
  unknown: () => true,
  dispatched: () => undefined,
  late: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

/**
 * Opens the journal of a project. Nothing is read or written before there is something to record.
 *
 * @example
 * const journal = openJournal({ stateDir: '/home/me/.local/state/amplifier-hooks', projectDir: process.cwd() });
 * const engine = createEngine({ projectDir: process.cwd(), journal });
 * // …
 * await engine.close();
 * await journal.close();
 */
export function openJournal(options: JournalOptions): Journal {
  const isHeard = options.enabled !== false || options.listener !== undefined;
  return isHeard ? new FileJournal(options) : NOBODY_LISTENS;
}

class FileJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #place: ProjectFiles;
  readonly #clock: () => number;
  readonly #recording: Recording;
  /** Something is written; otherwise there is only a listener. */
  readonly #isKept: boolean;
  readonly wantsAll: boolean;
  readonly #ids: Ids;
  readonly #idle: IdleCounts;
  readonly #store: GenerationStore;
  readonly #folder: Folder;
  readonly #files = new Map<string, Appender>();
  readonly #eventIds = new WeakMap<HookInput, { readonly id: string; dispatched: boolean }>();
  readonly #lost = new Map<string, { count: number; why: string }>();
  readonly #told = new Set<string>();
  readonly #unknown = new Set<string>();
  #heard: Heard[] = [];
  #isClosed = false;
  /** Ends the waiting for more to be written. */
  #soon: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#place = placeOf(options.stateDir, options.projectDir);
    this.#clock = options.clock ?? Date.now;
    this.#isKept = options.enabled !== false;
    this.wantsAll = this.#isKept && options.full === true;
    this.#recording = { redact: options.redact ?? true, full: this.wantsAll };
    this.#ids = new Ids(this.#clock);
    this.#idle = new IdleCounts(this.#clock, this.#recording.redact);
    this.#store = new GenerationStore({
      folder: this.#place.generations,
      header: () => this.#header(null),
      clock: this.#clock,
      redact: this.#recording.redact,
    });
    this.#folder = new Folder(this.#place, {
      maxTotalBytes: options.maxTotalBytes ?? 64 * 1024 * 1024,
      maxFiles: options.maxFiles ?? 500,
      quietMs: options.quietMs ?? 60_000,
      clock: this.#clock,
      header: () => this.#header(null),
      id: () => this.#ids.next(),
      onProblem: (error) => this.#problem(this.#place.folder, error),
    });
  }

  inForce(generation: Generation): void {
    this.#store.inForce(generation);
  }

  idle(plan: Plan, sessionId: string, times = 1): void {
    if (!this.#isKept) return;
    this.#idle.add(plan, sessionId, times);
    if (this.#timer === null) this.#startTimer();
  }

  unknown(event: string, sessionId: string): boolean {
    if (!this.#isKept) return true;
    const name = event.slice(0, LONGEST_NAME);
    const key = JSON.stringify([sessionId, name]);
    const isFirst = !this.#unknown.has(key) && !this.#isRecorded(name, sessionId);
    // Names that are made up one after the other are counted together.
    const counted = this.#unknown.has(key) || this.#unknown.size < MOST_UNKNOWN;
    if (counted) this.#unknown.add(key);
    this.#idle.add({ event: counted ? name : OTHERS, target: null }, sessionId);
    if (this.#timer === null) this.#startTimer();
    return isFirst && counted;
  }

  /** Whether such an event was counted in the session, by another process say. */
  #isRecorded(event: string, sessionId: string): boolean {
    const text = textIn(sessionFile(this.#place, sessionId), 2 * MAX_BYTES);
    return text?.includes(`{"event":${JSON.stringify(event)},"target":`) === true;
  }

  expected(plan: Plan, input: HookInput): void {
    // First the hooks are started, which is done by then.
    void Promise.resolve().then(() => setImmediate(() => this.#rehearse(plan, input)).unref());
  }

  #rehearse(plan: Plan, input: HookInput): void {
    try {
      if (this.#isClosed || !this.#isKept) return;
      this.#store.plan(plan);
      // Nobody reads this one. What was done once is done the second time in a tenth of the time, and now everybody waits anyway.
      writeExactly(rehearsal(input, this.#recording));
    } catch {
      // It is tried again, and told, with the event.
    }
  }

  dispatched(event: Dispatched): void {
    const early = this.#eventIds.get(event.input);
    const id = early?.dispatched === false ? early.id : this.#ids.next();
    this.#eventIds.set(event.input, { id, dispatched: true });
    this.#hear({ kind: 'event', id, event });
  }

  observed(seen: Observed): void {
    this.#hear({ kind: 'observed', id: this.#ids.next(), of: this.idOf(seen.of), seen });
  }

  late(run: Run, input: HookInput, texts: readonly Said<string>[]): void {
    const late = { run, input, texts, at: this.#clock() };
    // It may have ended before the hooks that are awaited; then the event gets the id that is given away here.
    const of = this.idOf(input);
    this.#hear({ kind: 'late', id: this.#ids.next(), of, late });
  }

  idOf(input: HookInput): string {
    const known = this.#eventIds.get(input);
    if (known !== undefined) return known.id;
    const id = this.#ids.next();
    this.#eventIds.set(input, { id, dispatched: false });
    return id;
  }

  recordedAs(input: HookInput, id: string): void {
    this.#eventIds.set(input, { id, dispatched: true });
  }

  async flush(): Promise<void> {
    this.drain();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.drain();
    await this.#folder.close();
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
    this.#store.close();
  }

  #hear(heard: Heard): void {
    this.#heard.push(heard);
    remember(this);
    this.#soon ??= this.#options.brief === true ? behind(this) : together(this);
    // In a storm the memory stays small; a moment of the event loop is still between the event and the disk.
    if (this.#heard.length === MOST_WAITING) setImmediate(() => this.drain());
  }

  #startTimer(): void {
    remember(this);
    this.#timer = setTimeout(() => this.drain(), this.#options.idleEveryMs ?? 5000).unref();
  }

  /** Writes everything heard so far: one write a session. Never throws. */
  drain(): void {
    this.#soon?.();
    if (this.#timer !== null) clearTimeout(this.#timer);
    [this.#soon, this.#timer] = [null, null];
    forget(this);
    const lines = new Map<string, string[]>();
    const put = (session: string, line: string): void => {
      const list = lines.get(session);
      if (list === undefined) lines.set(session, [line]);
      else list.push(line);
    };
    const heard = this.#heard;
    this.#heard = [];
    for (const each of heard) {
      const session = inputOf(each).sessionId;
      try {
        const entry = this.#entry(each, this.#recording);
        if (this.#options.listener !== undefined && !isIdle(each)) this.#tell(each, entry);
        if (this.#isKept) put(session, writeExactly(entry) ?? '');
      } catch (error) {
        this.#lose(session, 1, error, this.#place.folder);
      }
    }
    if (!this.#idle.isEmpty) for (const entry of this.#idle.take()) put(entry.session, JSON.stringify(entry));
    for (const [session, list] of lines) this.#write(session, list);
  }

  #entry(heard: Heard, how: Recording): EventEntry | LateEntry | ObservedEntry {
    if (heard.kind === 'observed') return observedEntry(heard.seen, heard.id, heard.of, how);
    if (heard.kind === 'late') return lateEntry(heard.late, heard.id, heard.of, how);
    const { repeated } = this.#options;
    const plan = this.#isKept ? this.#store.plan(heard.event.decision.plan) : NO_PLAN;
    return eventEntry(heard.event, heard.id, plan, { ...how, repeated });
  }

  /** Whoever else listens hears it redacted, whatever is kept. */
  #tell(heard: Heard, kept: EventEntry | LateEntry | ObservedEntry): void {
    const { redact, full } = this.#recording;
    try {
      const entry = redact && !full ? kept : this.#entry(heard, FOR_OTHERS);
      this.#options.listener?.hear(happened(entry, basename(this.#options.projectDir)));
    } catch {
      // What is recorded does not depend on who listens.
    }
  }

  #write(session: string, list: readonly string[]): void {
    const path = sessionFile(this.#place, session);
    const lost = this.#lost.get(session);
    const note: LostEntry[] =
      lost === undefined ? [] : [{ kind: 'lost', at: this.#clock(), session, ...lost }];
    try {
      const lines = [...note.map((entry) => JSON.stringify(entry)), ...list, ''];
      const { began } = this.#file(session, path).append(lines.join('\n'));
      this.#lost.delete(session);
      if (began) this.#folder.tidySoon();
    } catch (error) {
      this.#lose(session, list.length, error, path);
    }
  }

  #file(session: string, path: string): Appender {
    const known = this.#files.get(session);
    // Last in the map is most recently used.
    this.#files.delete(session);
    const file =
      known ??
      new Appender({
        path,
        header: () => this.#header(session),
        rotation: { maxBytes: this.#options.maxBytes ?? MAX_BYTES, id: () => this.#ids.next() },
      });
    this.#files.set(session, file);
    const [oldest] = this.#files;
    if (this.#files.size > MOST_OPEN && oldest !== undefined) {
      oldest[1].close();
      this.#files.delete(oldest[0]);
    }
    return file;
  }

  #header(session: string | null): string {
    const { home } = this.#options;
    const header: Header = {
      kind: 'journal',
      version: FORMAT,
      at: this.#clock(),
      project: this.#options.projectDir,
      ...(home == null ? {} : { home }),
      session,
    };
    return `${JSON.stringify(header)}\n`;
  }

  #lose(session: string, count: number, error: unknown, file: string): void {
    const why = reasonOf(error);
    this.#lost.set(session, { count: (this.#lost.get(session)?.count ?? 0) + count, why });
    this.#problem(file, error);
  }

  #problem(file: string, error: unknown): void {
    const why = reasonOf(error);
    const kind = error instanceof Error && 'code' in error ? String(error.code) : why;
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    const message = `the journal cannot be written: ${why}. Hooks run as before, but log, stats and explain --last will not know of it. Make the folder writable, or switch the journal off with AMPLIFIER_HOOKS_JOURNAL=off.`;
    try {
      this.#options.onProblem?.({ file, message });
    } catch {
      // The engine calls the journal in passing; a listener's fault must not reach it.
    }
  }
}

function together(journal: FileJournal): () => void {
  const timer = setTimeout(() => journal.drain(), TOGETHER_MS).unref();
  return () => clearTimeout(timer);
}

/** Without a timer, whose first one takes long to make. */
function behind(journal: FileJournal): () => void {
  const turn = setImmediate(() => journal.drain()).unref();
  return () => clearImmediate(turn);
}
