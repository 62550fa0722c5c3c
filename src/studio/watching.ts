// Reads the journals of one or all projects into memory, and goes on as they grow.
import { basename } from 'node:path';
import { isFolder } from '../files/index.js';
import {
  Alarm,
  Growth,
  journalFolder,
  listFiles,
  parseHead,
  placeOf,
  projectFolders,
  projectKey,
  recordedProjects,
  rolledUp,
  Tally,
} from '../journal/index.js';
import type { Appended, Project, Timeline, TimelineQuery } from './contract.js';
import { tableOf, windowOf } from './rows.js';
import { Store } from './store.js';

export interface WatchingOptions {
  readonly stateDir: string;
  /** `null`: all projects that something is recorded of. */
  readonly projectDir: string | null;
  /** Hears of files that cannot be read. */
  readonly onProblem: (problem: { readonly file: string; readonly message: string }) => void;
}

/** What happened: new rows, or so much that everything has to be asked for again. */
export type News = { readonly kind: 'appended'; readonly more: Appended } | { readonly kind: 'again' };

/** One project whose journal is read. */
export interface Watched {
  readonly key: string;
  readonly projectDir: string;
  readonly folder: string;
  /** Sums of everything that is recorded, also of what is no longer in memory. */
  tally: Tally;
  readonly growth: Growth;
  /** Its files were read once. */
  isRead: boolean;
  /** Of older files only sums are left. */
  isFolded: boolean;
}

/** More new events at once than these are not told one by one. */
const MOST_TOLD = 500;

export class Watching {
  readonly #store: Store;
  readonly #options: WatchingOptions;
  readonly #stop = new AbortController();
  readonly #alarm = new Alarm(this.#stop.signal);
  readonly #projects = new Map<string, Watched>();
  readonly #listeners = new Set<(news: News) => void>();
  #going: Promise<void> = Promise.resolve();

  constructor(options: WatchingOptions, store = new Store()) {
    this.#options = options;
    this.#store = store;
  }

  /** Everything that is in memory, in order. */
  get store(): Store {
    this.#store.settle();
    return this.#store;
  }

  /** Resolves when everything that is recorded so far was read; goes on until it is closed. */
  async start(): Promise<void> {
    const { stateDir, projectDir } = this.#options;
    if (projectDir === null) this.#alarm.watch(journalFolder(stateDir));
    else this.#add(projectKey(stateDir, projectDir), projectDir);
    await this.#look(null);
    this.#going = this.#goOn();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#going;
    this.#alarm.close();
  }

  /** Calls back with everything new; returns what ends that. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watched(key: string): Watched | null {
    return this.#projects.get(key) ?? null;
  }

  /** The one whose events came last is first. */
  projects(): readonly Project[] {
    const spans = new Map<string, { first: number; last: number; events: number }>();
    for (const { project, first, last, events } of this.store.lanes.values()) {
      const span = spans.get(project);
      spans.set(project, {
        first: Math.min(span?.first ?? first, first),
        last: Math.max(span?.last ?? last, last),
        events: (span?.events ?? 0) + events,
      });
    }
    return [...this.#projects.values()]
      .map(({ key, projectDir }): Project => {
        const span = spans.get(key);
        return {
          key,
          name: basename(projectDir) || projectDir,
          folder: projectDir,
          there: isFolder(projectDir),
          events: span?.events ?? 0,
          first: span?.first ?? null,
          last: span?.last ?? null,
        };
      })
      .sort((a, b) => (b.last ?? 0) - (a.last ?? 0));
  }

  timeline(query: TimelineQuery): Timeline {
    const { store } = this;
    const older = store.forgot || [...this.#projects.values()].some(({ isFolded }) => isFolded);
    return windowOf(store, query, { version: store.version, older });
  }

  async #goOn(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const rang = await this.#alarm.next();
      if (this.#stop.signal.aborted) return;
      try {
        await this.#look(rang);
      } catch (error) {
        // A folder that cannot be read for a moment is looked at again.
        this.#options.onProblem({ file: this.#options.stateDir, message: String(error) });
      }
    }
  }

  /** Reads what is new in some folders; `null`: in all. */
  async #look(folders: ReadonlySet<string> | null): Promise<void> {
    if (this.#options.projectDir === null) await this.#lookForProjects(folders);
    for (const watched of this.#projects.values())
      if (folders === null || !watched.isRead || folders.has(watched.folder)) await this.#read(watched);
  }

  /** A folder says of which project it is only when something is written in it. */
  async #lookForProjects(folders: ReadonlySet<string> | null): Promise<void> {
    const known = new Set([...this.#projects.values()].map(({ folder }) => folder));
    if (folders !== null && [...folders].every((folder) => known.has(folder))) return;
    const { stateDir } = this.#options;
    for (const folder of projectFolders(stateDir)) this.#alarm.watch(folder);
    for (const { key, projectDir } of await recordedProjects(stateDir)) this.#add(key, projectDir);
  }

  #add(key: string, projectDir: string): void {
    if (this.#projects.has(key)) return;
    const { stateDir, onProblem } = this.#options;
    const place = placeOf(stateDir, projectDir);
    const watched: Watched = {
      key,
      projectDir,
      folder: place.folder,
      tally: new Tally(),
      growth: new Growth(place, {
        parse: parseHead,
        onProblem,
        onDamaged: () => {
          watched.tally.damaged += 1;
        },
      }),
      isRead: false,
      isFolded: false,
    };
    this.#projects.set(key, watched);
    this.#alarm.watch(place.folder);
  }

  async #read(watched: Watched): Promise<void> {
    const { stateDir, onProblem } = this.#options;
    const isFirst = !watched.isRead;
    if (isFirst) {
      const { tally, folded } = await rolledUp({ stateDir, projectDir: watched.projectDir, onProblem });
      const place = placeOf(stateDir, watched.projectDir);
      watched.tally = tally;
      watched.isFolded = folded.size > 0;
      watched.growth.leaveOut(listFiles(place).filter(({ name }) => folded.has(name)));
      watched.isRead = true;
    }
    const [added, ended]: [Set<string>, Set<string>] = [new Set(), new Set()];
    let isNew = false;
    for await (const { entry, at } of watched.growth.grown()) {
      if (this.#stop.signal.aborted) return;
      isNew = true;
      watched.tally.add(entry);
      if (entry.kind === 'event') {
        this.#store.add(entry, watched.key, at);
        added.add(entry.id);
      }
      const isEnd = entry.kind === 'late' || entry.kind === 'observed';
      const of = isEnd ? this.#store.addLate(entry, at) : null;
      if (of !== null && !added.has(of)) ended.add(of);
    }
    if (!isNew) return;
    this.#tell(
      isFirst || added.size > MOST_TOLD
        ? { kind: 'again' }
        : { kind: 'appended', more: this.#appended(added, ended) },
    );
  }

  /** New rows lie at the end, or near it. */
  #appended(added: ReadonlySet<string>, ended: ReadonlySet<string>): Appended {
    const { events, lanes, version } = this.store;
    const rows: number[] = [];
    for (let row = events.id.length - 1; row >= 0 && rows.length < added.size; row -= 1)
      if (added.has(events.id[row] ?? '')) rows.unshift(row);
    const grown = new Set(rows.map((row) => events.lane[row] ?? -1));
    return {
      version,
      lanes: [...grown].flatMap((lane) => lanes.get(lane) ?? []),
      ...tableOf(this.store, rows, true),
      ended: [...ended],
    };
  }

  #tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}
