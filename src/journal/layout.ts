// Where the journal of a project lies, and how its files are called.
import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { hasCode, sha256 } from '../text/index.js';

/** The files of one project. */
export interface ProjectFiles {
  readonly folder: string;
  /** One file a generation: its hooks, and every plan that was made from it. */
  readonly generations: string;
  /** One file a day: the sums of all files of that day that were folded. */
  readonly rollups: string;
}

export function placeOf(stateDir: string, projectDir: string): ProjectFiles {
  const project = resolve(projectDir);
  const hash = sha256(project).slice(0, 8);
  const folder = join(stateDir, 'journal', `${safe(basename(project)) || 'root'}-${hash}`);
  return {
    folder,
    generations: join(folder, 'generations'),
    rollups: join(folder, 'rollups'),
  };
}

/** A session id as the beginning of a file name; different ids stay different, and there is never a dot in it. */
export function sessionName(session: string): string {
  const name = safe(session);
  if (name === session && name !== '') return name;
  return `${name || 'unnamed'}-${sha256(session).slice(0, 8)}`;
}

const safe = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 80);

const ENDING = '.jsonl';

/** The file that a session is written to now. */
export const sessionFile = (place: ProjectFiles, session: string): string =>
  join(place.folder, `${sessionName(session)}${ENDING}`);

/** A name that no other file has or had, under which a full file is kept. */
export const rotatedName = (file: string, id: string): string =>
  `${file.slice(0, -ENDING.length)}.${id}${ENDING}`;

export const isRotated = (name: string): boolean => basename(name, ENDING).includes('.');

/** The roll-up that a file belongs to: that of the day on which it was last written to. */
export const rollupFile = ({ rollups }: ProjectFiles, { changed }: JournalFile): string =>
  join(rollups, `${new Date(changed).toISOString().slice(0, 10)}${ENDING}`);

/** All roll-ups, the oldest first. */
export const rollupFiles = ({ rollups }: ProjectFiles): readonly string[] =>
  names(rollups)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => join(rollups, name));

export interface JournalFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** When it was last written to. */
  readonly changed: number;
  /** The same for the same file under another name. */
  readonly identity: string;
}

/** The session files of a project, oldest first; of one session if asked for. */
export function listFiles(place: ProjectFiles, session: string | null = null): JournalFile[] {
  const start = session === null ? '' : `${sessionName(session)}.`;
  return names(place.folder)
    .filter((name) => name.endsWith(ENDING) && name.startsWith(start))
    .flatMap((name): JournalFile[] => {
      const path = join(place.folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined || !stat.isFile()) return [];
      return [{ path, name, size: stat.size, changed: stat.mtimeMs, identity: `${stat.dev}:${stat.ino}` }];
    })
    .sort((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1));
}

/** How large they are together. */
export const bytesOf = (files: readonly JournalFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** What stands in a folder; nothing where there is none. */
export function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');
