// The shells of each PATH, looked up once.
import { findShells, type Shells } from '../../machine/index.js';

export class ShellFinder {
  readonly #fixed: Partial<Shells>;
  readonly #found = new Map<string, Shells>();

  /** `fixed`: instead of looking for them. */
  constructor(fixed: Partial<Shells>) {
    this.#fixed = fixed;
  }

  find(path: string): Shells {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const found = findShells(path);
    // A copy has looked for all of them.
    const shells = Object.keys(this.#fixed).length === 0 ? found : { ...found, ...this.#fixed };
    this.#found.set(path, shells);
    return shells;
  }
}
