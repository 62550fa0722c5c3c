// Runs tests again whenever something in their folders changes.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../../text/index.js';
import { BadPath, findTestFiles, foldersBelow } from './find.js';
import { pluginFolderOf } from './plugin-folder.js';

export interface WatchTestsOptions {
  readonly paths: readonly string[];
  /** Runs the tests of these files and shows the results. */
  readonly onRun: (files: readonly string[]) => Promise<void>;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Changes within this time are one change; default 100 ms. */
  readonly delayMs?: number;
}

const DELAY_MS = 100;

/** Runs once, and again after each change, until the signal comes. */
export async function watchTests({
  paths,
  onRun,
  signal,
  delayMs = DELAY_MS,
}: WatchTestsOptions): Promise<void> {
  while (!signal.aborted) {
    const files = await findTestFiles(paths);
    const change = new Change(await foldersOf(paths, files), delayMs, signal);
    try {
      // Listening begins before the run, so that an edit made meanwhile is not missed.
      await onRun(files);
      await change.come;
    } finally {
      change.close();
    }
  }
}

async function foldersOf(paths: readonly string[], files: readonly string[]): Promise<readonly string[]> {
  const plugins = files.map((file) => pluginFolderOf(file)?.folder ?? dirname(file));
  const roots = [...new Set([...paths.filter((path) => !files.includes(path)), ...plugins])];
  return [...new Set((await Promise.all(roots.map(foldersBelow))).flat())];
}

/** The next change in some folders, once it has settled. */
class Change {
  readonly come: Promise<void>;
  readonly #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(folders: readonly string[], delayMs: number, signal: AbortSignal) {
    let settle = (): void => undefined;
    this.come = new Promise((resolve) => {
      settle = resolve;
    });
    signal.addEventListener('abort', () => settle(), { once: true });
    const notice = (): void => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = setTimeout(settle, delayMs);
    };
    for (const folder of folders) this.#watch(folder, notice);
  }

  #watch(folder: string, notice: () => void): void {
    try {
      // A folder that vanishes is a change like any other.
      this.#watchers.push(watch(folder, notice).on('error', notice));
    } catch (error) {
      if (!existsSync(folder)) {
        notice();
        return;
      }
      this.close();
      const why = reasonOf(error);
      throw new BadPath(`changes in ${folder} cannot be noticed: ${why}`);
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }
}
