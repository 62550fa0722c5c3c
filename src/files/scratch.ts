// Scratch folders, which must not outlive this process even where it is interrupted.
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from './private.js';

const inUse = new Set<string>();

/** A new folder for this user alone, under its real path. Its number is hexadecimal: scripts count letters in paths. */
export function makeScratch(prefix: string): string {
  const number = process.hrtime.bigint() * 0x10000n + BigInt(Math.floor(Math.random() * 0x10000));
  const folder = join(realpathSync(tmpdir()), `${prefix}${number.toString(16)}`);
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
  rememberScratch(folder);
  return folder;
}

/** From now on the folder is removed when the process exits. */
export function rememberScratch(folder: string): void {
  if (!process.listeners('exit').includes(removeAll)) process.on('exit', removeAll);
  inUse.add(folder);
}

/** It is gone already. */
export function forgetScratch(folder: string): void {
  inUse.delete(folder);
}

/** Removes it now; again, while somebody still makes files in it. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  forgetScratch(folder);
}

function removeAll(): void {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true });
}
