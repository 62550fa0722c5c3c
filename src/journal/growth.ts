// How far the files of a project were read, and what was written to them since.
import { endOfLines, linesForwards } from '../files/index.js';
import type { Entry } from './entries.js';
import { headerOf, isEntry } from './files.js';
import { type JournalFile, listFiles, type ProjectFiles } from './layout.js';
import type { Line } from './parse.js';
import type { JournalProblem } from './problem.js';

/** Where a line lies. A file keeps its identity when it gets another name. */
export interface Located {
  readonly file: string;
  readonly start: number;
  readonly bytes: number;
}

export interface Grown {
  readonly entry: Entry;
  readonly at: Located;
}

export interface GrowthOptions {
  readonly session?: string | null | undefined;
  readonly parse: (line: Buffer) => Line;
  readonly onProblem?: ((problem: JournalProblem) => void) | undefined;
  readonly onDamaged?: (() => void) | undefined;
}

/** Files that were never begun with are read from their beginning. */
export class Growth {
  readonly #place: ProjectFiles;
  readonly #options: GrowthOptions;
  /** By identity; `null`: not a file to read. */
  readonly #places = new Map<string, number | null>();

  constructor(place: ProjectFiles, options: GrowthOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** What the readable files hold is known; others that were there before are none to read. */
  async begin(there: readonly JournalFile[], files: readonly JournalFile[]): Promise<void> {
    this.leaveOut(there);
    for (const { identity, path, size } of files) this.#places.set(identity, await endOfLines(path, size));
  }

  leaveOut(files: readonly JournalFile[]): void {
    for (const { identity } of files) this.#places.set(identity, null);
  }

  /** Everything that was written since the last time. */
  async *grown(): AsyncGenerator<Grown> {
    const { parse, session, onDamaged } = this.#options;
    for (const { path, size, identity } of listFiles(this.#place, session ?? null)) {
      const start = this.#places.get(identity) ?? (await this.#first(identity, path));
      if (start === null || size <= start) continue;
      for await (const { lines, behind, startOf } of linesForwards(path, { start, end: size })) {
        this.#places.set(identity, behind);
        for (const line of lines) {
          const entry = parse(line);
          if (isEntry(entry))
            yield { entry, at: { file: identity, start: startOf(line), bytes: line.length } };
          else if (entry.kind === 'damaged') onDamaged?.();
        }
      }
    }
  }

  /** Where to begin with a file not seen before; `null`: not now, or not at all. */
  async #first(identity: string, path: string): Promise<number | null> {
    if (this.#places.has(identity)) return null;
    const header = await headerOf(path, (problem) => {
      this.#places.set(identity, null);
      this.#options.onProblem?.(problem);
    });
    return header === null ? null : 0;
  }
}
