// Ends the resident engine of this user and installation.
import { setTimeout } from 'node:timers/promises';
import { type Door, doorAt, isManned, takeDown } from './door.js';

/** How long its end is waited for; who answers somebody ends after that. */
const PATIENCE_MS = 5000;
const LOOK_MS = 20;

export type Stopped = { readonly door: Door; readonly isGone: boolean };

/** `null`: there is none. No new caller is answered by it from now on. */
export async function stopResident(path: string): Promise<Stopped | null> {
  const door = doorAt(path);
  if (door === null) return null;
  takeDown(path);
  if (!isManned(door)) return null;
  process.kill(door.pid, 'SIGTERM');
  const start = performance.now();
  while (isManned(door) && performance.now() - start < PATIENCE_MS) await setTimeout(LOOK_MS);
  return { door, isGone: !isManned(door) };
}
