// Ends processes that hooks left behind. They are known by a variable they inherited.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** A process that is just being replaced by another program shows no environment for a moment. */
const SECOND_LOOK_MS = 10;
/** Something that starts new processes faster than they are killed is not fought for ever. */
const MOST_LOOKS = 50;

/** Kills every process group with a member that has this variable, written `NAME=value`, in its environment. */
export async function endLeftovers(variable: string): Promise<void> {
  const own = await groupOf('self');
  for (let looks = 0, quiet = 0; quiet < 2 && looks < MOST_LOOKS; looks += 1) {
    if (looks > 0) await setTimeout(SECOND_LOOK_MS);
    const found = await processesOf(variable);
    quiet = found.length === 0 ? quiet + 1 : 0;
    for (const pid of found) {
      const group = await groupOf(String(pid));
      if (group !== null && group !== own) kill(-group);
      kill(pid);
    }
  }
}

/** Processes with that variable; none where the system does not tell (no /proc). */
async function processesOf(variable: string): Promise<readonly number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // Processes of other people, and those that just ended, cannot be read: they are not ours.
      const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environ.split('\0').includes(variable);
    }),
  );
  return pids.filter((_, index) => found[index]);
}

async function groupOf(pid: string): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program name stands in parentheses and may contain spaces; the group is the third field after it.
  const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  return Number.isInteger(group) && group > 1 ? group : null;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
