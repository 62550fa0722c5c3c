// Keeps a project's journal within its size. What there is to do is done elsewhere: most calls find nothing.
import { foldOldest } from './fold-oldest.js';
import { bytesOf, listFiles, type ProjectFiles } from './layout.js';

export interface FoldOptions {
  readonly maxTotalBytes: number;
  readonly maxFiles: number;
  readonly quietMs: number;
  readonly clock: () => number;
  readonly header: () => string;
  readonly id: () => string;
  readonly onProblem: (error: unknown) => void;
}

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
    const bytes = bytesOf(files);
    if (bytes <= maxTotalBytes && files.length <= maxFiles) return;
    await foldOldest({ place: this.#place, options: this.#options, isClosing: () => this.#closing }, files);
  }
}
