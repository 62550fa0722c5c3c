// The recordings of all hosts, in the repository.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRIVEN_NAMES, type DrivenName } from './driver.js';
import type { Recording } from './recording.js';

/** The root of the repository, from here or from where this was compiled to. */
export function repository(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'biome.json'))) {
    if (folder === dirname(folder)) throw new Error('not in the repository');
    folder = dirname(folder);
  }
  return folder;
}

const fileOf = (root: string, host: DrivenName): string =>
  join(root, 'test/hosts/recordings', `${host}.json`);

/** @param root the repository */
export function keep(root: string, recording: Recording): void {
  const file = fileOf(root, recording.host);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`);
}

/** What was kept of a host; `null`: it was never played. We wrote it, and git keeps it. */
export function kept(root: string, host: DrivenName): Recording | null {
  const file = fileOf(root, host);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

export const allKept = (root: string): readonly Recording[] =>
  DRIVEN_NAMES.map((host) => kept(root, host)).filter((recording) => recording !== null);
