// The environment of a hook, made once and kept while nothing it depends on changes.
import type { Hook } from '../nouns.js';
import { type EnvironmentQuestion, hookEnvironment } from '../run/index.js';

type Env = Readonly<Record<string, string>>;

/** What changes from event to event; the rest belongs to the engine or the hook. */
type Changing = Pick<EnvironmentQuestion, 'generationEnv' | 'sessionId' | 'effort' | 'envFile' | 'exported'>;

const CHANGING = [
  'generationEnv',
  'sessionId',
  'effort',
  'envFile',
  'exported',
] as const satisfies readonly (keyof Changing)[];

export class Environments {
  readonly #fixed: Omit<EnvironmentQuestion, keyof Changing | 'hook'>;
  readonly #known = new WeakMap<Hook, { readonly changing: Changing; readonly env: Env }>();

  constructor(fixed: Omit<EnvironmentQuestion, keyof Changing | 'hook'>) {
    this.#fixed = fixed;
  }

  /** The same object for the same circumstances: the runner prepares an environment once, not at every start. */
  for(hook: Hook, changing: Changing): Env {
    const known = this.#known.get(hook);
    if (known !== undefined && CHANGING.every((name) => known.changing[name] === changing[name]))
      return known.env;
    const env = hookEnvironment({ ...this.#fixed, ...changing, hook });
    this.#known.set(hook, { changing, env });
    return env;
  }
}
