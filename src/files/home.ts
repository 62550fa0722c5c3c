// Where the user's own files are: the home directory, or what takes its place.
import { lstatSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { hasCode } from '../text/index.js';
import { PRIVATE_FOLDER } from './modes.js';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Home {
  /** Where there is none: a place in which nothing is, so that whoever looks there finds nothing. */
  readonly path: string;
  /** Why there is none; `null`: there is one. */
  readonly missing: string | null;
}

/**
 * The home directory: the one that was named, else `$HOME`, else the one that the system knows. What is not an absolute path to a
 * folder is none. Least of all is it taken from the current directory: then a project would be the home of whoever opens it.
 */
export function homeOf(env: Env, named?: string | null): Home {
  if (typeof named === 'string' && named !== '') return { path: resolve(named), missing: null };
  const stated = named ?? env['HOME'] ?? '';
  const path = stated === '' ? systemHome() : stated;
  const where = stated === '' ? 'HOME is not set, and ' : '';
  if (path === null) return none(`${where}the system knows no home of this user`);
  if (!isAbsolute(path)) return none(`${where}${JSON.stringify(path)} is not an absolute path`);
  return isFolder(path) ? { path: resolve(path), missing: null } : none(`${where}${path} is not a folder`);
}

const none = (missing: string): Home => ({ path: join(temporaryPlace(), 'no-home'), missing });

function systemHome(): string | null {
  try {
    return systemFacts().userInfo().homedir;
  } catch {
    // A user id without an entry: a container, or a service.
    return null;
  }
}

let temporary: string | null = null;

/** A folder of this user alone that every process of theirs finds; where somebody else has taken its name, a new one. */
export function temporaryPlace(): string {
  temporary ??= makeTemporaryPlace();
  return temporary;
}

function makeTemporaryPlace(): string {
  const path = join(systemFacts().tmpdir(), `amplifier-hooks-${process.getuid?.() ?? 'user'}`);
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
    return path;
  } catch (error) {
    // Whoever writes there says why it cannot be.
    if (!hasCode(error, 'EEXIST')) return path;
  }
  const found = lstatSync(path);
  const isOwn = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
  return isOwn && (found.mode & 0o077) === 0 ? path : mkdtempSync(`${path}-`);
}

/** Whether a folder, or a link to one, is there. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Where HOME is set and right, which is nearly always, loading it would be a waste. */
const systemFacts = (): typeof import('node:os') => process.getBuiltinModule('node:os');
