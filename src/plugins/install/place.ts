// Where plugins of a scope are installed, and what is kept beside them.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

export const INSTALL_SCOPES = ['project', 'user'] as const;
export type InstallScope = (typeof INSTALL_SCOPES)[number];

export interface InstallPlace {
  readonly scope: InstallScope;
  /** The project, or the home directory. */
  readonly root: string;
  readonly hooksDir: string;
  readonly lockFile: string;
  /** There while somebody changes what is installed. */
  readonly busyFile: string;
  /** Files with local edits that had to make room. */
  readonly backups: string;
}

export interface Roots {
  readonly projectDir: string;
  readonly home: string;
}

export function placeOf(scope: InstallScope, { projectDir, home }: Roots): InstallPlace {
  const root = scope === 'user' ? home : projectDir;
  const own = join(root, '.amplifier');
  return {
    scope,
    root,
    hooksDir: join(own, 'hooks'),
    lockFile: join(own, 'hooks.lock.json'),
    busyFile: join(own, 'hooks-install.lock'),
    backups: join(own, 'hooks-backup'),
  };
}

/** All places, the project's first. In the home directory itself the two are one, and it is the user's. */
export function placesOf(around: Roots): readonly InstallPlace[] {
  const user = placeOf('user', around);
  return realOf(around.projectDir) === realOf(around.home) ? [user] : [placeOf('project', around), user];
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
