// The door of a resident engine: a private file that says where it listens, and the two secrets by which it and its callers know
// each other. There is one for each user and installation.
import { randomBytes } from 'node:crypto';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  beginningOf,
  homeOf,
  isPrivateFile,
  isRunning,
  PRIVATE_FILE,
  replaceFile,
  stateDirOf,
  textIn,
} from '../../files/index.js';
import { isRecord, sha256 } from '../../text/index.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface Door {
  readonly port: number;
  readonly pid: number;
  /** What the engine says first. */
  readonly hello: string;
  /** What a caller answers. */
  readonly key: string;
  readonly version: string;
  /** The executable that the engine was started from. */
  readonly command: string;
  /** When it was started, in milliseconds. */
  readonly since: number;
  /** When its process began, as the system counts; `null`: the system does not say. */
  readonly began: string | null;
}

const MOST_BYTES = 16 * 1024;

export const newSecret = (): string => randomBytes(24).toString('base64url');

/** The executable that runs. Links are followed: what is installed is replaced behind them. */
export const ownCommand = (): string => realpathSync(process.argv[1] ?? process.execPath);

/** The name of an installation's door. */
export const doorName = (command: string): string => sha256(command).slice(0, 16);

/** Where the door of an installation is; `null`: this user has no state directory. */
export function doorOf(env: Env, command: string): string | null {
  const home = homeOf(env);
  const state = stateDirOf(env, home);
  if (state.problem !== null || home.missing !== null) return null;
  return doorIn(state.path, command);
}

export const doorIn = (stateDir: string, command: string): string =>
  join(stateDir, 'resident', doorName(command));

/** Callers that got no answer in time leave a mark each. */
export const missedAt = (door: string): string => `${door}.missed`;
/** There since an engine was started, until it listens. */
export const triedAt = (door: string): string => `${door}.tried`;
export const lockAt = (door: string): string => `${door}.lock`;

/** Puts the door up; the first line is what clients read. */
export function putUp(path: string, { port, pid, hello, key, ...rest }: Door): void {
  replaceFile(path, `${port} ${pid} ${hello} ${key}\n${JSON.stringify(rest)}\n`, { mode: PRIVATE_FILE });
}

export const takeDown = (path: string): void => rmSync(path, { force: true });

/** `null`: there is none, or none of ours. */
export function doorAt(path: string): Door | null {
  if (!isPrivateFile(path)) return null;
  const [first = '', second = ''] = (textIn(path, MOST_BYTES) ?? '').split('\n');
  const [port, pid, hello = '', key = ''] = first.split(' ');
  const rest = parsed(second);
  if (rest === null || hello === '' || key === '') return null;
  return { port: Number(port), pid: Number(pid), hello, key, ...rest };
}

function parsed(text: string): Pick<Door, 'version' | 'command' | 'since' | 'began'> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { version, command, since, began } = value;
    if (typeof version !== 'string' || typeof command !== 'string' || typeof since !== 'number') return null;
    return { version, command, since, began: typeof began === 'string' ? began : null };
  } catch {
    return null;
  }
}

/** Whether the process behind a door lives; another may have got its number. */
export const isManned = ({ pid, began }: Door): boolean =>
  isRunning(pid) && (began === null || (beginningOf(pid) ?? began) === began);

/** What an installation is by its files: another version is another file. */
export function installed(command: string): string {
  const found = statSync(command, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
