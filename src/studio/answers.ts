// The answers to everything that a page may ask, whoever carries them there.
import { type EventEntry, eventAt, tallied, type WholeEvent } from '../journal/index.js';
import { VERSION } from '../version.js';
import type {
  About,
  EventPage,
  Explained,
  Found,
  Health,
  HookTable,
  HookTest,
  SearchQuery,
  Wish,
} from './contract.js';
import type { Desk, Plan } from './desk.js';
import { Refused } from './desk.js';
import { eventPage } from './event-page.js';
import { hookTable } from './hook-table.js';
import { hookTest } from './hook-test.js';
import { eventsWith, findingsWith, hooksWith, MOST_RESULTS, sessionsWith } from './search.js';
import type { Found as FoundRow } from './store.js';
import type { Watched, Watching } from './watching.js';

export interface Places {
  readonly stateDir: string;
  readonly home: string;
}

/** What was asked for is not there. */
export class Missing extends Error {}

export class Answers {
  readonly #watching: Watching;
  readonly #desk: Desk;
  readonly #places: Places;
  /** What the doctor said last; looking takes a while. */
  readonly #health = new Map<string, Promise<Health>>();

  constructor(watching: Watching, desk: Desk, places: Places) {
    this.#watching = watching;
    this.#desk = desk;
    this.#places = places;
  }

  about(token: string): About {
    return {
      version: VERSION,
      kind: 'live',
      projects: this.#watching.projects(),
      token,
      noTrust: this.#desk.noTrust,
      made: null,
    };
  }

  async event(project: string, id: string): Promise<EventPage> {
    const { whole, found } = await this.#whole(project, id);
    const { events } = this.#watching.store;
    const trust = this.#trustIn(project);
    return eventPage(whole, {
      project,
      lane: events.lane[found.row] ?? 0,
      ...this.#watching.store.neighbours(found.row),
      trustOf: (hook) => trust.get(hook) ?? null,
    });
  }

  async explain(project: string, id: string): Promise<Explained> {
    const { whole } = await this.#whole(project, id);
    return this.#desk.explain(this.#there(project).projectDir, whole.event);
  }

  async hookTest(project: string, id: string): Promise<HookTest> {
    const { whole } = await this.#whole(project, id);
    return hookTest(whole.event, { project: this.#watched(project).projectDir, home: this.#places.home });
  }

  /** `since` in milliseconds since the epoch; `null`: everything. */
  async hooks(project: string, since: number | null): Promise<HookTable> {
    const watched = this.#there(project);
    const { projectDir } = watched;
    const { stateDir } = this.#places;
    const tally = since === null ? watched.tally : (await tallied({ stateDir, projectDir, since })).tally;
    const spans = [...watched.tally.sessions.values()];
    const to = spans.reduce((latest, { last }) => Math.max(latest, last), 0);
    const from = since ?? spans.reduce((first, span) => Math.min(first, span.first), to);
    const configured = await this.#desk.hooks(projectDir, watched.tally);
    return hookTable(configured, {
      project,
      tally,
      rows: this.#watching.store,
      from,
      to: Math.max(from, to),
    });
  }

  /** What was found a moment ago may be out of date: whoever asks gets it new. */
  health(project: string): Promise<Health> {
    const { projectDir } = this.#there(project);
    const looking = this.#desk
      .health(projectDir)
      .then((findings): Health => ({ project, at: Date.now(), findings }));
    this.#health.set(project, looking);
    looking.catch(() => this.#health.delete(project));
    return looking;
  }

  async search({ query, project, limit = MOST_RESULTS }: SearchQuery, signal: AbortSignal): Promise<Found> {
    const words = query.trim();
    if (words === '') return { query, results: [], more: false, until: null };
    const most = Math.max(1, Math.min(limit, MOST_RESULTS));
    const watched = this.#watching
      .projects()
      .filter(({ key }) => project === undefined || key === project)
      .flatMap(({ key }) => this.#watching.watched(key) ?? []);
    const inside = new Set(watched.map(({ key }) => key));
    const lanes = [...this.#watching.store.lanes.values()].filter((lane) => inside.has(lane.project));
    const others = [
      ...(await this.#hooksWith(words, watched)),
      ...sessionsWith(words, lanes),
      ...(await this.#findingsWith(words, watched)),
    ];
    const { stateDir } = this.#places;
    const events = await eventsWith(watched, { stateDir, query: words, limit: most, signal });
    const results = [...others, ...events.results];
    return {
      query,
      results: results.slice(0, most),
      more: events.more || results.length > most,
      until: events.until,
    };
  }

  async plan(wish: Wish): Promise<Plan> {
    const { projectDir } = this.#there(wish.project);
    const event =
      wish.action === 'run-again' ? (await this.#whole(wish.project, wish.event)).whole.event : null;
    return this.#desk.plan(projectDir, wish, event);
  }

  async #hooksWith(words: string, watched: readonly Watched[]): Promise<Found['results']> {
    const found = watched
      .filter(({ key }) => this.#isThere(key))
      .map(async ({ key, projectDir, tally }) => {
        const rows = await this.#desk.hooks(projectDir, tally);
        return hooksWith(
          words,
          key,
          rows.map((row) => ({ ...row, numbers: null })),
        );
      });
    return (await Promise.all(found)).flat();
  }

  /** Only in what was looked at already: searching is no examination. */
  async #findingsWith(words: string, watched: readonly Watched[]): Promise<Found['results']> {
    const known = watched.flatMap(({ key }) => this.#health.get(key) ?? []);
    return (await Promise.all(known)).flatMap((health) => findingsWith(words, health));
  }

  #watched(project: string): Watched {
    const found = this.#watching.watched(project);
    if (found === null) throw new Missing(`There is no project "${project}" here.`);
    return found;
  }

  #isThere(project: string): boolean {
    return this.#watching.projects().some(({ key, there }) => key === project && there);
  }

  #there(project: string): Watched {
    const found = this.#watched(project);
    if (!this.#isThere(project)) throw new Refused(`${found.projectDir} is not there any more.`);
    return found;
  }

  #trustIn(project: string): ReturnType<Desk['trust']> {
    return this.#isThere(project) ? this.#desk.trust(this.#watched(project).projectDir) : new Map();
  }

  async #whole(
    project: string,
    id: string,
  ): Promise<{ readonly whole: WholeEvent & { readonly event: EventEntry }; readonly found: FoundRow }> {
    const { projectDir } = this.#watched(project);
    const { stateDir } = this.#places;
    const found = this.#watching.store.find(project, id);
    const whole = found === null ? null : await eventAt({ stateDir, projectDir }, found.at, found.late);
    if (found === null || whole === null || whole.event.id !== id)
      throw new Missing('This event is no longer recorded.');
    return { whole, found };
  }
}
