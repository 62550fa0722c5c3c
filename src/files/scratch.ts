// Scratch folders that must not outlive this process, even where it is interrupted.
import { rmSync } from 'node:fs';

const inUse = new Set<string>();

/** From now on the folder is removed when the process exits. */
export function rememberScratch(folder: string): void {
  if (!process.listeners('exit').includes(removeAll)) process.on('exit', removeAll);
  inUse.add(folder);
}

/** It is gone already. */
export function forgetScratch(folder: string): void {
  inUse.delete(folder);
}

function removeAll(): void {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true });
}
