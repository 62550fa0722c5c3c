// Where plugins are made ready, beside the place they will have, and put there together or not at all.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Lock, makeFolders, outside } from '../../files/index.js';
import { systemReasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import { claim } from './busy.js';
import { type LockedPlugins, readLock, writeLock } from './lock-file.js';
import type { InstallPlace } from './place.js';
import { stateOf } from './verify.js';

/** A plugin that changes; `fresh`: the folder that it will be, `null`: it will be gone. */
export interface Move {
  readonly name: string;
  readonly fresh: string | null;
}

/** Hidden folders in a hooks directory are nobody's hooks. */
const STAGING = '.staging-';
/** What had to make room, by name; renamed once all is done. */
const OLD = 'old';
const DONE = 'done';
/** The names of what was about to be placed. */
const PLACING = 'placing';

/** Open while a command works; nobody else changes anything in the place meanwhile. */
export class Workshop {
  readonly place: InstallPlace;
  /** A folder on the same file system as the plugins. */
  readonly staging: string;
  readonly #claim: Lock;
  readonly #made: string | null;
  readonly #atExit = (): void => this.#leave();
  #open = true;

  constructor(place: InstallPlace) {
    this.place = place;
    refuseLinksOut(place);
    this.#made = madeFolder(place.hooksDir);
    this.#claim = claim(place.busyFile);
    this.staging = join(place.hooksDir, `${STAGING}${randomUUID().slice(0, 8)}`);
    process.on('exit', this.#atExit);
    try {
      recover(place);
      makeFolders(this.staging);
    } catch (error) {
      this.#leave();
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
    const [old, placing] = [join(this.staging, OLD), join(this.staging, PLACING)];
    try {
      makeFolders(old);
      for (const { name, fresh } of moves) {
        const target = join(this.place.hooksDir, name);
        if (fresh !== null) makeFolders(join(placing, name));
        if (existsSync(target)) move(target, join(old, name));
        if (fresh !== null) move(fresh, target);
      }
      writeLock(this.place, plugins);
      renameSync(old, join(this.staging, DONE));
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw cannot(error, `${this.place.hooksDir} could not be changed`);
    }
  }

  /** Removes what was made ready or had to make room, and lets others in. */
  async close(): Promise<void> {
    if (!this.#open) return;
    try {
      // Many files at once: a slow disk is then waited for once, not once for each of them.
      await rm(this.staging, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      this.#leave();
    }
  }

  /** The same at once, for a process that ends. */
  #leave(): void {
    if (!this.#open) return;
    this.#open = false;
    process.removeListener('exit', this.#atExit);
    rmSync(this.staging, { recursive: true, force: true, maxRetries: 3 });
    removeEmpty(this.place.hooksDir, this.#made);
    this.#claim.release();
    removeEmpty(dirname(this.place.hooksDir), this.#made);
  }
}

/** A project is often somebody else's work: its links do not decide where we write. Those of the home directory are its owner's. */
function refuseLinksOut({ scope, root, hooksDir, lockFile, backups }: InstallPlace): void {
  if (scope !== 'project') return;
  for (const path of [hooksDir, lockFile, backups]) {
    const away = outside(root, path);
    if (away !== null)
      throw new PluginProblem('unsafe', `${path} leads out of the project, to ${away}; nothing was written`, {
        hint: 'Remove the link, or install for yourself with --scope user.',
      });
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
 * Puts right what a command left that was killed in the middle of it. The lock file is written last, so what it says of a
 * plugin is what the plugin has to be.
 */
function recover(place: InstallPlace): void {
  const left = namesIn(place.hooksDir).filter((name) => name.startsWith(STAGING));
  if (left.length === 0) return;
  const locked = readLock(place);
  for (const name of left) {
    const staging = join(place.hooksDir, name);
    if (!existsSync(join(staging, DONE))) takeBack(place, staging, locked);
    rmSync(staging, { recursive: true, force: true });
  }
}

function takeBack(place: InstallPlace, staging: string, locked: LockedPlugins): void {
  const placed = new Set(namesIn(join(staging, PLACING)));
  for (const name of new Set([...namesIn(join(staging, OLD)), ...placed])) {
    const [aside, target] = [join(staging, OLD, name), join(place.hooksDir, name)];
    const entry = locked.get(name);
    const isThere = existsSync(target);
    if (entry === undefined ? !placed.has(name) : isThere && stateOf(entry, target).intact) continue;
    const hasRoom = existsSync(aside) || entry === undefined;
    if (isThere && hasRoom) renameSync(target, join(staging, `new-${name}`));
    if (existsSync(aside)) renameSync(aside, target);
  }
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The first folder that had to be made for it; `null`: all of it was there. */
function madeFolder(folder: string): string | null {
  try {
    return makeFolders(folder);
  } catch (error) {
    throw cannot(reasonFor(folder, error), `${folder} cannot be made`);
  }
}

/** Where several folders are made at once, the system's reason may get lost: a disk that can only be read is "not found". */
function reasonFor(folder: string, error: unknown): unknown {
  try {
    mkdirSync(folder);
    return error;
  } catch (plain) {
    return plain;
  }
}

/** Something that the file system did not let us do; what is nobody's problem but ours stays as it is. */
export function cannot(error: unknown, what: string): unknown {
  if (error instanceof PluginProblem || !(error instanceof Error && 'syscall' in error)) return error;
  return new PluginProblem(codeOfFileError(error), `${what}: ${systemReasonOf(error)}`, { cause: error });
}
