// The files of a folder, and what is in them.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readBytes, readContent, Unfit } from '../../files/index.js';
import { sha256 } from '../../text/index.js';
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
  if (!statSync(root).isDirectory()) return [''];
  const paths: string[] = [];
  const visit = (folder: string, as: string, above: readonly string[]): void => {
    // A link to a folder that it lies in would never end.
    if (above.includes(folder)) return;
    // The list says what each entry is, so that only links have to be asked about.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = as === '' ? entry.name : `${as}/${entry.name}`;
      const file = join(folder, entry.name);
      const real = entry.isSymbolicLink() ? insideOf(root, file, path) : file;
      const isFolder = entry.isSymbolicLink() ? statSync(real).isDirectory() : entry.isDirectory();
      if (isFolder) visit(real, path, [...above, folder]);
      else paths.push(path);
    }
  };
  visit(root, '', []);
  return paths.sort(byCodeUnit);
}

/** The order of names is the same everywhere, whatever the language of the machine. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a link leads to. */
function insideOf(root: string, file: string, path: string): string {
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

export const factOf = (file: string): FileFact => factAndSize(file).fact;

function factAndSize(file: string): { readonly fact: FileFact; readonly size: number } {
  try {
    const { bytes, isExecutable } = readContent(file, LIMITS.bytes);
    return { fact: { sha256: digestOf(bytes), executable: isExecutable }, size: bytes.length };
  } catch (error) {
    if (error instanceof Unfit) return { fact: NOTHING, size: 0 };
    throw error;
  }
}

export const digestOf = (bytes: Uint8Array | string): string => sha256(bytes);

export const factsIn = (folder: string): FileFacts => filesIn(folder).files;

/** Every file is read once. */
export function filesIn(folder: string): { readonly files: FileFacts; readonly bytes: number } {
  let bytes = 0;
  const files = pathsIn(folder).map((path) => {
    const { fact, size } = factAndSize(join(folder, path));
    bytes += size;
    return [path, fact] as const;
  });
  return { files: new Map(files), bytes };
}

export const sameFact = (one: FileFact | undefined, other: FileFact | undefined): boolean =>
  one?.sha256 === other?.sha256 && one?.executable === other?.executable;

export function sameFacts(one: FileFacts, other: FileFacts): boolean {
  return one.size === other.size && [...one].every(([path, fact]) => sameFact(fact, other.get(path)));
}
