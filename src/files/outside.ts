// Whether a path within a folder really lies there. A repository may hold links, and who writes through one writes elsewhere.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { liesIn } from './lies-in.js';

/** Where a path below a folder leads to, if that is not within the folder; `null`: it lies there, or would. */
export function outside(folder: string, path: string): string | null {
  const [root, target] = [realOf(folder, 0), realOf(path, 0)];
  return liesIn(root, target) ? null : target;
}

/** More links than a system follows lead nowhere. */
const MOST_LINKS = 40;

/** The path without links, also where its end is not there yet, and where a link leads to what is not there yet. */
function realOf(path: string, links: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    if (above === path) return path;
    const parent = realOf(above, links);
    const here = join(parent, path.slice(above.length));
    if (links >= MOST_LINKS || !isLink(here)) return here;
    return realOf(resolve(parent, readlinkSync(here)), links + 1);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
