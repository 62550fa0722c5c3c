// Ends processes that hooks left behind. They are known by a variable they inherited.
import { setTimeout } from 'node:timers/promises';
import { listProcesses, signalProcess, signalTree, wasGiven } from '../machine/processes/index.js';

/** A process that is just being replaced by another program shows no environment for a moment. */
const SECOND_LOOK_MS = 10;
/** Something that starts new processes faster than they are killed is not fought for ever. */
const MOST_LOOKS = 50;

/**
 * Kills every process group with a member that has this variable, written `NAME=value`, in its environment; nothing where
 * the system does not list processes.
 */
export async function endLeftovers(variable: string): Promise<void> {
  for (let looks = 0, quiet = 0; quiet < 2 && looks < MOST_LOOKS; looks += 1) {
    if (looks > 0) await setTimeout(SECOND_LOOK_MS);
    const processes = listProcesses();
    const own = processes.find(({ pid }) => pid === process.pid)?.group;
    const found = processes.filter((one) => one.pid !== process.pid && wasGiven(one, variable));
    quiet = found.length === 0 ? quiet + 1 : 0;
    for (const { pid, group } of found) {
      if (group > 1 && group !== own) signalTree(group, 'SIGKILL', false);
      signalProcess(pid, 'SIGKILL');
    }
  }
}
