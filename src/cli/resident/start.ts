// Starts a resident engine beside an answer that had to be given without one.
import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownFolder, PRIVATE_FILE } from '../../files/index.js';
import type { Io } from '../io.js';
import { environmentForNode } from './circumstances.js';
import { doorOf, ownCommand, triedAt } from './door.js';

/** One that did not come is not started again for so long. */
const AGAIN_MS = 60_000;

/** Answers, and starts an engine that answers the next time. */
export async function withResident(io: Io, answered: () => Promise<number>): Promise<number> {
  try {
    return await answered();
  } finally {
    startResident(io);
  }
}

/** Does not wait for it. Where none can be, every event is answered as before, so nothing is said. */
function startResident({ env }: Pick<Io, 'env'>): void {
  const command = ownCommand();
  const door = doorOf(env, command);
  if (door === null) return;
  try {
    const tried = statSync(triedAt(door), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - tried < AGAIN_MS) return;
    ownFolder(dirname(door));
    writeFileSync(triedAt(door), '', { mode: PRIVATE_FILE });
    const child = spawn(process.execPath, [command, 'dispatch', '--resident'], {
      cwd: '/',
      env: environmentForNode(env),
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // A state directory that cannot be written is told where something is remembered in it.
  }
}
