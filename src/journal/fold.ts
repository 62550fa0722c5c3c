// Keeps a project's journal within its size: the oldest files give way to roll-ups, so that long statistics stay right.
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Appender } from './append.js';
import { entriesOf, headerOf, readableFiles } from './files.js';
import {
  isMissing,
  isRotated,
  type JournalFile,
  listFiles,
  names,
  type ProjectFiles,
  rotatedName,
} from './layout.js';
import { foldedFiles } from './rollups.js';
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
    const { maxTotalBytes, maxFiles, quietMs, clock } = this.#options;
    const files = listFiles(this.#place);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    let count = files.length;
    if (bytes <= maxTotalBytes && count <= maxFiles) return;
    const folded = await foldedFiles(this.#place);
    for (const file of files) {
      if (bytes <= maxTotalBytes && count <= maxFiles) break;
      // Whoever had it open when it was put aside has long found its new name; later ones are younger still.
      if (file.changed > clock() - quietMs) break;
      // A process that died between the two steps of folding left a file that is counted already.
      if (folded.has(file.name)) rmSync(file.path, { force: true });
      else if (!(await this.#fold(file))) continue;
      bytes -= file.size;
      count -= 1;
      if (this.#closing) break;
    }
    await this.#forgetGenerations();
  }

  /** First the roll-up, then the file goes: a crash between loses nothing and counts nothing twice. */
  async #fold(file: JournalFile): Promise<boolean> {
    const kept = isRotated(file.name) ? file : this.#putAside(file);
    if (kept === null || (await headerOf(kept.path, () => undefined)) === null) return false;
    const tally = new Tally();
    const onDamaged = (): void => {
      tally.damaged += 1;
    };
    for await (const entries of entriesOf(kept.path, {
      whole: false,
      end: Number.POSITIVE_INFINITY,
      onDamaged,
    })) {
      for (const entry of entries) tally.add(entry);
    }
    const rollup: Rollup = { kind: 'rollup', file: kept.name, tally: tally.stored() };
    const appender = new Appender({
      path: this.#place.rollups,
      header: this.#options.header,
      rotation: null,
    });
    appender.append(`${JSON.stringify(rollup)}\n`);
    appender.close();
    rmSync(kept.path, { force: true });
    return true;
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
