// `lock` and `unlock`: switch lock mode on and off by hand.
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foundWithin, makeFolders, placeWithin, removeWithin, replaceWithin } from '../../files/index.js';
import { hasCode, systemReasonOf } from '../../text/index.js';
import { isBlank, LIMITS } from '../context.js';
import { isOwnFile } from '../own/file.js';
import { LOCK_FILES } from './mode.js';

export interface Caller {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

const fine = (stdout: string): Said => ({ stdout: `${stdout}\n`, stderr: '', exitCode: 0 });
const refused = (why: string): Said => ({ stdout: '', stderr: `amplihack-hooks: ${why}\n`, exitCode: 1 });

/** The project of the lock commands: `CLAUDE_PROJECT_DIR`, else the current directory. */
function projectOf({ cwd, env }: Caller): string {
  const given = env['CLAUDE_PROJECT_DIR'] ?? '';
  return isBlank(given) ? cwd : resolve(cwd, given);
}

const locksIn = (project: string): string => join(project, '.claude', 'runtime', 'locks');

/** `message`: what the agent is told instead of stopping; `null`: what it was told before, or a fixed sentence. */
export async function lock(place: Caller, message: string | null): Promise<Said> {
  const project = projectOf(place);
  const folder = locksIn(project);
  try {
    makeFolders(project);
    const isNew = create(placeWithin(project, join(folder, LOCK_FILES.active)));
    if (!isNew && !(await isHeeded(join(folder, LOCK_FILES.active), project, place)))
      return refused(
        `lock mode stays off: ${join(folder, LOCK_FILES.active)} is not heeded, since it belongs to the repository or is not a file. Take it out of git, or remove it, and try again.`,
      );
    if (message !== null) replaceWithin(project, join(folder, LOCK_FILES.message), message);
    const length = Buffer.byteLength(message?.trim() ?? '');
    const warnings = [
      ...(isNew ? [] : ['Warning: lock mode was on already.']),
      ...(length > 1000
        ? [`Warning: the message has ${length} bytes; one of more than 1000 is not sent.`]
        : []),
    ];
    return { ...fine(`Lock mode is on (${folder}).`), stderr: warnings.map((line) => `${line}\n`).join('') };
  } catch (error) {
    return refused(`lock mode could not be switched on in ${folder}: ${systemReasonOf(error)}`);
  }
}

/** What is there already may be the repository's, and then it switches nothing. */
const isHeeded = (file: string, root: string, { env }: Caller): Promise<boolean> =>
  isOwnFile({ root, env, now: Date.now, limits: LIMITS, warn: () => undefined }, file);

export function unlock(place: Caller): Said {
  const project = projectOf(place);
  const folder = locksIn(project);
  try {
    const wasOn = foundWithin(project, join(folder, LOCK_FILES.active)) !== null;
    for (const name of [LOCK_FILES.active, LOCK_FILES.message]) removeWithin(project, join(folder, name));
    return fine(wasOn ? 'Lock mode is off.' : 'Lock mode was off already.');
  } catch (error) {
    return refused(`lock mode could not be switched off in ${folder}: ${systemReasonOf(error)}`);
  }
}

/** `false`: it was there before and is left as it is. */
function create(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Reads the arguments behind `lock` or `unlock`. */
export async function lockCommand(argv: readonly string[], place: Caller): Promise<Said> {
  const [name, ...rest] = argv;
  if (name === 'unlock')
    return rest.length === 0
      ? unlock(place)
      : refused('unlock takes no argument. Usage: amplihack-hooks unlock');
  const [option = null, value = null, ...more] = rest;
  if (option === null) return lock(place, null);
  if (option === '--message' && value !== null && more.length === 0) return lock(place, value);
  if (option.startsWith('--message=') && value === null)
    return lock(place, option.slice('--message='.length));
  return refused('lock takes --message only. Usage: amplihack-hooks lock [--message TEXT]');
}
