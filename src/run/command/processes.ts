// Which processes belong to a run: its process group, its descendants, and whoever carries its mark in the environment.
import { readdirSync, readFileSync } from 'node:fs';
import { codeOf } from '../../text/index.js';

/** The variable that marks every process of a run, also one that left the group with `setsid`. */
export const RUN_VARIABLE = 'AMPLIFIER_HOOK_RUN';

const MARKS = new RegExp(`(?:^|\0)${RUN_VARIABLE}=([^\0]*)`);
const PID = /^\d+$/;

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Marks of the run it belongs to and of the runs around that one. */
  readonly marks: string;
}

/** Every process of this machine that is not a zombie; empty where there is no `/proc`. */
export function listProcesses(): readonly ProcessEntry[] {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.filter((name) => PID.test(name)).flatMap(readProcess);
}

function readProcess(pid: string): ProcessEntry[] {
  const stat = readQuietly(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses.
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || parent === undefined || group === undefined || state === 'Z') return [];
  const marks = MARKS.exec(readQuietly(`/proc/${pid}/environ`))?.[1] ?? '';
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marks }];
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended, or belongs to somebody else.
    return '';
  }
}

/** Those of `processes` that belong to the run whose leader and mark these are, but stand outside its group. */
export function outsideGroup(
  processes: readonly ProcessEntry[],
  leader: number,
  mark: string,
): readonly number[] {
  const family = new Set([leader]);
  // Parents need not come before children in the list.
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return processes
    .filter(({ pid, group, marks }) => group !== leader && (family.has(pid) || marks.includes(mark)))
    .map(({ pid }) => pid);
}

/** Sends a signal; `false`: there is nobody to get it. A negative number means a group. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
