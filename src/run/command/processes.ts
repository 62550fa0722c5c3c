// Which processes belong to a run: its process group, its descendants, and whoever carries its mark in the environment.
import type { ProcessEntry } from '../../machine/processes/index.js';

/** The variable that marks every process of a run, also one that left the group with `setsid`. */
export const RUN_VARIABLE = 'AMPLIFIER_HOOK_RUN';

/** Marks of the run a process belongs to and of the runs around that one. */
const MARKS = new RegExp(`[\0 ]${RUN_VARIABLE}=([^\0 ]*)`, 'g');

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
    .filter((one) => one.group !== leader && (family.has(one.pid) || marksOf(one).includes(mark)))
    .map(({ pid }) => pid);
}

/** All that look like it: a value with a blank must not hide the real one. */
const marksOf = ({ environment }: ProcessEntry): string =>
  Array.from(environment.matchAll(MARKS), ([, marks]) => marks).join(' ');
