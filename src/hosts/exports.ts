// What hooks export for the commands of the host, as far as the host does not know it yet.
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../engine/index.js';

/** Only what changed since it was last told. */
export interface NewExports {
  /** All variables whose values are known without a shell. */
  readonly env?: Readonly<Record<string, string>>;
  /** All files to be sourced, in this order, before a shell command: whatever hooks wrote then means what it means in any script. */
  readonly env_files?: readonly string[];
}

export class Exports {
  readonly #engine: Engine;
  readonly #session: string;
  #env: Readonly<Record<string, string>> = {};
  #files: readonly string[] = [];

  constructor(engine: Engine, session: string) {
    this.#engine = engine;
    this.#session = session;
  }

  /** What there is to tell now; from then on it counts as told. */
  take(): NewExports {
    const [env, files] = [this.#engine.exportedEnv(this.#session), this.#engine.envFiles(this.#session)];
    const news = {
      ...(env === this.#env || isDeepStrictEqual(env, this.#env) ? {} : { env }),
      ...(isSameList(files, this.#files) ? {} : { env_files: files }),
    };
    [this.#env, this.#files] = [env, files];
    return news;
  }
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);
