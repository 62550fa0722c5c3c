// The files of a folder, and what is in them.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readBytes, Unfit } from '../../files/index.js';
import { PluginProblem } from '../problem.js';
import { LIMITS } from '../sources/limits.js';

export interface FileFact {
  readonly sha256: string;
  readonly executable: boolean;
}

/** Path below the folder, with `/`, in code unit order → what the file is. */
export type FileFacts = ReadonlyMap<string, FileFact>;

/** What programs and operating systems leave behind by running or looking: nobody wrote it, nobody misses it. */
const BYPRODUCT = /(?:^|\/)(?:__pycache__|\.DS_Store)(?:\/|$)/;

export const isByproduct = (path: string): boolean => BYPRODUCT.test(path);

/** All files, in order. A link counts as what it leads to; one that leads out of the folder is refused. */
export function pathsIn(folder: string): readonly string[] {
  const root = realpathSync(folder);
  const paths: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    const real = insideOf(root, join(folder, path), path);
    if (!statSync(real).isDirectory()) {
      paths.push(path);
      return;
    }
    // A link to a folder that it lies in would never end.
    if (above.includes(real)) return;
    for (const name of readdirSync(real)) visit(path === '' ? name : `${path}/${name}`, [...above, real]);
  };
  visit('', []);
  return paths.sort(byCodeUnit);
}

/** The order of names is the same everywhere, whatever the language of the machine. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function insideOf(root: string, file: string, path: string): string {
  if (!lstatSync(file).isSymbolicLink()) return file;
  let real: string;
  try {
    real = realpathSync(file);
  } catch (error) {
    throw new PluginProblem('unsafe', `${path} is a link that leads nowhere`, { cause: error });
  }
  if (real === root || real.startsWith(root + sep)) return real;
  throw new PluginProblem('unsafe', `${path} is a link that leads out of the plugin`);
}

/** The content of a file of a plugin. Throws `Unfit` for what cannot be one. */
export const contentOf = (file: string): Buffer => readBytes(file, LIMITS.bytes);

/** Something that cannot be a file of a plugin has no digest, and so is never what was installed. */
const NOTHING: FileFact = { sha256: '', executable: false };

export function factOf(file: string): FileFact {
  try {
    const bytes = contentOf(file);
    return { sha256: digestOf(bytes), executable: (statSync(file).mode & 0o111) !== 0 };
  } catch (error) {
    if (error instanceof Unfit) return NOTHING;
    throw error;
  }
}

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export function factsIn(folder: string, paths: readonly string[] = pathsIn(folder)): FileFacts {
  return new Map(paths.map((path) => [path, factOf(join(folder, path))]));
}

export const sameFact = (one: FileFact | undefined, other: FileFact | undefined): boolean =>
  one?.sha256 === other?.sha256 && one?.executable === other?.executable;

export function sameFacts(one: FileFacts, other: FileFacts): boolean {
  return one.size === other.size && [...one].every(([path, fact]) => sameFact(fact, other.get(path)));
}
