// Rings when something may have changed in one of several folders.
import { type FSWatcher, watch } from 'node:fs';

/** Where no notice comes from the system, the files are looked at this often. */
const LOOK_MS = 500;

export class Alarm {
  readonly #folders = new Map<string, FSWatcher | null>();
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
    if (!this.#folders.has(folder)) this.#folders.set(folder, this.#watched(folder));
  }

  /** The folders that something happened in; `null`: it is time to look at all of them. */
  async next(): Promise<ReadonlySet<string> | null> {
    // One that came into being is watched from now on, and looked at once, so that nothing falls between the two.
    for (const [folder, watcher] of this.#folders) {
      const found = watcher ?? this.#watched(folder);
      if (found !== watcher) this.#ring(folder);
      this.#folders.set(folder, found);
    }
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
    for (const watcher of this.#folders.values()) watcher?.close();
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  #ring(folder: string): void {
    this.#rang.add(folder);
    this.#wake();
  }

  #watched(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, () => this.#ring(folder));
      return watcher.on('error', () => {
        watcher.close();
        this.#folders.set(folder, null);
        this.#ring(folder);
      });
    } catch {
      // There is no folder yet, or no way to watch it; then looking from time to time has to do.
      return null;
    }
  }
}
