// The journals of all projects as one, in the order of time.
import type { Entry } from './entries.js';
import { followJournal } from './follow.js';
import { recordedAt } from './parse.js';
import { recordedProjects } from './projects.js';
import { type ReadOptions, readJournal } from './read.js';

/** An entry, and whose it is. */
export interface Placed {
  readonly project: string;
  readonly entry: Entry;
}

type Everywhere = Omit<ReadOptions, 'projectDir'>;

/** Entries of all projects, newest last. */
export async function* readEverywhere(options: Everywhere): AsyncGenerator<Placed> {
  const projects = (await recordedProjects(options.stateDir)).map(({ projectDir }) => projectDir);
  const { last = null } = options;
  if (last === null) {
    yield* inOrder(
      projects.map((projectDir) => ({ projectDir, entries: readJournal({ ...options, projectDir }) })),
    );
    return;
  }
  const found: Placed[] = [];
  for (const project of projects)
    for await (const entry of readJournal({ ...options, projectDir: project }))
      found.push({ project, entry });
  yield* newestOf(found, last);
}

const newestOf = (found: readonly Placed[], last: number): readonly Placed[] =>
  last === 0 ? [] : [...found].sort(byTime).slice(-last);

const byTime = (a: Placed, b: Placed): number => recordedAt(a.entry) - recordedAt(b.entry);

interface Source {
  readonly projectDir: string;
  readonly entries: AsyncGenerator<Entry>;
}

/** Several that are in order each, together. */
async function* inOrder(sources: readonly Source[]): AsyncGenerator<Placed> {
  const heads = new Map<Source, Entry>();
  const advance = async (source: Source): Promise<void> => {
    const step = await source.entries.next();
    if (step.done === true) heads.delete(source);
    else heads.set(source, step.value);
  };
  for (const source of sources) await advance(source);
  while (heads.size > 0) {
    const [first] = [...heads].sort(([, a], [, b]) => recordedAt(a) - recordedAt(b));
    if (first === undefined) return;
    yield { project: first[0].projectDir, entry: first[1] };
    await advance(first[0]);
  }
}

/** Projects that begin to record while others are followed are noticed after so long. */
const LOOK_MS = 1000;
/** Of such a project everything is new; it is not much by then. */
const ALL_OF_A_NEW_ONE = 10_000;

/** The newest entries of all projects (`last`, default none), and then every new one until `signal` says to stop. */
export async function* followEverywhere(
  options: Everywhere & { readonly signal: AbortSignal },
): AsyncGenerator<Placed> {
  const crowd = new Crowd(options);
  const look = setInterval(() => void crowd.join(ALL_OF_A_NEW_ONE), LOOK_MS);
  try {
    const there = await crowd.join(options.last ?? 0);
    await Promise.all(there);
    yield* newestOf(crowd.take(), options.last ?? 0);
    while (!options.signal.aborted) {
      yield* crowd.take();
      await crowd.news();
    }
  } finally {
    clearInterval(look);
  }
}

/** Followers of many journals, who put what they read into one place. */
class Crowd {
  readonly #options: Everywhere & { readonly signal: AbortSignal };
  readonly #known = new Set<string>();
  #heard: Placed[] = [];
  #wake: () => void = () => undefined;
  #failed: { readonly error: unknown } | null = null;

  constructor(options: Everywhere & { readonly signal: AbortSignal }) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  /** Follows those that are not followed yet; each resolves when what was there is read. */
  async join(last: number): Promise<readonly Promise<void>[]> {
    const all = await recordedProjects(this.#options.stateDir);
    const strangers = all.filter(({ projectDir }) => !this.#known.has(projectDir));
    return strangers.map(({ projectDir }) => {
      this.#known.add(projectDir);
      return new Promise<void>((resolve) => {
        void this.#follow(projectDir, last, resolve).catch((error: unknown) => {
          this.#failed = { error };
          resolve();
          this.#wake();
        });
      });
    });
  }

  take(): readonly Placed[] {
    if (this.#failed !== null) throw this.#failed.error;
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  async news(): Promise<void> {
    if (this.#heard.length > 0 || this.#failed !== null || this.#options.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  async #follow(project: string, last: number, onReady: () => void): Promise<void> {
    for await (const entry of followJournal({ ...this.#options, projectDir: project, last, onReady })) {
      this.#heard.push({ project, entry });
      this.#wake();
    }
    onReady();
  }
}
