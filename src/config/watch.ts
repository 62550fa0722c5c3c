// Notices changes in the files that a request reads, and files that come into being.
import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '../nouns.js';
import { systemReasonOf } from '../text/index.js';
import { realPath } from './collect.js';
import { diagnostic } from './diagnostic.js';
import { load } from './load.js';
import type { ConfigRequest } from './request.js';

export interface WatchOptions {
  /** Changes within this time are one change. */
  readonly delayMs?: number;
  readonly onProblem?: (problem: Diagnostic) => void;
}

export interface Watch {
  close(): void;
}

/** What matters in a folder. */
interface Interest {
  /** Files and folders whose every change counts. */
  readonly names: Set<string>;
  /** Whatever comes or goes counts. */
  listing: boolean;
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
  interest: Interest;
}

/**
 * Calls back after each change to something the request reads. Keeps no process alive.
 * Folders are watched, not files: an editor that replaces a file by renaming leaves the old one behind.
 */
export function watchSources(
  request: ConfigRequest,
  onChange: (changed: readonly string[]) => void,
  options: WatchOptions = {},
): Watch {
  const watched = new Map<string, Watched>();
  /** Kinds of problems that were told. */
  const told = new Set<string>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const notice = (folder: string, event: string, name: string | null): void => {
    const interest = watched.get(folder)?.interest;
    if (closed || interest === undefined) return;
    const counts = name === null || interest.names.has(name) || (interest.listing && event === 'rename');
    if (!counts) return;
    changed.add(name === null ? folder : join(folder, name));
    timer ??= setTimeout(tell, options.delayMs ?? 50).unref();
  };
  const tell = (): void => {
    timer = null;
    if (closed) return;
    const files = [...changed];
    changed.clear();
    // First listen to the new state, then let it be read: nothing falls between the two.
    arm();
    onChange(files);
  };
  const forget = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const listen = (folder: string, inode: number, interest: Interest): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => notice(folder, event, name));
      watcher.on('error', () => {
        notice(folder, 'rename', null);
        forget(folder);
      });
      watched.set(folder, { watcher, inode, interest });
    } catch (error) {
      // A limit of the system is reached for all folders at once: that is said once.
      const kind = error instanceof Error && 'code' in error ? String(error.code) : folder;
      if (told.has(kind)) return;
      told.add(kind);
      const message = `Changes in ${folder} cannot be noticed: ${systemReasonOf(error)}`;
      options.onProblem?.(diagnostic('watch-failed', message, { file: folder }));
    }
  };
  const arm = (): void => {
    const wanted = interests(request);
    for (const [folder, { inode }] of watched) {
      if (!wanted.has(folder) || inodeOf(folder) !== inode) forget(folder);
    }
    for (const [folder, interest] of wanted) {
      const known = watched.get(folder);
      const inode = inodeOf(folder);
      if (known !== undefined) known.interest = interest;
      else if (inode !== null) listen(folder, inode, interest);
    }
  };

  arm();
  return {
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      for (const folder of [...watched.keys()]) forget(folder);
    },
  };
}

/** The folders to watch for a request, and what matters in each. */
function interests(request: ConfigRequest): ReadonlyMap<string, Interest> {
  const { looked } = load(request);
  const wanted = new Map<string, Interest>();
  const interestIn = (folder: string): Interest => {
    const interest = wanted.get(folder) ?? { names: new Set(), listing: false };
    wanted.set(folder, interest);
    return interest;
  };
  const roots = new Set([request.projectDir, request.home, ...request.plugins]);
  const follow = (path: string): void => {
    for (let below = path; ; below = dirname(below)) {
      const folder = dirname(below);
      const exists = inodeOf(folder) !== null;
      if (exists) interestIn(folder).names.add(basename(below));
      // Above the roots nothing is of interest, except that a root which is not there yet comes into being.
      if ((exists && !isInside(folder, roots)) || folder === dirname(folder)) return;
    }
  };
  for (const folder of looked.folders) if (inodeOf(folder) !== null) interestIn(folder).listing = true;
  for (const path of [...looked.files, ...looked.folders]) {
    follow(path);
    const real = realPath(path);
    if (real !== path) interestIn(dirname(real)).names.add(basename(real));
  }
  return wanted;
}

/** Whether a folder lies strictly inside one of the roots. */
function isInside(folder: string, roots: ReadonlySet<string>): boolean {
  for (let above = folder; above !== dirname(above); ) {
    if (roots.has(above)) return above !== folder;
    above = dirname(above);
  }
  return false;
}

function inodeOf(folder: string): number | null {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true ? stats.ino : null;
  } catch {
    return null;
  }
}
