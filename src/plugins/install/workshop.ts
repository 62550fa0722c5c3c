// Where plugins are made ready, beside the place they will have, and put there together or not at all.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOfFileError, PluginProblem } from '../problem.js';
import { type Claim, claim } from './busy.js';
import { type LockedPlugins, readLock, writeLock } from './lock-file.js';
import type { Place } from './place.js';
import { stateOf } from './verify.js';

/** A plugin that changes; `fresh`: the folder that it will be, `null`: it will be gone. */
export interface Move {
  readonly name: string;
  readonly fresh: string | null;
}

/** Hidden folders in a hooks directory are nobody's hooks. */
const STAGING = '.staging-';

/** Open while a command works; nobody else changes anything in the place meanwhile. */
export class Workshop {
  readonly place: Place;
  /** A folder on the same file system as the plugins. */
  readonly staging: string;
  readonly #claim: Claim;
  readonly #made: string | null;
  readonly #atExit = (): void => this.close();
  #open = true;

  constructor(place: Place) {
    this.place = place;
    try {
      // Undefined where all of it was there.
      this.#made = mkdirSync(place.hooksDir, { recursive: true }) ?? null;
    } catch (error) {
      throw cannot(error, `${place.hooksDir} cannot be made`);
    }
    this.#claim = claim(place.busyFile);
    this.staging = join(place.hooksDir, `${STAGING}${randomUUID().slice(0, 8)}`);
    process.on('exit', this.#atExit);
    try {
      recover(place);
      mkdirSync(this.staging, { recursive: true });
    } catch (error) {
      this.close();
      throw cannot(error, `${place.hooksDir} cannot be written to`);
    }
  }

  /** Puts the plugins into their places and writes the lock file. Where one step fails, all are taken back. */
  commit(moves: readonly Move[], plugins: LockedPlugins): void {
    const undo: (() => void)[] = [];
    const move = (from: string, to: string): void => {
      renameSync(from, to);
      undo.push(() => renameSync(to, from));
    };
    const old = join(this.staging, 'old');
    try {
      mkdirSync(old, { recursive: true });
      for (const { name, fresh } of moves) {
        const target = join(this.place.hooksDir, name);
        if (existsSync(target)) move(target, join(old, name));
        if (fresh !== null) move(fresh, target);
      }
      writeLock(this.place, plugins);
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw cannot(error, `${this.place.hooksDir} could not be changed`);
    }
  }

  /** Removes what was made ready or had to make room, and lets others in. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    process.removeListener('exit', this.#atExit);
    rmSync(this.staging, { recursive: true, force: true, maxRetries: 3 });
    removeEmpty(this.place.hooksDir, this.#made);
    this.#claim.release();
    removeEmpty(dirname(this.place.hooksDir), this.#made);
  }
}

/** Folders that were made for nothing go again. */
function removeEmpty(folder: string, made: string | null): void {
  if (made === null || !folder.startsWith(made)) return;
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it, so it is not for nothing.
  }
}

/**
 * Puts right what a command left that was killed. The lock file is written last: where it speaks of what had to make
 * room, that comes back.
 */
function recover(place: Place): void {
  const left = readdirSync(place.hooksDir).filter((name) => name.startsWith(STAGING));
  if (left.length === 0) return;
  const locked = readLock(place);
  for (const staging of left) {
    const old = join(place.hooksDir, staging, 'old');
    for (const name of existsSync(old) ? readdirSync(old) : []) {
      const [aside, target] = [join(old, name), join(place.hooksDir, name)];
      const entry = locked.get(name);
      const isThere = existsSync(target);
      const isDone = entry === undefined || (isThere && stateOf(entry, target).intact);
      if (isDone) continue;
      if (isThere) renameSync(target, join(place.hooksDir, staging, `new-${name}`));
      renameSync(aside, target);
    }
    rmSync(join(place.hooksDir, staging), { recursive: true, force: true });
  }
}

function cannot(error: unknown, what: string): unknown {
  if (error instanceof PluginProblem) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new PluginProblem(codeOfFileError(error), `${what}: ${why}`, { cause: error });
}
