// Paths as a person reads them.
import { sep } from 'node:path';

export interface Places {
  readonly projectDir: string;
  readonly home: string;
}

/** Below the project relative to it, below the home directory with `~`, otherwise whole. */
export function shortPath(path: string, { projectDir, home }: Places): string {
  if (path.startsWith(projectDir + sep)) return path.slice(projectDir.length + 1);
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The same for every path in a sentence. */
export const shortPaths = (text: string, { projectDir, home }: Places): string =>
  text.replaceAll(projectDir + sep, '').replaceAll(home + sep, `~${sep}`);
