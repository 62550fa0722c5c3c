// How a file was before `connect` changed it, from the copies that were kept.
import { type Backup, contentOf, digestOf, listBackups } from '../plugins/migrate/index.js';

/** What changed files in the name of `connect`, so that it is known from other entries of the same list. */
export const byConnect = (host: string): string => `connect ${host}`;

export interface History {
  /** Those of one file, the newest first. */
  readonly backups: readonly Backup[];
  readonly home: string;
}

export const historyOf = (home: string, file: string): History => ({
  backups: listBackups(home).filter((backup) => backup.file === file && backup.by.startsWith('connect ')),
  home,
});

/**
 * The text that a file had before ours came into it, where nobody else changed it since; `undefined`: somebody did, or nothing is
 * known of it. Connecting again may have changed it several times.
 */
export function textBefore(
  { backups, home }: History,
  now: string,
  hasOurs: (text: string) => boolean,
): string | null | undefined {
  let text = now;
  for (const backup of backups) {
    if (backup.after !== digestOf(text)) continue;
    const before = contentOf(home, backup);
    if (before === null || !hasOurs(before)) return before;
    text = before;
  }
  return undefined;
}

/** There was no file before the first connection. */
export const wasMade = ({ backups }: History): boolean => backups.at(-1)?.before === null;

/** Folders that were made for these files, the outermost first. */
export const madeFolders = (histories: readonly History[]): readonly string[] =>
  [...new Set(histories.flatMap(({ backups }) => backups.flatMap(({ folders = [] }) => folders)))].sort(
    (one, other) => one.length - other.length,
  );
