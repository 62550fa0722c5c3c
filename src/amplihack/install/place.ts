// Puts the executable where hooks name it, in one step: a link to this package, or to a copy of what it needs.
import { createHash } from 'node:crypto';
import { linkSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inOneStep, makeFolders, readBytes, replaceFile } from '../../files/index.js';
import { hasCode, systemReasonOf } from '../../text/index.js';
import { type Chosen, NAME } from './executable.js';
import { InstallProblem } from './problem.js';

export interface Placed {
  readonly path: string;
  /** `used`: it is somebody else's, and was only found. */
  readonly state: 'linked' | 'copied' | 'unchanged' | 'used';
  /** What the link leads to. */
  readonly target: string | null;
  /** Where a program of somebody else that stood there is kept. */
  readonly backup: string | null;
}

/** With `dryRun` it only says what would be done. */
export function placeExecutable({ path, from, how }: Chosen, epochSeconds: number, dryRun: boolean): Placed {
  if (from === null) return { path, state: 'used', target: null, backup: null };
  try {
    const files = how === 'copy' ? programFiles(from) : new Map<string, Buffer>();
    const target = how === 'copy' ? copyPlace(path, files) : realpathSync(from);
    if (linkTarget(path) === target && isWhole(dirname(target), files))
      return { path, state: 'unchanged', target, backup: null };
    const state = how === 'copy' ? 'copied' : 'linked';
    if (dryRun) return { path, state, target, backup: null };
    for (const [name, content] of files)
      replaceFile(join(dirname(target), name), content, { mode: 0o755, durable: true });
    makeFolders(dirname(path));
    const backup = keep(path, epochSeconds);
    inOneStep(path, (temporary) => symlinkSync(target, temporary));
    return { path, state, target, backup };
  } catch (error) {
    throw new InstallProblem(
      `the executable cannot be placed as ${path}: ${systemReasonOf(error)}`,
      'Make that folder writable, or choose another one with --bin.',
    );
  }
}

/** Removes what `placeExecutable` made; whether there was something. */
export function removePlaced(path: string): boolean {
  const target = linkTarget(path);
  if (!isOurs(target)) return false;
  const copies = copyFolder(path);
  try {
    rmSync(path);
    if (target?.startsWith(`${copies}/`) === true) rmSync(copies, { recursive: true, force: true });
    return true;
  } catch (error) {
    throw new InstallProblem(`${path} cannot be removed: ${systemReasonOf(error)}`, 'Remove it by hand.');
  }
}

/** A link that leads to the executable of this package, perhaps of another version, and perhaps no longer. */
export const isPlaced = (path: string): boolean => isOurs(linkTarget(path));

const isOurs = (target: string | null): boolean => target !== null && basename(target) === `${NAME}.cjs`;

function linkTarget(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : null;
}

/** A program of somebody else in that place gets another name. There is a program there at every moment. */
function keep(path: string, epochSeconds: number): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || isPlaced(path)) return null;
  for (let stamp = epochSeconds; ; stamp += 1) {
    const copy = `${path}.backup.${stamp}`;
    try {
      if (stats.isSymbolicLink()) symlinkSync(readlinkSync(path), copy);
      else linkSync(path, copy);
      return copy;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

const REQUIRED = /require\(["'`]\.\/([\w.-]+)["'`]\)/g;

/** The executable and the files beside it that it loads. */
function programFiles(from: string): ReadonlyMap<string, Buffer> {
  const folder = dirname(realpathSync(from));
  const files = new Map<string, Buffer>();
  const names = [basename(from)];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (files.has(name)) continue;
    const content = readBytes(join(folder, name));
    files.set(name, content);
    for (const [, next = ''] of content.toString('utf8').matchAll(REQUIRED)) names.push(next);
  }
  return files;
}

/** `~/.local/bin` has its files in `~/.local/share`. */
const copyFolder = (path: string): string => join(dirname(dirname(path)), 'share', 'amplifier-hooks');

/** Every state of the files has a folder of its own, so that a link never leads to a mixture. */
function copyPlace(path: string, files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(`${name} ${content.length}\n`).update(content);
  return join(copyFolder(path), `amplihack-${hash.digest('hex').slice(0, 12)}`, `${NAME}.cjs`);
}

function isWhole(folder: string, files: ReadonlyMap<string, Buffer>): boolean {
  return [...files].every(([name, content]) => {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o111) !== 0 && readBytes(file).equals(content);
  });
}
