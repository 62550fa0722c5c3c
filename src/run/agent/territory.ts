// Where an agent may look: the directory of the session and the project, and nothing that only seems to lie there.
import { constants } from 'node:fs';
import { type FileHandle, realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { liesIn, openHandle, Unfit } from '../../files/index.js';
import { codeOf } from '../../text/index.js';

/** Something an agent asked for and does not get; its message is for the agent. */
export class Refusal extends Error {}

export class Territory {
  readonly #base: string;
  /** As they were named, and as they really are. */
  readonly #roots: readonly string[];

  private constructor(base: string, roots: readonly string[]) {
    this.#base = base;
    this.#roots = roots;
  }

  /** The root of the file system is no territory: a session that runs there is confined to its project. */
  static async of(directories: readonly string[]): Promise<Territory> {
    const roots: string[] = [];
    for (const directory of directories) {
      const real = await realpath(directory).catch(() => null);
      if (real !== null && real !== resolve('/')) roots.push(real);
    }
    return new Territory(roots[0] ?? '', [...new Set([...roots, ...named(directories, roots)])]);
  }

  /** The real path of something inside. Throws a Refusal. */
  async locate(path: string): Promise<string> {
    if (this.#base === '') throw new Refusal('there is no directory that may be looked at');
    const wanted = resolve(this.#base, path);
    // Before the file system is asked, so that nothing outside can be felt out.
    if (!this.#holds(wanted)) throw new Refusal(outside(path));
    const real = await realpath(wanted).catch((error: unknown) => {
      throw new Refusal(`${show(path)} cannot be found: ${reason(error)}`);
    });
    if (!this.#holds(real)) throw new Refusal(outside(path));
    return real;
  }

  /** A path as the agent may use it again. */
  name(path: string): string {
    return relative(this.#base, path) || '.';
  }

  /** A regular file inside, open for reading. Throws a Refusal. */
  async openFile(path: string): Promise<FileHandle> {
    const real = await this.locate(path);
    // Neither a link that was put there since, nor a pipe that never ends.
    return openHandle(real, constants.O_NOFOLLOW).catch((error: unknown) => {
      throw new Refusal(
        error instanceof Unfit
          ? `${show(path)} is not a regular file; directories are shown by "list"`
          : `${show(path)} cannot be opened: ${reason(error)}`,
      );
    });
  }

  #holds(path: string): boolean {
    return this.#roots.some((root) => liesIn(root, path));
  }
}

/** Directories under the names they were given; only those that count as roots. */
const named = (directories: readonly string[], roots: readonly string[]): readonly string[] =>
  roots.length === 0 ? [] : directories.map((path) => resolve(path)).filter((path) => path !== resolve('/'));

const outside = (path: string): string =>
  `${show(path)} lies outside the directory of the session and the project, or leads there`;

const show = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);

/** An error of the file system without the path it repeats. */
export function reason(error: unknown): string {
  const code = codeOf(error);
  return typeof code === 'string' ? code : String(error);
}
