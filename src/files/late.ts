// Which sessions have to hear what background hooks said. It is looked at where nothing else of the state directory is read.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../text/index.js';

/** Two projects may name their sessions alike. */
export const sessionName = (projectDir: string, session: string): string =>
  sha256(`${projectDir}\0${session}`).slice(0, 32);

/** Holds a mark for each of them. */
export const lateFolder = (stateDir: string): string => join(stateDir, 'late');

/** Whether a session has to hear something; most of the time that costs one look. */
export function hasLate(stateDir: string, projectDir: string, session: string): boolean {
  try {
    if (session === '' || readdirSync(lateFolder(stateDir)).length === 0) return false;
  } catch {
    return false;
  }
  return existsSync(join(lateFolder(stateDir), sessionName(projectDir, session)));
}
