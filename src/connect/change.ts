// Changes of files that belong together: all of them are made, or none.
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assertWithin, Busy, Outside, readText, targetOf, whileLocked } from '../files/index.js';
import { type Backup, PluginProblem, replaceWithBackup } from '../plugins/migrate/index.js';

export interface FileChange {
  /** The file itself, where the path is a link. */
  readonly file: string;
  /** `null`: there is none. */
  readonly before: string | null;
  /** `null`: it goes. */
  readonly after: string | null;
  /** Permissions of a new file. */
  readonly mode?: number;
  /** Folders that go with it where they are empty. */
  readonly folders?: readonly string[];
}

export const isChange = ({ before, after }: FileChange): boolean => before !== after;

/** A file of a host as it is. */
export interface HostFile {
  /** As the host names it. */
  readonly path: string;
  /** The file itself, where that is a link. */
  readonly file: string;
  /** The byte order mark before the text. */
  readonly mark: string;
  /** Without the mark; `null`: there is no file. */
  readonly text: string | null;
}

/** Throws `PluginProblem` where it cannot be read, or a link leads out of the project. */
export function hostFile(path: string, within: string | null): HostFile {
  try {
    if (within !== null) assertWithin(within, path);
  } catch (error) {
    if (error instanceof Outside)
      throw new PluginProblem('bad-config', error.message, {
        hint: 'Links of a project are not followed out of it. Remove the link, or say --scope user; nothing was changed.',
      });
    // What else is wrong with it is said where it is read.
  }
  const read = readText(path);
  if (read.state === 'absent') return { path, file: path, mark: '', text: null };
  if (read.state === 'broken') throw new PluginProblem('bad-config', read.message);
  return { path, file: targetOf(path), mark: read.mark, text: read.text };
}

export const rawOf = ({ mark, text }: HostFile): string | null => (text === null ? null : mark + text);

/** Somebody made it so, and replacing the file would get around that. */
export function assertWritable(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && (statSync(file).mode & 0o222) === 0)
    throw new PluginProblem('cannot-write', `${file} cannot be changed: it is read-only`, {
      hint: 'Make it writable, or change it where it comes from; nothing was changed.',
    });
}

/** Two commands at once: the second waits the moment that the first takes. */
const WAITING = { patienceMs: 10_000, abandonedMs: 60_000 };

export interface Carrying {
  readonly home: string;
  readonly by: string;
  readonly now: () => Date;
}

/** Makes the changes. Throws `PluginProblem`, and then every file is as it was. */
export async function carryOut(
  changes: readonly FileChange[],
  { home, by, now }: Carrying,
): Promise<readonly Backup[]> {
  const meant = changes.filter(isChange);
  if (meant.length === 0) return [];
  for (const { file } of meant) assertWritable(file);
  try {
    return await whileLocked(join(home, '.amplifier', 'connect.lock'), WAITING, () => {
      const done: Backup[] = [];
      try {
        for (const change of meant) done.push(replaceWithBackup({ ...change, home, by, now: now() }));
      } catch (error) {
        for (const [index, backup] of done.entries()) {
          const change = meant[index];
          if (change === undefined) continue;
          const { file, before, after } = change;
          const back = {
            file,
            before: after,
            after: before,
            mode: backup.mode,
            folders: backup.folders ?? [],
          };
          replaceWithBackup({ ...back, home, by: `${by} (taken back)`, now: now() });
        }
        throw error;
      }
      return done;
    });
  } catch (error) {
    if (error instanceof Busy)
      throw new PluginProblem('busy', `another command changes connections (${error.message})`);
    throw error;
  }
}
