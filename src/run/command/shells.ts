// Where the shells are.
import { findOnPath, isExecutable, kindOf } from './files.js';

export interface Shells {
  /** Absolute path; `null`: there is none. */
  readonly bash: string | null;
  readonly sh: string | null;
  readonly powershell: string | null;
}

/** Looks shells up, once for each PATH. */
export class ShellFinder {
  readonly #fixed: Partial<Shells>;
  readonly #found = new Map<string, Shells>();

  constructor(fixed: Partial<Shells>) {
    this.#fixed = fixed;
  }

  find(path: string): Shells {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const shells = {
      bash: findOnPath('bash', path) ?? firstRunnable(['/bin/bash', '/usr/bin/bash']),
      sh: firstRunnable(['/bin/sh']),
      powershell: findOnPath('pwsh', path) ?? findOnPath('powershell', path),
      ...this.#fixed,
    };
    this.#found.set(path, shells);
    return shells;
  }
}

function firstRunnable(files: readonly string[]): string | null {
  return files.find((file) => kindOf(file) === 'file' && isExecutable(file)) ?? null;
}
