// The environment of a run: the hook's own plus the mark that finds its processes again.
import { RUN_VARIABLE } from './processes.js';

type Env = Readonly<Record<string, string>>;

/** What the marks of one runner begin with; nobody else's do. It is no secret: every hook can read its own. */
export const newToken = (): string => twelveDigits() + twelveDigits();

const twelveDigits = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');

/** Copies each environment once and then only changes the mark: `spawn` reads it before it returns. */
export class MarkedEnvs {
  readonly #copies = new WeakMap<Env, Record<string, string>>();
  readonly #copiesForBash = new WeakMap<Env, Record<string, string>>();

  /** Valid until the next call. A run inside a run carries the marks of both. */
  mark(env: Env, mark: string, forBash: boolean): Record<string, string> {
    const copies = forBash ? this.#copiesForBash : this.#copies;
    let copy = copies.get(env);
    if (copy === undefined) {
      copy = forBash ? withoutBashEnv(env) : { ...env };
      copies.set(env, copy);
    }
    copy[RUN_VARIABLE] = `${env[RUN_VARIABLE] ?? ''}${mark}`;
    return copy;
  }
}

/** Not with `delete`, which makes an object slow to read. */
function withoutBashEnv({ BASH_ENV: _, ...rest }: Env): Record<string, string> {
  return rest;
}
