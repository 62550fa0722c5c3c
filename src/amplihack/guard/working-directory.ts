// Does a path of a command mean the working directory or one of its parents?
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';

export interface Roots {
  readonly root: string;
  readonly home: string | null;
}

/** The path as the file system has it, or as it is written where it does not exist. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** The working directory and everything above it, by its real name and by the one it is known under. */
function ownPaths(root: string): readonly string[] {
  const paths = new Set<string>();
  for (const start of [real(root), resolve(root)])
    for (let path = start; ; path = dirname(path)) {
      paths.add(path);
      if (dirname(path) === path) break;
    }
  return [...paths];
}

function absolute(path: string, { root, home }: Roots): string {
  const expanded = home !== null && /^~(?:\/|$)/.test(path) ? home + path.slice(1) : path;
  // Not `resolve`: what `..` means behind a link is for the file system to say.
  return isAbsolute(expanded) ? expanded : `${root}/${expanded}`;
}

/** The working directory of one call; its paths are looked up when a command first needs them. */
export class WorkingDirectory {
  readonly #place: Roots;
  #own: readonly string[] | null = null;

  constructor(place: Roots) {
    this.#place = place;
  }

  get path(): string {
    return this.#place.root;
  }

  /** Is this path the working directory or one of its parents? */
  isHeldBy(path: string): boolean {
    if (path === '') return false;
    const given = absolute(path, this.#place);
    return this.#paths().includes(real(given)) || this.#paths().includes(resolve(given));
  }

  /** The same for a path with `*`, `?` or `[` in it: only what stands before them is compared. */
  isHeldByPattern(pattern: string): boolean {
    const before = pattern.slice(0, pattern.search(/[*?[]/));
    const slash = before.lastIndexOf('/');
    const given = absolute(slash === -1 ? '.' : before.slice(0, slash + 1), this.#place);
    const folders = [real(given), resolve(given)];
    const start = before.slice(slash + 1);
    return this.#paths().some(
      (path) => dirname(path) !== path && folders.includes(dirname(path)) && basename(path).startsWith(start),
    );
  }

  #paths(): readonly string[] {
    this.#own ??= ownPaths(this.#place.root);
    return this.#own;
  }
}
