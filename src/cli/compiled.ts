// Where it is kept what Node compiled, and how it is read. It is code: who may write there decides what this command does.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
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
  [join(folder, '..'), folder].every((path) => isOwn(path, process.getuid?.() ?? -1, 0o077));

function isOwn(folder: string, user: number, others: number): boolean {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() === true && found.uid === user && (found.mode & others) === 0;
  } catch {
    return false;
  }
}

/** What was kept of a file; `null`: nothing, or nothing that can be trusted. The folder is a private one. */
export function keptCode(folder: string, source: Source): Kept | null {
  try {
    return opened(join(folder, fileNameOf(source.name)), constants.O_NOFOLLOW, (handle, found) => {
      // Nobody but this user has a hand in it.
      const isPrivate = found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
      return isPrivate && found.size > HEADER_BYTES ? keptIn(handle, found.size, source) : null;
    });
  } catch {
    return null;
  }
}

function keptIn(handle: number, size: number, source: Source): Kept | null {
  // V8 compares no checksum, and a damaged byte may end the process. So the code stands there twice: comparing is fast.
  const once = read(handle, (HEADER_BYTES + size) / 2);
  const [header, said] = [headerOf(source), once.toString('latin1', 0, HEADER_BYTES)];
  const code = once.subarray(HEADER_BYTES);
  if (!said.startsWith(header) || !comesAgain(handle, code)) return null;
  return { code, round: Number.parseInt(said.slice(header.length), 10) };
}

function comesAgain(handle: number, code: Buffer): boolean {
  const piece = memory(HEADER_BYTES + code.length, PIECE_BYTES);
  for (let at = 0; at < code.length; ) {
    const count = readSync(handle, piece);
    if (count === 0 || piece.compare(code, at, at + count, 0, count) !== 0) return false;
    at += count;
  }
  return true;
}

/** The versions of Node on a machine do not take each other's place. */
export const fileNameOf = (name: string): string => `${process.version}-${process.arch}-${name}`;

/** The names of most files hold a digest of what is in them. */
export const headerOf = (source: Source): string =>
  `${fileNameOf(source.name)} ${source.text.length} ${source.changedMs} `;

/** A regular file of any kind, until the next one is read. Throws where there is none. */
export const bytesOf = (file: string): { readonly bytes: Buffer; readonly changedMs: number } | null =>
  opened(file, 0, (handle, { size, mtimeMs }) => ({ bytes: read(handle, size), changedMs: mtimeMs }));

/** A regular file in bounds, as it was opened; `null`: it is none. Throws where there is nothing. */
function opened<T>(file: string, flags: number, use: (handle: number, found: Stats) => T): T | null {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  try {
    const found = fstatSync(handle);
    return found.isFile() && found.size <= MOST_BYTES ? use(handle, found) : null;
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

/** One for all files, which are read one after the other: memory that was not used before takes longer to get than to fill. */
const shared = Buffer.allocUnsafeSlow(SHARED_BYTES);

const memory = (from: number, size: number): Buffer =>
  from + size > SHARED_BYTES ? Buffer.allocUnsafeSlow(size) : shared.subarray(from, from + size);
