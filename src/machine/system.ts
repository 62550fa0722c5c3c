// The system as the rest asks about it. It is handed in, so that what is decided for one system can be tested on any.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a file is there that may be started. */
  readonly isProgram: (file: string) => boolean;
}

/** The system this process runs on. */
export const HERE: System = { platform: process.platform, env: process.env, isProgram };

/** No process groups, no owners and modes of files, drives in paths. */
export const isWindows = ({ platform }: Pick<System, 'platform'>): boolean => platform === 'win32';

export const pathsOf = (system: Pick<System, 'platform'>): typeof posix =>
  isWindows(system) ? win32 : posix;

/** Whether files have an owner and a mode that say who else may read or write them. */
export const hasModes = (): boolean => !isWindows(HERE);

/** Windows names variables in any case, its programs mostly `Path`; a copy of the environment has to settle on one. */
export function settledNames<T>(
  env: Readonly<Record<string, T>>,
  system: Pick<System, 'platform'> = HERE,
): Readonly<Record<string, T>> {
  if (!isWindows(system)) return env;
  const settled: Record<string, T> = {};
  for (const [name, value] of Object.entries(env))
    settled[SETTLED.find((one) => one === name.toUpperCase()) ?? name] = value;
  return settled;
}

/** The variables of the system that are read here or by hooks. */
const SETTLED = ['PATH', 'PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'PROGRAMFILES', 'LOCALAPPDATA', 'HOME'];

/** A file that may be executed. */
export function isProgram(path: string): boolean {
  return isExecutable(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether this user may execute a file or enter a folder. Links are followed; on Windows it is enough to be there. */
export function isExecutable(path: string): boolean {
  // Asked first: most names on a PATH are not there, and an error takes three times as long as an answer.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
