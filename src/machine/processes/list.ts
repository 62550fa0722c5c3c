// The processes of this machine: from `/proc` where there is one, else from `ps`, else unknown.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { findOwnProgram } from '../programs.js';
import { processStat, readQuietly } from '../stat.js';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Its bytes as it was started, as far as this user may see them: `\0NAME=value\0`, with blanks where `ps` tells. */
  readonly environment: string;
}

const PID = /^\d+$/;
/** With the environment after the command; which letter asks for it depends on whose `ps` it is. */
const PS_FLAGS = ['-axwwE', 'axwwe'];
const PS_COLUMNS = ['pid', 'ppid', 'pgid', 'stat', 'command'].flatMap((column) => ['-o', `${column}=`]);
const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/;
const PS_LIMIT_MS = 5000;

/** Where nothing tells, asking costs two processes: not at every look. */
const AGAIN_MS = 1000;
let failedAt = Number.NEGATIVE_INFINITY;

/** Every process of this machine that is not a zombie; empty where the system does not tell. */
export function listProcesses(): readonly ProcessEntry[] {
  const found = fromProc();
  if (found !== null) return found;
  if (performance.now() - failedAt < AGAIN_MS) return [];
  const told = fromPs();
  if (told === null) failedAt = performance.now();
  return told ?? [];
}

/** Whether a process was started with a variable, written `NAME=value`. */
export function wasGiven({ environment }: ProcessEntry, variable: string): boolean {
  const between = environment.charAt(0);
  return environment.includes(between + Buffer.from(variable).toString('latin1') + between);
}

/** `null`: there is no `/proc` that says something. */
export function fromProc(): readonly ProcessEntry[] | null {
  // A folder of that name is not enough: what is asked of it is this process.
  if (processStat('self') === null) return null;
  return namesIn('/proc')
    .filter((name) => PID.test(name))
    .flatMap((pid) => {
      const [state, parent, group] = processStat(pid) ?? ['Z'];
      if (state === 'Z') return [];
      const environment = `\0${readQuietly(`/proc/${pid}/environ`, 'latin1')}`;
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), environment }];
    });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No descriptor is left to read it with.
    return [];
  }
}

/** `null`: there is no `ps` that lists this very process. */
export function fromPs(): readonly ProcessEntry[] | null {
  const ps = findOwnProgram('ps');
  if (ps === null) return null;
  for (const flags of PS_FLAGS) {
    const { status, stdout } = spawnSync(ps, [flags, ...PS_COLUMNS], {
      encoding: 'latin1',
      env: { LC_ALL: 'C' },
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PS_LIMIT_MS,
    });
    const found = status === 0 ? readPs(stdout) : [];
    if (found.some(({ pid }) => pid === process.pid)) return found;
  }
  return null;
}

/** What `ps` prints, by the columns above. */
export function readPs(text: string): readonly ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = 'Z', rest = ''] = PS_LINE.exec(line) ?? [];
    if (state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), environment: ` ${rest} ` }];
  });
}
