// What the file system refused, said to who named the place: one sentence, and what to do.
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { liesIn } from '../../files/index.js';
import { systemReasonOf } from '../../text/index.js';
import { UserError } from '../io.js';

type Env = Readonly<Record<string, string | undefined>>;

/** What cannot be done, by the name of the call that failed. Others are not about files, or nobody can put them right. */
const DONE: Readonly<Record<string, string>> = {
  access: 'read',
  chmod: 'changed',
  chown: 'changed',
  close: 'written',
  copyfile: 'copied',
  fchmod: 'changed',
  fchown: 'changed',
  fsync: 'written',
  ftruncate: 'written',
  link: 'made',
  lstat: 'read',
  mkdir: 'made',
  mkdtemp: 'made',
  open: 'opened',
  opendir: 'read',
  read: 'read',
  readlink: 'read',
  realpath: 'read',
  rename: 'written',
  rmdir: 'removed',
  scandir: 'read',
  stat: 'read',
  symlink: 'made',
  unlink: 'removed',
  utime: 'changed',
  write: 'written',
};

const HINTS: Readonly<Record<string, string>> = {
  EACCES: 'Check who may read and write there (ls -ld shows it), or name another place.',
  EBUSY: 'Try again when nobody uses it.',
  EDQUOT: 'Make room, or name a place on another disk.',
  EEXIST: 'Remove it, or name another place.',
  EFBIG: 'Name another place, or allow larger files (ulimit -f).',
  EIO: 'Name a place on another disk.',
  EISDIR: 'Name a file.',
  ELOOP: 'Remove one of the links.',
  EMFILE: 'Allow more open files (ulimit -n), then try again.',
  ENAMETOOLONG: 'Choose a shorter name.',
  ENFILE: 'End other programs, then try again.',
  ENOENT: 'Check the spelling, or name another place.',
  ENOSPC: 'Make room (df -h shows where there is some), or name a place on another disk.',
  ENOTDIR: 'Remove the file, or name another place.',
  ENOTEMPTY: 'Remove what is in it, or name another place.',
  EPERM: 'Check who may read and write there (ls -ld shows it), or name another place.',
  EROFS: 'Name a place on a disk that can be written.',
  ETXTBSY: 'End it, then try again.',
};

/** Variables that say where something is kept. */
const VARIABLES = ['TMPDIR', 'XDG_STATE_HOME'] as const;

/** `null`: it is nothing that the user can put right. */
export function systemProblem(error: unknown, env: Env): UserError | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  const { syscall, code } = error;
  if (typeof syscall !== 'string' || typeof code !== 'string') return null;
  const [done, usual] = [DONE[syscall], HINTS[code]];
  if (done === undefined || usual === undefined) return null;
  const path = pathOf(error);
  const what = path === null ? 'something' : code === 'ENOTDIR' ? fileIn(path) : path;
  const why = code === 'ENOTDIR' && what !== path ? `${path}: ${what} is not a folder` : null;
  const variable = VARIABLES.find((name) => path !== null && isBelow(path, env[name] ?? ''));
  return new UserError(
    why ?? `${what} cannot be ${done}: ${systemReasonOf(error)}`,
    variable === undefined
      ? usual
      : `${variable} says that it is there; set it to a folder that you may write to.`,
  );
}

/** Of two paths the one that something was to be put in; instead of a file that only we know, its folder. */
function pathOf(error: Error): string | null {
  const paths = ['dest', 'path'].map((name): unknown => Reflect.get(error, name));
  const path = paths.find((one): one is string => typeof one === 'string') ?? null;
  return path !== null && basename(path).startsWith('.tmp-') ? dirname(path) : path;
}

/** The file that stands where a folder belongs. */
function fileIn(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at))
    try {
      return statSync(at).isDirectory() ? path : at;
    } catch {
      // What cannot be looked at lies below it.
    }
  return path;
}

const isBelow = (path: string, folder: string): boolean => folder !== '' && liesIn(folder, path);
