// Where it is kept what Node compiled, and how it is read. It is code: who may write there decides what this command does. This is the
// one part of the command that Node compiles at every call, function by function, so there are few.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Script } from 'node:vm';
import { VERSION } from '../version.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** One file beside the executable. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly changedMs: number;
}

/** The same, compiled. */
export interface Compiled {
  readonly source: Source;
  readonly script: Script;
  /** How often it was kept already. */
  readonly round: number;
}

/** Node compiles a function when it is first called, so that each of the first few calls of the command has some to add. */
export const ROUNDS = 3;

/** The line before the code. A multiple of 8, or V8 copies the code first. */
export const HEADER_BYTES = 256;

/** What was kept of a file. */
interface Kept {
  readonly code: Buffer;
  readonly round: number;
}

/** How much is compared at once. */
const PIECE_BYTES = 64 * 1024;

const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK;

/** More than anything here takes now; what of it nobody uses takes no memory. */
const SHARED_BYTES = 1024 * 1024;

/** Far more than anything here. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The folder for it, which need not be there yet. It is in the state directory, once there is one: who can write there decides what
 * is approved, so whoever could put other code there gains nothing. It is never the temporary directory, never in a project, and
 * never in a folder that somebody else can write to.
 */
export function codeFolder(env: Env): string | null {
  const user = process.getuid?.();
  if (user === undefined || env['NODE_DISABLE_COMPILE_CACHE'] === '1') return null;
  const [stated = '', home = ''] = [env['XDG_STATE_HOME'], env['HOME']];
  if (!isAbsolute(stated) && !isAbsolute(home)) return null;
  const state = join(isAbsolute(stated) ? stated : join(home, '.local', 'state'), 'amplifier-hooks');
  try {
    if (!isOwn(state, user, 0o022) || (isAbsolute(stated) && isInProject(stated, env))) return null;
    return join(state, 'code', VERSION);
  } catch {
    // The working directory is gone.
    return null;
  }
}

/** What lies in a project is not believed. */
const isInProject = (path: string, env: Env): boolean =>
  [process.cwd(), env['AMPLIFIER_PROJECT_DIR'], env['CLAUDE_PROJECT_DIR']].some(
    (project = '') => project !== '' && `${path}/`.startsWith(`${project}/`),
  );

/** A folder of a checkout is open to others, so that code which somebody else compiled is never taken from one. */
export const isPrivateFolder = (folder: string): boolean =>
  isOwn(join(folder, '..'), process.getuid?.() ?? -1, 0o077) &&
  isOwn(folder, process.getuid?.() ?? -1, 0o077);

function isOwn(folder: string, user: number, others: number): boolean {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() === true && found.uid === user && (found.mode & others) === 0;
  } catch {
    return false;
  }
}

/** What was kept of a file, until the next one is read; `null`: nothing, or nothing that can be trusted. The folder is a private one. */
export function keptCode(folder: string, source: Source): Kept | null {
  let handle: number;
  try {
    handle = openSync(join(folder, fileNameOf(source.name)), READ_ONLY | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
  try {
    const found = fstatSync(handle);
    // Nobody but this user has a hand in it.
    const isPrivate = found.isFile() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    if (!isPrivate || found.size <= HEADER_BYTES || found.size > MOST_BYTES) return null;
    // V8 compares no checksum, and a damaged byte may end the process. So the code stands there twice: comparing is fast.
    const half = (HEADER_BYTES + found.size) / 2;
    const once = read(handle, half);
    const [header, said] = [headerOf(source), once.toString('latin1', 0, HEADER_BYTES)];
    if (!said.startsWith(header)) return null;
    // Piece by piece, behind the first one: memory that was not used before takes longer to get than to fill.
    const piece = memory(half, PIECE_BYTES);
    for (let at = HEADER_BYTES; at < half; ) {
      const count = readSync(handle, piece);
      if (count === 0 || piece.compare(once, at, at + count, 0, count) !== 0) return null;
      at += count;
    }
    return { code: once.subarray(HEADER_BYTES), round: Number.parseInt(said.slice(header.length), 10) };
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** The versions of Node on a machine do not take each other's place. */
export const fileNameOf = (name: string): string => `${process.version}-${process.arch}-${name}`;

/** The names of most files hold a digest of what is in them. */
export const headerOf = (source: Source): string =>
  `${fileNameOf(source.name)} ${source.text.length} ${source.changedMs} `;

/** A regular file of any kind, as text; `null`: it is none. Throws where there is nothing. */
export function sourceOf(file: string, name: string): Source | null {
  const handle = openSync(file, READ_ONLY);
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.size > MOST_BYTES) return null;
    // Bundles hold nothing but ASCII.
    return { name, text: read(handle, found.size).toString('latin1'), changedMs: found.mtimeMs };
  } finally {
    closeSync(handle);
  }
}

/** Throws where there is less. */
function read(handle: number, size: number): Buffer {
  const bytes = memory(0, size);
  if (readSync(handle, bytes) !== size) throw new Error('a file changed while it was read');
  return bytes;
}

/** One for all files, which are read one after the other. */
const shared = Buffer.allocUnsafeSlow(SHARED_BYTES);

const memory = (from: number, size: number): Buffer =>
  from + size > SHARED_BYTES ? Buffer.allocUnsafeSlow(size) : shared.subarray(from, from + size);
