// One command at a time changes what is kept about marketplaces. The others wait: it takes moments, never a download.
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../text/index.js';
import { type Claim, claim } from '../install/busy.js';
import { codeOfFileError, PluginProblem } from '../problem.js';

const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Does something while no other process does something under the same file. */
export async function exclusively<T>(file: string, work: () => T, patienceMs = PATIENCE_MS): Promise<T> {
  const held = await claimed(file, Date.now() + patienceMs);
  try {
    return work();
  } finally {
    held.release();
  }
}

async function claimed(file: string, until: number): Promise<Claim> {
  for (;;) {
    try {
      return claim(file);
    } catch (error) {
      if (!(error instanceof PluginProblem)) throw cannot(file, error);
      if (error.code !== 'busy' || Date.now() >= until) throw error;
    }
    await sleep(POLL_MS);
  }
}

function cannot(file: string, error: unknown): PluginProblem {
  const why = reasonOf(error);
  return new PluginProblem(codeOfFileError(error), `${dirname(file)} cannot be written to: ${why}`, {
    cause: error,
  });
}
