// The copies of marketplaces: one folder each, replaced whole. The old one comes back where something fails.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../files/index.js';
import { marketplacesFolder } from './places.js';

const OLD = '.old-';
/** What a killed command left behind is nobody's after so long. */
const LEFT_OVER_MS = 24 * 3600 * 1000;

/** A change that can still be taken back. */
export interface Replaced {
  undo(): void;
  finish(): void;
}

export const copyFolder = (home: string, name: string): string => join(marketplacesFolder(home), name);
export const stagingFolder = (home: string): string => join(marketplacesFolder(home), '.staging');

/** Puts a folder in the place of the copy; `null`: there will be none. Only while nobody else changes anything. */
export function replaceCopy(home: string, name: string, fresh: string | null): Replaced {
  const target = copyFolder(home, name);
  const old = join(marketplacesFolder(home), `${OLD}${name}`);
  rmSync(old, { recursive: true, force: true });
  const before = existsSync(target);
  if (before) renameSync(target, old);
  const undo = (): void => {
    if (fresh !== null && existsSync(target)) renameSync(target, fresh);
    if (before) renameSync(old, target);
  };
  try {
    if (fresh !== null) {
      makeFolders(dirname(target));
      renameSync(fresh, target);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return { undo, finish: () => rmSync(old, { recursive: true, force: true }) };
}

/** Puts right what a command left that was killed. Only while nobody else changes anything. */
export function recoverCopies(home: string, now: number): void {
  const folder = marketplacesFolder(home);
  for (const left of namesIn(folder).filter((name) => name.startsWith(OLD))) {
    const [old, target] = [join(folder, left), join(folder, left.slice(OLD.length))];
    if (existsSync(target)) rmSync(old, { recursive: true, force: true });
    else renameSync(old, target);
  }
  const staging = stagingFolder(home);
  for (const left of namesIn(staging)) {
    const path = join(staging, left);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - made > LEFT_OVER_MS) rmSync(path, { recursive: true, force: true });
  }
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
