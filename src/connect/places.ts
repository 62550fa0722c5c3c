// Where the files of a host lie.
import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { AgentSettings } from '../hosts/agents/index.js';

export const CONNECT_SCOPES = ['user', 'project'] as const;
export type ConnectScope = (typeof CONNECT_SCOPES)[number];

export interface Around {
  readonly home: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The file or folder that a host reads hooks from; `null`: it has none in this scope. */
export function placeOf(settings: AgentSettings, scope: ConnectScope, around: Around): string | null {
  const place = settings[scope];
  return place === null ? null : pathOf(place, settings, around);
}

/** A path as facts have it: from the home directory, or from the project. */
export function pathOf(
  place: string,
  { moved }: Pick<AgentSettings, 'moved'>,
  { home, projectDir, env }: Around,
): string {
  if (moved !== undefined && `${place}/`.startsWith(`${moved.folder}/`)) {
    const folder = env[moved.variable] ?? '';
    // What is not absolute would be another folder wherever the host is started.
    if (isAbsolute(folder)) return join(realFolder(folder), place.slice(moved.folder.length));
  }
  return place.startsWith('~/') ? join(home, place.slice(2)) : join(projectDir, place);
}

/** Codex follows links there, and knows its hooks by the path that it finds. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
