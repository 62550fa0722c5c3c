// Where state is kept that outlives a process.
import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Env, type Home, isFolder, temporaryPlace } from './home.js';

export interface StateDir {
  readonly path: string;
  /** Why it is not where it should be; `null`: it is. */
  readonly problem: string | null;
}

/** `amplifier-hooks` in `$XDG_STATE_HOME` or `~/.local/state`; where neither can be, in a private temporary place. */
export function stateDirOf(env: Env, home: Home): StateDir {
  const stated = env['XDG_STATE_HOME'] ?? '';
  const elsewhere = (problem: string | null): StateDir => ({
    path: join(temporaryPlace(), 'state'),
    problem,
  });
  // By its specification a path that is not absolute counts as not set.
  const isStated = isAbsolute(stated);
  if (!isStated && home.missing !== null) return elsewhere(null);
  const path = join(isStated ? stated : join(home.path, '.local', 'state'), 'amplifier-hooks');
  const why = whyUnmakable(path);
  return why === null ? { path, problem: null } : elsewhere(`${path} cannot be made: ${why}`);
}

/** Why a folder that is not there cannot come to be; `null`: it can, or is there. */
function whyUnmakable(path: string): string | null {
  if (isFolder(path)) return null;
  let above = path;
  while (above !== dirname(above) && !exists(above)) above = dirname(above);
  if (!isFolder(above)) return `${above} is not a folder`;
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `${above} cannot be written to`;
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
