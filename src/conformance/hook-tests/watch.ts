// Runs tests again whenever something in their folders changes, those that the change concerns.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { liesIn } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { BadPath, findTestFiles, foldersBelow, TEST_FILE } from './find.js';
import { pluginFolderOf } from './plugin-folder.js';

export interface WatchTestsOptions {
  readonly paths: readonly string[];
  /** Runs tests and shows the results. */
  readonly onRun: (run: WatchedRun) => Promise<void>;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Changes within this time are one change; default 100 ms. */
  readonly delayMs?: number;
}

export interface WatchedRun {
  /** The test files to run. */
  readonly files: readonly string[];
  /** What changed since the run before; of the first run nothing. */
  readonly changed: readonly string[];
}

const DELAY_MS = 100;
/** What editors write beside a file while they save it. */
const LITTER = /~$|^\.#|^#.*#$|\.sw[a-z]$|^4913$|\.tmp$|^\.tmp-/;

/** Runs all once, and after each change what it concerns, until the signal comes. */
export async function watchTests({
  paths,
  onRun,
  signal,
  delayMs = DELAY_MS,
}: WatchTestsOptions): Promise<void> {
  let before: Change | null = null;
  try {
    while (!signal.aborted) {
      const files = await findTestFiles(paths);
      // Listening begins before the run, and before it ends where it was, so that no edit is missed.
      const change: Change = new Change(await foldersOf(paths, files), delayMs, signal);
      const changed: readonly string[] = before?.paths ?? [];
      before?.close();
      before = change;
      await onRun({ files: concerned(files, changed), changed });
      await change.come;
    }
  } finally {
    before?.close();
  }
}

/** A test file itself; the tests of the plugin that something else lies in; all, where it lies in none. */
export function concerned(files: readonly string[], changed: readonly string[]): readonly string[] {
  if (changed.length === 0) return files;
  const found = new Set(
    changed.flatMap((path) => {
      if (TEST_FILE.test(path) || files.includes(path)) return path;
      const own = files.filter((file) => liesIn(folderOf(file), path));
      return own.length > 0 ? own : files;
    }),
  );
  return files.filter((file) => found.has(file));
}

const folderOf = (file: string): string => pluginFolderOf(file)?.folder ?? dirname(file);

async function foldersOf(paths: readonly string[], files: readonly string[]): Promise<readonly string[]> {
  const roots = [...new Set([...paths.filter((path) => !files.includes(path)), ...files.map(folderOf)])];
  return [...new Set((await Promise.all(roots.map(foldersBelow))).flat())];
}

/** The next change in some folders. */
class Change {
  /** Settles when it has settled. */
  readonly come: Promise<void>;
  readonly #paths = new Set<string>();
  readonly #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(folders: readonly string[], delayMs: number, signal: AbortSignal) {
    let settle = (): void => undefined;
    this.come = new Promise((resolve) => {
      settle = resolve;
    });
    signal.addEventListener('abort', () => settle(), { once: true });
    const notice = (path: string): void => {
      if (LITTER.test(basename(path))) return;
      this.#paths.add(path);
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = setTimeout(settle, delayMs);
    };
    for (const folder of folders) this.#watch(folder, notice);
  }

  /** What changed until now. */
  get paths(): readonly string[] {
    return [...this.#paths];
  }

  #watch(folder: string, notice: (path: string) => void): void {
    try {
      const watcher = watch(folder, (_event, name) => notice(name === null ? folder : join(folder, name)));
      // A folder that vanishes is a change like any other.
      this.#watchers.push(watcher.on('error', () => notice(folder)));
    } catch (error) {
      if (!existsSync(folder)) {
        notice(folder);
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
