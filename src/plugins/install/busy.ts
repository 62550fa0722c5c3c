// One command at a time changes what is installed in a place. Who does so says so in a file; the dead are noticed.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { hasCode, isRecord, reasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** When its process started, as the system counts; `null`: the system does not say. */
  readonly started: string | null;
}

/** The word that a place is in use, until it is given back. */
export interface Claim {
  release(): void;
}

/** Throws `busy` where somebody else is at work. */
export function claim(file: string): Claim {
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
  };
  const temporary = `${file}.new-${own.id}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${JSON.stringify(own)}\n`, { flag: 'wx' });
    return take(file, temporary, own);
  } catch (error) {
    if (error instanceof PluginProblem) throw error;
    throw new PluginProblem(
      codeOfFileError(error),
      `${dirname(file)} cannot be written to: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A link is made by one process alone, and the file is there with its whole content. */
function take(file: string, temporary: string, own: Holder): Claim {
  try {
    linkSync(temporary, file);
    return claimOf(file, own);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const holder = holderOf(file);
  // It was given back at this moment.
  if (holder === 'gone') return take(file, temporary, own);
  if (holder === 'unreadable') throw unclear(file);
  if (isAlive(holder)) throw busy(holder);
  return takeOver(file, temporary, own, holder);
}

/**
 * Of several that notice the same dead holder, one may take its place: the one that claims the file named after it. That
 * may have been done and given back in the meantime, so who holds the place is asked again.
 */
function takeOver(file: string, temporary: string, own: Holder, dead: Holder): Claim {
  const turn = take(`${file}.${dead.id}`, temporary, own);
  try {
    const now = holderOf(file);
    if (now === 'gone') return take(file, temporary, own);
    if (now === 'unreadable') throw unclear(file);
    if (now.id !== dead.id) throw busy(now);
    const copy = `${temporary}.own`;
    linkSync(temporary, copy);
    renameSync(copy, file);
    return claimOf(file, own);
  } finally {
    turn.release();
  }
}

const claimOf = (file: string, own: Holder): Claim => ({
  release() {
    const holder = holderOf(file);
    if (typeof holder === 'object' && holder.id === own.id) rmSync(file, { force: true });
  },
});

function holderOf(file: string): Holder | 'gone' | 'unreadable' {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return hasCode(error, 'ENOENT') ? 'gone' : 'unreadable';
  }
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return 'unreadable';
    const { id, pid, host, started } = value;
    if (typeof id !== 'string' || !/^[\w-]+$/.test(id) || typeof pid !== 'number' || typeof host !== 'string')
      return 'unreadable';
    return { id, pid, host, started: typeof started === 'string' ? started : null };
  } catch {
    return 'unreadable';
  }
}

/** Nobody can ask about the processes of another machine. */
function isAlive({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  // Another process may have got the number of a dead one.
  const now = startOf(pid);
  return started === null || now === null || started === now;
}

/** Field 22 of /proc/<pid>/stat; the name of the program, in brackets, may hold anything. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function busy({ pid, host }: Holder): PluginProblem {
  const where = host === hostname() ? '' : ` on ${host}`;
  return new PluginProblem('busy', `process ${pid}${where} is changing what is installed here`);
}

const unclear = (file: string): PluginProblem =>
  new PluginProblem('busy', `${file} says that somebody is changing what is installed here, but not who`, {
    hint: 'If nobody is, remove that file.',
  });
