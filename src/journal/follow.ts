// The journal as it grows: appended lines, new sessions, files that are put aside meanwhile.
import { type FSWatcher, watch } from 'node:fs';
import { endOfLines, linesForwards } from '../files/index.js';
import type { Entry } from './entries.js';
import { entriesIn, headerOf } from './files.js';
import { type JournalFile, listFiles, type ProjectFiles, placeOf } from './layout.js';
import { parseHead, parseWhole } from './parse.js';
import { filesFor, filtered, newest, type ReadOptions } from './read.js';

/** Where no notice comes from the system, the files are looked at this often. */
const LOOK_MS = 500;

/** The newest entries (`last`, default none), and then every new one until `signal` says to stop. */
export async function* followJournal(
  options: ReadOptions & {
    readonly signal: AbortSignal;
    /** Called when what was there before is given. */
    readonly onReady?: () => void;
  },
): AsyncGenerator<Entry> {
  const place = placeOf(options.stateDir, options.projectDir);
  const growth = new Growth(place, options);
  const alarm = new Alarm(place.folder, options.signal);
  try {
    const there = listFiles(place);
    const files = await filesFor({ ...options, since: null });
    await growth.begin(there, files);
    yield* await newest(files, options, options.last ?? 0);
    options.onReady?.();
    while (!options.signal.aborted) {
      for await (const entry of growth.entries()) {
        const seen = filtered(entry, options);
        if (seen !== null) yield seen;
        if (options.signal.aborted) return;
      }
      await alarm.next();
    }
  } finally {
    alarm.close();
  }
}

/** How far each file was read. */
class Growth {
  readonly #place: ProjectFiles;
  readonly #options: ReadOptions;
  /** By identity, which a file keeps when it gets another name; `null`: not a file to read. */
  readonly #places = new Map<string, number | null>();

  constructor(place: ProjectFiles, options: ReadOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** What the readable files hold is known; others that were there before are none to read. */
  async begin(there: readonly JournalFile[], files: readonly JournalFile[]): Promise<void> {
    for (const { identity } of there) this.#places.set(identity, null);
    for (const { identity, path, size } of files) this.#places.set(identity, await endOfLines(path, size));
  }

  async *entries(): AsyncGenerator<Entry> {
    const parse = this.#options.whole === true ? parseWhole : parseHead;
    const files = listFiles(this.#place, this.#options.session ?? null);
    for (const { path, size, identity } of files) {
      const start = this.#places.get(identity) ?? (await this.#first(identity, path));
      if (start === null || size <= start) continue;
      for await (const { lines, behind } of linesForwards(path, { start, end: size })) {
        this.#places.set(identity, behind);
        yield* entriesIn(lines, parse);
      }
    }
  }

  /** Where to begin with a file not seen before; `null`: not now, or not at all. */
  async #first(identity: string, path: string): Promise<number | null> {
    if (this.#places.has(identity)) return null;
    const header = await headerOf(path, (problem) => {
      this.#places.set(identity, null);
      this.#options.onProblem?.(problem);
    });
    return header === null ? null : 0;
  }
}

/** Rings when something may have changed. */
class Alarm {
  readonly #watcher: FSWatcher | null;
  readonly #signal: AbortSignal;
  readonly #ring = (): void => {
    this.#rang = true;
    this.#wake();
  };
  #rang = false;
  #wake: () => void = () => undefined;

  constructor(folder: string, signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#ring);
    this.#watcher = watched(folder, this.#ring);
  }

  async next(): Promise<void> {
    if (!this.#rang && !this.#signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, LOOK_MS);
      });
      clearTimeout(timer);
    }
    this.#rang = false;
  }

  close(): void {
    this.#watcher?.close();
    this.#signal.removeEventListener('abort', this.#ring);
  }
}

function watched(folder: string, ring: () => void): FSWatcher | null {
  try {
    return watch(folder, ring).on('error', ring);
  } catch {
    // There is no folder yet, or no way to watch it; then looking from time to time has to do.
    return null;
  }
}
