// Keeps a project's journal within its size: the oldest files give way to roll-ups, so that long statistics stay right.
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Busy, type Lock, lock, PRIVATE_FILE, replaceFile } from '../files/index.js';
import { entriesOf, headerOf, readableFiles } from './files.js';
import {
  isMissing,
  isRotated,
  type JournalFile,
  listFiles,
  names,
  type ProjectFiles,
  rollupFile,
  rotatedName,
} from './layout.js';
import { rollupsIn } from './rollups.js';
import type { Rollup } from './sums.js';
import { Tally } from './tally.js';

export interface FoldOptions {
  readonly maxTotalBytes: number;
  readonly maxFiles: number;
  readonly quietMs: number;
  readonly clock: () => number;
  readonly header: () => string;
  readonly id: () => string;
  readonly onProblem: (error: unknown) => void;
}

/** Whoever had a file open that is put aside has written to it by then, or finds its new name. */
const SETTLING_MS = 100;
/** A process that ends leaves a part of the work to the next one, but not where there is far too much. */
const TOLERATED = 1.25;
/** Nobody tidies for so long. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Generations that no kept event can refer to go this long after their last use. */
const GENERATION_GRACE_MS = 24 * 60 * 60 * 1000;

export class Folder {
  readonly #place: ProjectFiles;
  readonly #options: FoldOptions;
  #tidying: Promise<void> | null = null;
  #again = false;
  #closing = false;

  constructor(place: ProjectFiles, options: FoldOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** Looks after the size in the background, once at a time. */
  tidySoon(): void {
    this.#again = true;
    this.#tidying ??= this.#tidyAll().finally(() => {
      this.#tidying = null;
    });
  }

  /** Ends what is under way after the file it is at; the next file that is begun, by whomever, goes on with it. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#tidying;
    this.#closing = false;
  }

  async #tidyAll(): Promise<void> {
    while (this.#again && !this.#closing) {
      this.#again = false;
      await this.#tidy().catch(this.#options.onProblem);
    }
  }

  async #tidy(): Promise<void> {
    const { maxTotalBytes, maxFiles } = this.#options;
    const files = listFiles(this.#place);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= maxTotalBytes && files.length <= maxFiles) return;
    // One at a time: so each file is counted once, and at most one is counted and not removed yet.
    const held = this.#lock();
    if (held === null) return;
    try {
      await this.#foldOldest(files, bytes);
    } finally {
      held.release();
    }
    await this.#forgetGenerations();
  }

  #lock(): Lock | null {
    try {
      return lock(join(this.#place.rollups, 'lock'), { abandonedMs: ABANDONED_MS });
    } catch (error) {
      if (error instanceof Busy) return null;
      throw error;
    }
  }

  async #foldOldest(files: readonly JournalFile[], total: number): Promise<void> {
    const { maxTotalBytes } = this.#options;
    const { surplus, isYoung } = this.#surplus(files, total);
    const kept = surplus.map((file) => (isRotated(file.name) ? file : this.#putAside(file)));
    if (isYoung) await setTimeout(SETTLING_MS);
    let bytes = total;
    for (const file of kept) {
      if (file !== null && (await this.#fold(file))) bytes -= file.size;
      if (this.#closing && bytes <= maxTotalBytes * TOLERATED) break;
    }
  }

  /** The oldest files that are too many. */
  #surplus(files: readonly JournalFile[], total: number): { surplus: JournalFile[]; isYoung: boolean } {
    const { maxTotalBytes, maxFiles, quietMs, clock } = this.#options;
    const surplus: JournalFile[] = [];
    let [bytes, isYoung] = [total, false];
    for (const file of files) {
      if (bytes <= maxTotalBytes && files.length - surplus.length <= maxFiles) break;
      // Somebody may still be writing to it, and to those that follow. In a burst that does not count: the size has an end.
      isYoung ||= file.changed > clock() - quietMs;
      if (isYoung && bytes <= maxTotalBytes) break;
      surplus.push(file);
      bytes -= file.size;
    }
    return { surplus, isYoung };
  }

  /** First the roll-up, then the file goes: a crash between loses nothing and counts nothing twice. */
  async #fold(kept: JournalFile): Promise<boolean> {
    if ((await headerOf(kept.path, () => undefined)) === null) return false;
    const path = rollupFile(this.#place, kept);
    const day = new Tally();
    let [files, last] = [0, ''];
    for await (const known of rollupsIn(path)) {
      day.merge(known.tally);
      files += known.files ?? 1;
      last = known.file;
    }
    if (last !== kept.name) {
      await this.#count(kept, day);
      const rollup: Rollup = { kind: 'rollup', file: kept.name, files: files + 1, tally: day.stored() };
      replaceFile(path, `${this.#options.header()}${JSON.stringify(rollup)}\n`, { mode: PRIVATE_FILE });
    }
    rmSync(kept.path, { force: true });
    return true;
  }

  async #count({ path }: JournalFile, tally: Tally): Promise<void> {
    const onDamaged = (): void => {
      tally.damaged += 1;
    };
    const all = { whole: false, end: Number.POSITIVE_INFINITY, onDamaged };
    for await (const entries of entriesOf(path, all)) for (const entry of entries) tally.add(entry);
  }

  /** A name is used again by the same session; what is folded needs one that is not. */
  #putAside(file: JournalFile): JournalFile | null {
    const path = rotatedName(file.path, this.#options.id());
    try {
      renameSync(file.path, path);
    } catch (error) {
      // Another process puts it aside at the same time.
      if (isMissing(error)) return null;
      throw error;
    }
    return { ...file, path, name: path.slice(this.#place.folder.length + 1) };
  }

  async #forgetGenerations(): Promise<void> {
    const kept = await readableFiles(this.#place, null, new Set(), () => undefined);
    const begun = kept.map(({ header }) => header.at);
    const limit = Math.min(this.#options.clock(), ...begun) - GENERATION_GRACE_MS;
    const { generations } = this.#place;
    for (const name of names(generations)) {
      const path = join(generations, name);
      const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
      if (used < limit) rmSync(path, { force: true });
    }
  }
}
