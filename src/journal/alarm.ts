// Rings when something may have changed in one of several folders.
import { type FSWatcher, watch } from 'node:fs';
import { dirname, relative, sep } from 'node:path';

/** Where no notice comes from the system, the files are looked at this often. */
const LOOK_MS = 500;

/** What is listened to for a folder: the folder itself, or the nearest one above it that is there. */
interface Ear {
  readonly path: string;
  readonly watcher: FSWatcher;
}

export class Alarm {
  readonly #folders = new Map<string, Ear | null>();
  readonly #signal: AbortSignal;
  readonly #rang = new Set<string>();
  readonly #onAbort = (): void => this.#wake();
  #wake: () => void = () => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** From now on it rings for this folder too, whether it is there already or not. */
  watch(folder: string): void {
    if (!this.#folders.has(folder)) this.#folders.set(folder, this.#nearest(folder));
  }

  /** The folders that something happened in; `null`: it is time to look at all of them. */
  async next(): Promise<ReadonlySet<string> | null> {
    this.#comeNearer();
    let timer: NodeJS.Timeout | undefined;
    if (this.#rang.size === 0 && !this.#signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, LOOK_MS);
      });
    clearTimeout(timer);
    const rang = new Set(this.#rang);
    this.#rang.clear();
    return rang.size === 0 ? null : rang;
  }

  close(): void {
    for (const ear of this.#folders.values()) ear?.watcher.close();
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  /** A folder that came into being is listened to from now on, and looked at once: nothing falls between the two. */
  #comeNearer(): void {
    for (const [folder, ear] of this.#folders) {
      if (ear?.path === folder) continue;
      const found = this.#nearest(folder);
      if (found === null || found.path === ear?.path) found?.watcher.close();
      else {
        ear?.watcher.close();
        this.#folders.set(folder, found);
        this.#ring(folder);
      }
    }
  }

  #ring(folder: string): void {
    this.#rang.add(folder);
    this.#wake();
  }

  #nearest(folder: string): Ear | null {
    for (let path = folder; ; path = dirname(path)) {
      const watcher = this.#watched(path, folder);
      if (watcher !== null) return { path, watcher };
      if (path === dirname(path)) return null;
    }
  }

  #watched(path: string, folder: string): FSWatcher | null {
    // Above the folder only what leads to it counts: a folder for temporary files never rests.
    const [next] = relative(path, folder).split(sep);
    try {
      const watcher = watch(path, (_event, name) => {
        if (path === folder || name === null || name === next) this.#ring(folder);
      });
      return watcher.on('error', () => {
        watcher.close();
        this.#folders.set(folder, null);
        this.#ring(folder);
      });
    } catch {
      // There is no such folder yet, or no way to watch it; then looking from time to time has to do.
      return null;
    }
  }
}
