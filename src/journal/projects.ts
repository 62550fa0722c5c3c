// The projects that something is recorded of.
import { basename, join } from 'node:path';
import { isFolder } from '../files/index.js';
import { headerOf } from './files.js';
import { listFiles, names, type ProjectFiles, placeOf } from './layout.js';

export interface RecordedProject {
  /** Name of its folder in the journal; the same as long as the project lies where it does. */
  readonly key: string;
  readonly projectDir: string;
  /** When something was last written. */
  readonly changed: number;
}

export const journalFolder = (stateDir: string): string => join(stateDir, 'journal');

/** Folders that may be journals of projects. */
export const projectFolders = (stateDir: string): readonly string[] =>
  names(journalFolder(stateDir))
    .map((key) => join(journalFolder(stateDir), key))
    .filter(isFolder);

/** What a project is called in the journal. */
export const projectKey = (stateDir: string, projectDir: string): string =>
  basename(placeOf(stateDir, projectDir).folder);

/** All of them, the one that was last written to first. A folder that does not say of which project it is belongs to none. */
export async function recordedProjects(stateDir: string): Promise<readonly RecordedProject[]> {
  const found: RecordedProject[] = [];
  for (const folder of projectFolders(stateDir)) {
    const key = basename(folder);
    const projectDir = await projectOf(stateDir, key);
    if (projectDir === null) continue;
    const changed = filesIn(stateDir, key).at(-1)?.changed ?? 0;
    found.push({ key, projectDir, changed });
  }
  return found.sort((a, b) => b.changed - a.changed);
}

const filesIn = (stateDir: string, key: string): ReturnType<typeof listFiles> => {
  const folder = join(journalFolder(stateDir), key);
  const place: ProjectFiles = { folder, generations: '', rollups: '' };
  return listFiles(place);
};

async function projectOf(stateDir: string, key: string): Promise<string | null> {
  for (const { path } of filesIn(stateDir, key).reverse()) {
    const header = await headerOf(path, () => undefined);
    if (header !== null && projectKey(stateDir, header.project) === key) return header.project;
  }
  return null;
}

/** The sessions of a project, the one that was last written to first. */
export async function recordedSessions(stateDir: string, projectDir: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { path } of listFiles(placeOf(stateDir, projectDir)).reverse()) {
    const header = await headerOf(path, () => undefined);
    if (header !== null && header.session !== null) found.add(header.session);
  }
  return [...found];
}
